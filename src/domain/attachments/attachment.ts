import type { Column } from '../fields/field.ts'
import { type FileFamily, fileFamilies } from '../fields/field-types.ts'
import { isId } from '../text/id.ts'
import type { Id } from '../text/text-types.ts'

/** A file of a request, as its values name it; the server alone says what it is called and how large it is. */
export interface Attachment {
  id: Id
  name: string
  /** bytes */
  size: number
}

export const mostMegabytes = 10
export const mostFiles = 10
export const mostFileBytes = mostMegabytes * 1_048_576
/** Files of one person that stand in no request that was sent, and what they may take together. */
export const mostUnsent = 5_000
export const mostUnsentBytes = 1_024 * 1_048_576
/** Most bytes of the files that one user sent in the last days. */
export const mostSentBytes = 5 * 1_024 * 1_048_576
export const sentDays = 30
/** Sent at once: what is lost on a poor line is little, and no proxy finds it too large. */
export const partBytes = 524_288

/** How the names end of what is taken at all. */
const extensions: Record<FileFamily, readonly string[]> = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp'],
  office: ['docx', 'xlsx', 'pptx', 'odt', 'ods'],
}

/** By the end of its name, which the server makes what the content is. */
function familyOf(name: string): FileFamily | undefined {
  const extension = name.replace(/^.*\./, '').toLowerCase()
  return fileFamilies.find((family) => extensions[family].includes(extension))
}

export const isImage = (name: string): boolean => familyOf(name) === 'image'

type Files = Pick<Column, 'megabytes' | 'accepts'>

export const megabytesOf = ({ megabytes = mostMegabytes }: Files): number => Math.min(megabytes, mostMegabytes)

const familiesOf = ({ accepts }: Files): readonly FileFamily[] => (accepts?.length ? accepts : fileFamilies)

/** The ends of the names that a field takes, with their points. */
export function extensionsOf(field: Files): string[] {
  return familiesOf(field).flatMap((family) => extensions[family].map((extension) => `.${extension}`))
}

/** Why a field does not take a file of this name and size. */
export function fileFault(field: Files, { name, size }: Pick<Attachment, 'name' | 'size'>) {
  const family = familyOf(name)
  if (!family || !familiesOf(field).includes(family)) return 'attachment.kind'
  return size > megabytesOf(field) * 1_048_576 ? 'attachment.size' : null
}

/** What a value says of a file, and nothing more; undefined where it says it of none. */
export function attachmentIn(value: unknown): Attachment | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, size } = value as Partial<Record<keyof Attachment, unknown>>
  const isNamed = typeof name === 'string' && name !== '' && name.length <= longestName
  const isSized = typeof size === 'number' && Number.isInteger(size) && size > 0
  return isId(id) && isNamed && isSized ? { id, name, size } : undefined
}

/** The files that a value holds, whatever else stands in it. */
export function attachmentsIn(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.map(attachmentIn).filter((file) => file !== undefined) : []
}

/** Characters. */
export const longestName = 120
