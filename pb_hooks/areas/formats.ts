export { archiveFormat, copyFormat, publishFormat, restoreFormat } from '../format-actions.ts'
export { createFormat, deleteFormat, updateFormat } from '../formats.ts'
