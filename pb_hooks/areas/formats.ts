export { archiveFormat, copyFormat, publishFormat, restoreFormat } from '../formats/format-actions.ts'
export { createFormat, deleteFormat, saveChangedFieldsOnly, updateFormat } from '../formats/formats.ts'
