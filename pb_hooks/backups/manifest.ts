import { version } from '../../package.json' with { type: 'json' }
import type { BackupContent } from '../../src/domain/backups/backup-output.ts'
import { formatTimestamp } from '../lib/clock.ts'

export const productId = 'formatos-preeliminares'

/** First entry of a backup, `copia.json`: its origin and the expected content. */
export interface Manifest {
  product: typeof productId
  layout: 1
  version: string
  /** Start time of the backup. */
  at: string
  /** Newest migration applied to its database. */
  migration: string
  /** Number of entries after this one. */
  entries: number
  counts: Record<string, number>
  content: BackupContent
}

/** Tables whose rows are counted when a backup is made, and again when it is verified or restored. */
const countedTables = ['users', 'settings', 'formats', 'requests', 'batches', 'batch_rows', 'events']

/** Returns the query for a backup's `Manifest`. The engine runs it in the copied database, and binds `entries`, `files` and `lost`. */
export function buildManifestQuery(): string {
  const counts = countedTables.map((table) => `'${table}', (SELECT count(*) FROM ${table})`)
  return `SELECT json_object(
    'product', '${productId}', 'layout', 1, 'version', '${version}', 'at', '${formatTimestamp()}',
    'migration', (SELECT max(file) FROM _migrations), 'entries', {:entries}, 'counts', json_object(${counts.join(', ')}),
    'content', json_patch(json_object('requests', (SELECT count(*) FROM requests), 'files', {:files}, 'lost', {:lost}),
      ifnull((SELECT json_object('chain', json_object('last', last, 'hash', hash)) FROM event_links ORDER BY last DESC LIMIT 1), '{}')))`
}
