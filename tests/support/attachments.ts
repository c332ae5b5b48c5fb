import { randomBytes } from 'node:crypto'
import type PocketBase from 'pocketbase'
import type { Attachment } from '../../src/domain/attachments/attachment.ts'
import { crc32, createCentralDirectory, createLocalHeader, type ZipEntry } from '../../src/domain/documents/zip.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Person } from './people.ts'
import { aPng } from './pictures.ts'
import { aPublishedFormat } from './requests.ts'

export const anId = () => randomBytes(8).toString('hex').slice(0, 15)

/** Returns a PDF of `size` bytes. */
export function aPdf(size = 400, end = '%%EOF\n'): Buffer {
  const head = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n`
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(Math.max(0, size - head.length - end.length), ' '),
    Buffer.from(end),
  ])
}

export const aPicture = () => aPng(4, 3, (x, y) => [x * 60, y * 80, 120])

/** Returns a ZIP archive with uncompressed entries. */
export function aZip(parts: Record<string, string>, change: (entry: ZipEntry) => ZipEntry = (entry) => entry): Buffer {
  const entries: ZipEntry[] = []
  const bytes: Uint8Array[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const entry = { name, crc: crc32(content), size: content.length, offset }
    const header = createLocalHeader(entry)
    bytes.push(header, content)
    offset += header.length + content.length
    entries.push(change(entry))
  }
  return Buffer.concat([...bytes, ...createCentralDirectory(entries, offset)])
}

export const aDocx = (more: Record<string, string> = {}) =>
  aZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>', ...more })

/** Uploads a file like the page: in chunks, then one call that completes it. */
export async function attach(
  { pb }: { pb: PocketBase },
  name: string,
  bytes: Buffer = aPdf(),
  { id = anId(), part = 524_288 } = {},
): Promise<Attachment> {
  for (let at = 0; at < bytes.length; at += part) await sendPart({ pb }, id, at, bytes.subarray(at, at + part))
  return pb.send<Attachment>('/api/app/attachments', { method: 'POST', body: { id, name, size: bytes.length } })
}

/** Sends a chunk as a Blob, because the client of PocketBase reads each byte of an array as a property: a second for half a megabyte. */
export const sendPart = ({ pb }: { pb: PocketBase }, id: string, at: number, body: Buffer) =>
  pb.send<{ received: number }>(`/api/app/attachments/${id}/bytes`, {
    method: 'PUT',
    query: { at },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Blob([new Uint8Array(body)]),
  })

/** Creates and publishes a format with a name field and a file field. */
export const aFormatWithFiles = (
  admin: Person,
  files: Partial<Format['fields'][number]> = {},
  more: Partial<Format> = {},
) =>
  aPublishedFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 },
      { key: 'soportes', label: 'Soportes', type: 'file', required: true, ...files },
    ],
    body: '# Constancia\n\nConsta que **{{nombre}}** existe.{{#soportes}} Soportes: {{soportes|lista}}.{{/soportes}}',
    ...more,
  })

export async function fetchAttachment({ pb }: { pb: PocketBase }, id: string, query: Record<string, string> = {}) {
  const token = await pb.files.getToken()
  return fetch(pb.files.getURL({ id, collectionId: 'attachments' }, `${id}.bin`, { token, ...query }))
}
