import { getFileError, maxFilesPerField, parseAttachment, parseAttachments } from '../attachments/attachment.ts'
import { parseFileNames } from '../attachments/file-names.ts'
import { parseCountBound } from './bound.ts'
import type { Column, Row } from './field.ts'
import type { FieldTypeHandler, ValueParser, ValueValidator } from './field-type-handler.ts'

/** Prepares the validator of a file field. Only the server checks that files exist and belong to the user. */
function createFileValidator(field: Column): ValueValidator {
  const minFiles = parseCountBound(field.min, 0)
  const maxFiles = Math.min(parseCountBound(field.max, maxFilesPerField), maxFilesPerField)
  return (value) => {
    if (!Array.isArray(value) || value.length > 1_000) return { error: 'invalid' }
    const files = value.map(parseAttachment)
    if (files.includes(undefined)) return { error: 'invalid' }
    const uniqueFiles = [...new Map(parseAttachments(value).map((file) => [file.id, file])).values()]
    if (uniqueFiles.length > maxFiles) return { error: 'max' }
    if (uniqueFiles.length < minFiles) return { error: 'min' }
    const fault = uniqueFiles.map((file) => getFileError(field, file)).find((found) => found !== null)
    return fault ? { error: fault } : { value: uniqueFiles.map((file): Row => ({ ...file })) }
  }
}

/** Parses the file names in a cell. The caller passes the lookup `files`, which finds the file of each name. */
const parseFileCell: ValueParser = (text, { files }) => {
  if (!files) return { error: 'attachment.missing' }
  const found = parseFileNames(text, (name) => 'file' in files(name)).map(files)
  const wrong = found.find((one) => 'error' in one)
  if (!wrong) return { value: found.flatMap((one): Row[] => ('file' in one ? [{ ...one.file }] : [])) }
  const near = found.map((one) => ('file' in one ? one.file.name : one.suggestion))
  return near.includes(undefined) ? { error: wrong.error } : { error: wrong.error, suggestion: near.join('; ') }
}

export const fileHandler: FieldTypeHandler = {
  createValidator: createFileValidator,
  createParser: () => parseFileCell,
}
