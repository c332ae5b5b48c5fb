import type { BackupContent } from '../../src/domain/backups/backup.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import type { DirectoryRoot } from './directory.ts'
import { type ByteSource, DamagedArchiveError, type GoFile, readTar } from './tar.ts'

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
  counts: RowCounts
  content: BackupContent
}

export const manifestName = 'copia.json'

/** Tables whose rows are counted when a backup is made, and again when it is verified or restored. */
const countedTables = ['users', 'settings', 'formats', 'requests', 'batches', 'batch_rows', 'events'] as const
export type RowCounts = Record<string, number>

export function countTableRows(database: CoreApp, name: string): RowCounts {
  const counts = countedTables.map((table) => `(SELECT count(*) FROM ${name}.${table}) AS ${table}`)
  const shape = Object.fromEntries(countedTables.map((table) => [table, 0]))
  return queryRow(database, `SELECT ${counts.join(', ')}`, {}, shape) ?? {}
}

/** Error of an invalid backup, or of an invalid source database. */
export class IntegrityError extends Error {}

/** Checks a database with SQLite's `integrity_check`: pages, indexes and constraints. */
function checkIntegrity(database: CoreApp, name: string) {
  const found = queryRows(database, `PRAGMA ${name}.integrity_check`, {}, { integrity_check: '' })
  if (found.length !== 1 || found[0]?.integrity_check !== 'ok')
    throw new IntegrityError(
      found
        .map(({ integrity_check: message }) => message)
        .slice(0, 3)
        .join('; '),
    )
}

/** Unpacks a backup: `sinkOf` returns the target of each entry. Then checks the entries against `copia.json`. */
export function unpackBackup(
  archive: ByteSource,
  root: DirectoryRoot,
  at: string,
  sinkOf: (path: string) => GoFile | undefined,
  {
    onManifest = () => {},
    onBytes = () => {},
  }: { onManifest?: (manifest: Manifest) => void; onBytes?: (bytes: number) => void } = {},
): Manifest {
  const files = $filesystem.local(`${root.name()}/${at}/sums`)
  let manifest: Manifest | undefined
  let entries = -1
  const first = `${at}/${manifestName}`
  const readManifest = () => {
    manifest ??= parseManifest(toString($os.readFile(`${root.name()}/${first}`)))
    return manifest
  }
  try {
    readTar(
      archive,
      files,
      ({ path }) => {
        entries++
        if (entries === 0) return path === manifestName ? root.create(first) : throwForeignEntry(path)
        if (entries === 1) onManifest(readManifest())
        return sinkOf(path)
      },
      onBytes,
    )
  } finally {
    files.close()
  }
  if (entries !== readManifest().entries)
    throw new DamagedArchiveError(`${entries} de ${readManifest().entries} archivos`)
  return readManifest()
}

function throwForeignEntry(path: string): never {
  throw new DamagedArchiveError(path)
}

/** Checks that a copied database is intact and has the row counts of the manifest. */
export function verifyDatabaseCopy(database: CoreApp, name: string, { counts }: Manifest) {
  checkIntegrity(database, name)
  const found = countTableRows(database, name)
  for (const [table, count] of Object.entries(counts))
    if (found[table] !== count) throw new IntegrityError(`${table}: ${found[table]} de ${count}`)
}

function parseManifest(text: string): Manifest {
  const manifest = parseJson(text)
  if (manifest?.product !== productId || manifest.layout !== 1) throw new DamagedArchiveError(manifestName)
  return manifest
}

function parseJson(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}

/** Returns whether a backup may contain this path: the database, or a record's file (`storage/<collection>/<record>/<name>`). */
export const isBackupPath = (path: string) =>
  path === 'data.db' || /^storage(\/(?!\.{1,2}(?:\/|$))[^/\0]{1,255}){3}$/.test(path)
