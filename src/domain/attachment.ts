import type { Column } from './field.ts'
import { type FileFamily, fileFamilies } from './field-types.ts'
import { isId } from './id.ts'

/** A file of a request, as its values name it; the server alone says what it is called and how large it is. */
export interface Attachment {
  id: string
  name: string
  /** bytes */
  size: number
}

export const mostMegabytes = 10
export const mostFiles = 10
export const mostFileBytes = mostMegabytes * 1_048_576
/** Sent at once: what is lost on a poor line is little, and no proxy finds it too large. */
export const partBytes = 524_288

interface Kind {
  family: FileFamily
  type: string
  /** The first is the usual one. */
  extensions: readonly string[]
}

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** What is taken at all, told by its content. */
export const fileKinds = {
  pdf: { family: 'pdf', type: 'application/pdf', extensions: ['pdf'] },
  jpeg: { family: 'image', type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { family: 'image', type: 'image/png', extensions: ['png'] },
  webp: { family: 'image', type: 'image/webp', extensions: ['webp'] },
  docx: { family: 'office', type: `${openXml}.wordprocessingml.document`, extensions: ['docx'] },
  xlsx: { family: 'office', type: `${openXml}.spreadsheetml.sheet`, extensions: ['xlsx'] },
  pptx: { family: 'office', type: `${openXml}.presentationml.presentation`, extensions: ['pptx'] },
  odt: { family: 'office', type: `${openDocument}.text`, extensions: ['odt'] },
  ods: { family: 'office', type: `${openDocument}.spreadsheet`, extensions: ['ods'] },
} as const satisfies Record<string, Kind>
export type AttachmentKind = keyof typeof fileKinds

const kinds: [AttachmentKind, Kind][] = Object.entries(fileKinds) as [AttachmentKind, Kind][]

/** By the end of its name, which the server makes what the content is. */
function kindOfName(name: string): AttachmentKind | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return kinds.find(([, { extensions }]) => extensions.includes(extension))?.[0]
}

export const isImage = (name: string): boolean => {
  const kind = kindOfName(name)
  return kind !== undefined && fileKinds[kind].family === 'image'
}

type Files = Pick<Column, 'megabytes' | 'accepts'>

export const megabytesOf = ({ megabytes = mostMegabytes }: Files): number => Math.min(megabytes, mostMegabytes)

const familiesOf = ({ accepts }: Files): readonly FileFamily[] => (accepts?.length ? accepts : fileFamilies)

/** The ends of the names that a field takes, with their points. */
export function extensionsOf(field: Files): string[] {
  const taken = kinds.filter(([, { family }]) => familiesOf(field).includes(family))
  return taken.flatMap(([, { extensions }]) => extensions.map((extension) => `.${extension}`))
}

/** Why a field does not take a file of this name and size. */
export function fileFault(field: Files, { name, size }: Pick<Attachment, 'name' | 'size'>) {
  const kind = kindOfName(name)
  if (!kind || !familiesOf(field).includes(fileKinds[kind].family)) return 'attachment.kind'
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
