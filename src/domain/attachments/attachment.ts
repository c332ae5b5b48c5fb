import type * as z from 'zod'
import type { Column } from '../fields/field.ts'
import { type FileTypeGroup, fileTypeGroups } from '../fields/field-types.ts'
import { isRecordId } from '../text/id.ts'
import type { attachmentOutputSchema } from './attachment-output.ts'

export interface Attachment extends z.infer<typeof attachmentOutputSchema> {}

export const maxFileMegabytes = 10
export const maxFilesPerField = 10
export const maxAttachmentBytes = maxFileMegabytes * 1_048_576
/** Maximum number, and total bytes, of uploaded files of a user that belong to no submitted request. */
export const maxUnsubmittedFiles = 5_000
export const maxUnsentFileBytes = 1_024 * 1_048_576
/** Maximum number of bytes that a user can upload within `uploadQuotaDays` days. */
export const uploadQuotaBytes = 5 * 1_024 * 1_048_576
export const uploadQuotaDays = 30
/** Size of an upload chunk in bytes. Small, so that a lost connection wastes little data and no proxy rejects the chunk. */
export const uploadChunkBytes = 524_288

const extensions: Record<FileTypeGroup, readonly string[]> = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp'],
  office: ['docx', 'xlsx', 'pptx', 'odt', 'ods'],
}

/** Returns the group of file types by the extension. The extension is reliable, because the server derives it from the content. */
function getFileFamily(name: string): FileTypeGroup | undefined {
  const extension = name.replace(/^.*\./, '').toLowerCase()
  return fileTypeGroups.find((family) => extensions[family].includes(extension))
}

export const isImageFile = (name: string): boolean => getFileFamily(name) === 'image'

type FileConstraints = Pick<Column, 'megabytes' | 'accepts'>

export const getMaxMegabytes = ({ megabytes = maxFileMegabytes }: FileConstraints): number =>
  Math.min(megabytes, maxFileMegabytes)

const getAcceptedFamilies = ({ accepts }: FileConstraints): readonly FileTypeGroup[] =>
  accepts?.length ? accepts : fileTypeGroups

/** Returns the file extensions that a field accepts, with a leading dot. */
export function getAcceptedExtensions(field: FileConstraints): string[] {
  return getAcceptedFamilies(field).flatMap((family) => extensions[family].map((extension) => `.${extension}`))
}

/** Returns the error code if a field does not accept a file of this name and size, otherwise `null`. */
export function getFileError(field: FileConstraints, { name, size }: Pick<Attachment, 'name' | 'size'>) {
  const family = getFileFamily(name)
  if (!family || !getAcceptedFamilies(field).includes(family)) return 'attachment.kind'
  return size > getMaxMegabytes(field) * 1_048_576 ? 'attachment.size' : null
}

/** Parses one file in a value; returns `undefined` if it is invalid. Drops unknown properties. */
export function parseAttachment(value: unknown): Attachment | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, size } = value as Partial<Record<keyof Attachment, unknown>>
  const isNamed = typeof name === 'string' && name !== '' && name.length <= maxFileNameLength
  const isSized = typeof size === 'number' && Number.isInteger(size) && size > 0
  return isRecordId(id) && isNamed && isSized ? { id, name, size } : undefined
}

/** Returns the files in a value; ignores other content. */
export function parseAttachments(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.map(parseAttachment).filter((file) => file !== undefined) : []
}

export const maxFileNameLength = 120
