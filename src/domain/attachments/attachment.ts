import type { Column } from '../fields/field.ts'
import { type FileFamily, fileFamilies } from '../fields/field-types.ts'
import { isId } from '../text/id.ts'
import type { Id } from '../text/text-types.ts'

/** File of a request, as stored in its values; the server sets name and size. */
export interface Attachment {
  id: Id
  name: string
  /** Bytes. */
  size: number
}

export const mostMegabytes = 10
export const mostFiles = 10
export const mostFileBytes = mostMegabytes * 1_048_576
/** Limits per user for uploaded files in no submitted request: number and total bytes. */
export const mostUnsent = 5_000
export const mostUnsentBytes = 1_024 * 1_048_576
/** Upload limit per user in bytes within `sentDays` days. */
export const mostSentBytes = 5 * 1_024 * 1_048_576
export const sentDays = 30
/** Upload chunk size in bytes: little is lost on a poor connection, and no proxy rejects it. */
export const partBytes = 524_288

const extensions: Record<FileFamily, readonly string[]> = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp'],
  office: ['docx', 'xlsx', 'pptx', 'odt', 'ods'],
}

/** Returns the family of a file by its extension, which the server has set from the content. */
function familyOf(name: string): FileFamily | undefined {
  const extension = name.replace(/^.*\./, '').toLowerCase()
  return fileFamilies.find((family) => extensions[family].includes(extension))
}

export const isImage = (name: string): boolean => familyOf(name) === 'image'

type Files = Pick<Column, 'megabytes' | 'accepts'>

export const megabytesOf = ({ megabytes = mostMegabytes }: Files): number => Math.min(megabytes, mostMegabytes)

const familiesOf = ({ accepts }: Files): readonly FileFamily[] => (accepts?.length ? accepts : fileFamilies)

/** Returns the extensions that a field accepts, with leading dots. */
export function extensionsOf(field: Files): string[] {
  return familiesOf(field).flatMap((family) => extensions[family].map((extension) => `.${extension}`))
}

/** Returns the error code if a field rejects a file of this name and size, else null. */
export function fileFault(field: Files, { name, size }: Pick<Attachment, 'name' | 'size'>) {
  const family = familyOf(name)
  if (!family || !familiesOf(field).includes(family)) return 'attachment.kind'
  return size > megabytesOf(field) * 1_048_576 ? 'attachment.size' : null
}

/** Parses one file of a value and drops other properties; undefined if invalid. */
export function attachmentIn(value: unknown): Attachment | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, size } = value as Partial<Record<keyof Attachment, unknown>>
  const isNamed = typeof name === 'string' && name !== '' && name.length <= longestName
  const isSized = typeof size === 'number' && Number.isInteger(size) && size > 0
  return isId(id) && isNamed && isSized ? { id, name, size } : undefined
}

/** Returns the files in a value; ignores other content. */
export function attachmentsIn(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.map(attachmentIn).filter((file) => file !== undefined) : []
}

/** Maximum file name length in characters. */
export const longestName = 120
