export { archiveFormat, copyFormat, publishFormat, restoreFormat } from '../formats/actions.ts'
export { createFormat, deleteFormat, saveOnlyChanges, updateFormat } from '../formats/formats.ts'
