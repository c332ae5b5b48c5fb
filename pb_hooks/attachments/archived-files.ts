import { crc32 } from '../../src/domain/documents/zip.ts'
import { readChunks } from '../lib/files/file-storage.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

/** File of a request in an archive. `name` is unique within the request. */
export interface ArchivedFile {
  id: string
  name: string
  size: number
  /** Opens the file and returns its CRC-32 and its content in chunks. Throws if the file is missing. */
  open(): { crc: number; pieces: Iterable<number[]> }
}

const fileColumns = { id: '', name: '', size: 0, crc: 0, file: '' }

/** Returns the files in the current values of a request, without files of earlier revisions. */
export function listArchivedFiles(app: CoreApp, request: string): ArchivedFile[] {
  const found = queryRows(
    app,
    `SELECT attachments.id, name, size, crc, file FROM attachments JOIN requests ON requests.id = attachments.request
     WHERE attachments.request = {:request} AND sent = TRUE AND instr(requests."values", attachments.id) > 0 ORDER BY name, attachments.id`,
    { request },
    fileColumns,
  )
  const taken = new Set<string>()
  return found.map(({ id, name, size, crc, file }) => {
    const pieces = () => readChunks(getFilePath(app, 'attachments', id, file))
    const open = () => ({ crc: crc || storeChecksum(app, id, pieces()), pieces: readFirst(pieces()) })
    return { id, name: getUniqueName(name, taken), size, open }
  })
}

/** Reads the first chunk immediately, so that a missing file is detected before output is written. */
function readFirst<Item>(items: Iterable<Item>): Iterable<Item> {
  const all = items[Symbol.iterator]()
  const first = all.next()
  return (function* () {
    try {
      for (let next = first; !next.done; next = all.next()) yield next.value
    } finally {
      all.return?.()
    }
  })()
}

/** Returns a unique file name: second `a.pdf` → `a (2).pdf`. Ignores case, because some disks do. */
function getUniqueName(name: string, taken: Set<string>): string {
  const [, bare = name, end = ''] = /^(.*)(\.[^.]+)$/.exec(name) ?? []
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${bare} (${n})${end}`
  taken.add(free.toLowerCase())
  return free
}

/** Calculates the CRC-32 and stores it, because it takes 0.1 s per MB. */
function storeChecksum(app: CoreApp, id: string, pieces: Iterable<number[]>): number {
  let crc = 0
  for (const piece of pieces) crc = crc32(Buffer.from(piece), crc)
  executeSql(app, 'UPDATE attachments SET crc = {:crc} WHERE id = {:id}', { id, crc })
  return crc
}
