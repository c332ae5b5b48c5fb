import { listFileNames } from '../lib/directories.ts'
import { listMigrations } from '../lib/migrations.ts'
import { executeSql } from '../lib/sql.ts'
import { flushToDisk, openDirectoryRoot } from './directory.ts'
import { withSingleConnection } from './snapshot.ts'
import { type ByteSource, DamagedArchiveError } from './tar.ts'
import { isBackupPath, type Manifest, unpackBackup, verifyDatabaseCopy } from './verification.ts'

/** Work directory inside the target, used until all files are unpacked. */
const workDirectory = '.restaurando'
/** Names that an empty target may contain: a new volume has `lost+found`, the image has `.keep`. */
const allowedNames = ['.keep', 'lost+found']
/** Messages of the command. They appear in no page of the application. */
const messages = {
  usage: 'Indique la copia: pocketbase restore copia-AAAAMMDDTHHMMSSZ.tar --dir=CARPETA',
  full: 'La carpeta {folder} ya tiene datos. Use una carpeta vacía. No se cambió nada.',
  missing:
    'El archivo {file} no existe o no se puede leer. Revise la ruta y los permisos; el contenedor lee con el usuario 65532.',
  foreign: 'Este archivo no es una copia de Formatos preeliminares.',
  newer: 'La copia es de una versión posterior del programa. Restáurela con esa versión o una más nueva.',
  broken: 'La copia está dañada o incompleta ({where}). No se restauró nada; use otra copia.',
  space: 'No hay espacio en el disco para restaurar la copia. No se restauró nada.',
} as const

let manifest: Manifest | undefined

/** Returns the file named after the `restore` command; undefined for other commands. */
export function parseRestoreFile(words: string[]): string | undefined {
  const [command, file = ''] = words.filter((word) => !word.startsWith('--'))
  return command === 'restore' ? file : undefined
}

/**
 * `pocketbase restore <file> --dir=…`: unpacks a backup into an empty directory; on any error the directory stays empty.
 * Runs before PocketBase opens its database. `verifyRestoredDatabase` then checks the restored database.
 */
export function restoreBackup(file: string) {
  const folder = $app.dataDir()
  try {
    if (!file) return exitWithError('usage')
    if (listFileNames(folder).some((name) => !allowedNames.includes(name))) return exitWithError('full', { folder })
    const archive = openArchive(file)
    if (!archive) return exitWithError('missing', { file })
    try {
      unpack(archive, folder)
    } finally {
      archive.close()
    }
  } catch (error) {
    clearDirectory(folder)
    if (error instanceof NewerBackupError) return exitWithError('newer')
    // An archive without a manifest is not a backup of this product: report that instead of damage.
    if (error instanceof DamagedArchiveError && !manifest) return exitWithError('foreign')
    if (/no space left|disk is full/.test(String(error))) return exitWithError('space')
    exitWithError('broken', { where: error instanceof Error ? error.message : String(error) })
  }
}

function exitWithError(why: keyof typeof messages, details: Record<string, string> = {}) {
  console.error(messages[why].replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? ''))
  $os.exit(1)
}

function openArchive(file: string) {
  const [, folder, name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(file) ?? []
  try {
    return $os.openInRoot(folder === undefined ? '.' : folder || '/', name)
  } catch {
    return undefined
  }
}

function unpack(archive: ByteSource, folder: string) {
  const root = openDirectoryRoot(folder)
  try {
    root.mkdirAll(workDirectory, 0o700)
    const sinkOf = (path: string) => {
      if (!isBackupPath(path)) throw new DamagedArchiveError(path)
      root.mkdirAll(path.replace(/[^/]*$/, '.'), 0o700)
      return root.create(path)
    }
    const onManifest = (found: Manifest) => {
      manifest = found
      refuseNewer(found)
    }
    unpackBackup(archive, root, workDirectory, sinkOf, { onManifest })
    root.removeAll(workDirectory)
    flushToDisk(root, 'data.db')
    flushToDisk(root, '.')
  } finally {
    root.close()
  }
}

/** Refuses a backup with migrations newer than this program, because it could not read the data correctly. */
function refuseNewer({ migration }: Manifest) {
  const newest = listMigrations().at(-1) ?? ''
  if (migration > newest) throw new NewerBackupError()
}

class NewerBackupError extends Error {}

/**
 * Checks the restored database after PocketBase opened it. Deletes the entry with status `making`, which is the
 * restored backup itself: it was running when its database was copied.
 */
export function verifyRestoredDatabase() {
  // Refuses a command line in which `restore` is not the first word: nothing was unpacked, and the directory may be in use.
  if (!manifest) return exitWithError('usage')
  const folder = $app.dataDir()
  const database = withSingleConnection($app)
  try {
    verifyDatabaseCopy(database, 'main', manifest)
    executeSql(database, "DELETE FROM backups WHERE status = 'making'", {})
  } catch (error) {
    clearDirectory(folder)
    return exitWithError('broken', { where: String(error) })
  }
  const { at, content } = manifest
  console.log(
    `Restaurada en ${folder} la copia del ${at.slice(0, 16)} UTC: ${content.requests} solicitudes y ${content.files} archivos.`,
  )
  console.log('Arranque el servidor con esta carpeta. Para revisar los conteos, use «pocketbase verify».')
}

function clearDirectory(folder: string) {
  for (const name of listFileNames(folder)) if (!allowedNames.includes(name)) $os.removeAll(`${folder}/${name}`)
}
