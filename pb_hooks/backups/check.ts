import type { BackupContent } from '../../src/domain/backup.ts'
import { row, rows } from '../lib/sql.ts'
import { attached } from './snapshot.ts'
import { BrokenArchive, type Reader, readTar } from './tar.ts'

export const product = 'formatos-preeliminares'

/** The first entry of a copy, `copia.json`: what it is, and what must be found in it. */
export interface Manifest {
  product: typeof product
  layout: 1
  version: string
  /** When it was begun. */
  at: string
  /** The newest migration that its database has had. */
  migration: string
  /** Entries after this one. */
  entries: number
  counts: Counts
  content: BackupContent
}

export const manifestName = 'copia.json'

/** Tables whose rows are counted when a copy is made and again when it is opened. */
const counted = ['users', 'settings', 'formats', 'requests', 'batches', 'batch_rows', 'events'] as const
export type Counts = Record<string, number>

export function countsOf(database: CoreApp, name: string): Counts {
  const counts = counted.map((table) => `(SELECT count(*) FROM ${name}.${table}) AS ${table}`)
  const shape = Object.fromEntries(counted.map((table) => [table, 0]))
  return row(database, `SELECT ${counts.join(', ')}`, {}, shape) ?? {}
}

/** Why a copy, or what it was made of, is of no use. */
export class NotIntact extends Error {}

/** The database itself, judged by SQLite: pages, indexes and what each table promises. */
export function judgeDatabase(database: CoreApp, name: string) {
  const found = rows(database, `PRAGMA ${name}.integrity_check`, {}, { integrity_check: '' })
  if (found.length !== 1 || found[0]?.integrity_check !== 'ok')
    throw new NotIntact(
      found
        .map(({ integrity_check: said }) => said)
        .slice(0, 3)
        .join('; '),
    )
}

/**
 * Opens a copy as whoever restores it would: each entry is what was written, all are there, the database is intact and holds as many rows as
 * it did. `folder` is where one entry after the other is laid, and where the database stays.
 */
export function checkArchive(database: CoreApp, archive: Reader, folder: string, told: (bytes: number) => void) {
  const files = $filesystem.local(folder)
  let manifest: Manifest | undefined
  let entries = 0
  try {
    readTar(
      archive,
      files,
      ({ path }) => {
        if (!manifest) manifest = manifestIn(folder, path)
        else entries++
        if (path === 'data.db') $os.rename(`${folder}/probe`, `${folder}/data.db`)
      },
      told,
    )
  } finally {
    files.close()
  }
  if (entries !== manifest?.entries) throw new BrokenArchive(`${entries} de ${manifest?.entries} archivos`)
  const { counts } = manifest
  attached(database, `${folder}/data.db`, 'opened', () => {
    judgeDatabase(database, 'opened')
    const found = countsOf(database, 'opened')
    for (const [table, count] of Object.entries(counts))
      if (found[table] !== count) throw new NotIntact(`${table}: ${found[table]}, not ${count}`)
  })
  return manifest
}

/** What `copia.json` says, just read as `probe`. */
export function manifestIn(folder: string, path: string): Manifest {
  const text = path === manifestName ? toString($os.readFile(`${folder}/probe`)) : ''
  const said = parsed(text)
  if (said?.product !== product || said.layout !== 1) throw new BrokenArchive(path)
  return said
}

function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}
