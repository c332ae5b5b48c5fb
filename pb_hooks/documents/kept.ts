import { type ArchivedFile, archivedFiles } from '../attachments/archived.ts'
import { logError } from '../lib/log.ts'
import { StorageAway } from '../lib/s3.ts'
import { type Params, rows } from '../lib/sql.ts'
import { openStorage } from '../lib/storage.ts'
import { pathOf } from '../lib/stored-files.ts'

const shape = { id: '', number: '', file: '' }

/** A document that is made, by the request that it belongs to, its number and its file. */
export type Kept = typeof shape

/** So many are looked up at once. */
const portion = 1_000

/** Made documents in the order of their numbers: of the chosen requests (a query of their positions) those from the first number to the last. */
export function* documentsAmong(app: CoreApp, chosen: string, params: Params, { first = '', last = '' } = {}) {
  const query = `SELECT id, documentNumber AS number, document AS file FROM requests
    WHERE ${made(chosen)} AND documentNumber >= {:first} AND (documentNumber > {:after} OR {:after} = '')
      AND (documentNumber <= {:last} OR {:last} = '') ORDER BY documentNumber LIMIT ${portion}`
  let after = ''
  for (;;) {
    const found: Kept[] = rows(app, query, { ...params, first, last, after }, shape)
    yield* found
    after = found.at(-1)?.number ?? ''
    if (found.length < portion) return
  }
}

/** What a query of requests says of those whose document is made. */
export const made = (chosen: string) => `requests.serial IN (${chosen}) AND documentStatus = 'ready' AND document != ''`

/** What reads the files of one bundle. */
export interface KeptFiles {
  /** At most so many bytes; throws where the file is gone. */
  read(document: Kept, most?: number): number[]
  /** The files of its request. */
  attachedTo(document: Kept): ArchivedFile[]
  close(): void
}

export function keptFiles(app: CoreApp): KeptFiles {
  const files = openStorage(app)
  return {
    read({ id, file }, most) {
      const bytes = files.read(pathOf(app, 'requests', id, file), most)
      if (!bytes) throw new Error('the file is gone')
      return bytes
    },
    attachedTo: ({ id }) => archivedFiles(app, files, id),
    close: () => files.close(),
  }
}

/** Only what is gone is told in its place: what is away for now comes when it is asked for again. */
export function tellLost({ id, number }: Kept, error: unknown) {
  if (error instanceof StorageAway) throw error
  logError(`document ${number} of request ${id}:`, error)
}
