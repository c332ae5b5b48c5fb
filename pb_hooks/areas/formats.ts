export { archiveFormat, copyFormat, publishFormat, restoreFormat } from '../format-actions.ts'
export { createFormat, deleteFormat, saveOnlyChanges, updateFormat } from '../formats.ts'
