import { crc32 } from '../../src/domain/documents/zip.ts'
import { rows, run } from '../lib/sql.ts'
import type { Storage } from '../lib/storage.ts'
import { pathOf } from '../lib/stored-files.ts'

/** A file of a request as it goes into an archive, under a name that no other one of the request has there. */
export interface ArchivedFile {
  id: string
  name: string
  size: number
  /** Its sum and its bytes, of which the first are there; throws where it is gone. */
  open(): { crc: number; pieces: Iterable<number[]> }
}

const shape = { id: '', name: '', size: 0, crc: 0, file: '' }

/** The files that a request names today; those of earlier revisions are found at them. */
export function archivedFiles(app: CoreApp, storage: Storage, request: string): ArchivedFile[] {
  const found = rows(
    app,
    `SELECT attachments.id, name, size, crc, file FROM attachments JOIN requests ON requests.id = attachments.request
     WHERE attachments.request = {:request} AND sent = TRUE AND instr(requests."values", attachments.id) > 0 ORDER BY name, attachments.id`,
    { request },
    shape,
  )
  const taken = new Set<string>()
  return found.map(({ id, name, size, crc, file }) => {
    const pieces = () => storage.pieces(pathOf(app, 'attachments', id, file), size)
    const open = () => ({ crc: crc || summed(app, id, pieces()), pieces: begun(pieces()) })
    return { id, name: freeName(name, taken), size, open }
  })
}

/** What is gone is noticed before anything is said of it. */
function begun<Item>(items: Iterable<Item>): Iterable<Item> {
  const all = items[Symbol.iterator]()
  const first = all.next()
  return (function* () {
    for (let next = first; !next.done; next = all.next()) yield next.value
  })()
}

/** On some disks names that differ by their capitals are one. */
function freeName(name: string, taken: Set<string>): string {
  const [, bare = name, end = ''] = /^(.*)(\.[^.]+)$/.exec(name) ?? []
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${bare} (${n})${end}`
  taken.add(free.toLowerCase())
  return free
}

/** Counted once: it takes the machine a tenth of a second for each megabyte. */
function summed(app: CoreApp, id: string, pieces: Iterable<number[]>): number {
  let crc = 0
  for (const piece of pieces) crc = crc32(Buffer.from(piece), crc)
  run(app, 'UPDATE attachments SET crc = {:crc} WHERE id = {:id}', { id, crc })
  return crc
}
