import { isDiskOrDatabaseLockError } from '../lib/error-causes.ts'
import { listFileNames } from '../lib/files/directories.ts'
import { logError } from '../lib/log.ts'
import { listMigrations } from '../lib/migrations.ts'
import { queryRow } from '../lib/sql.ts'

/**
 * Stops the start if the data directory is not writable; PocketBase's own message would be unclear. Starts if the disk is full, because reads still
 * work.
 */
export function exitIfDataUnwritable(app: CoreApp) {
  const folder = app.dataDir()
  const probe = `${folder}/.write`
  try {
    $os.mkdirAll(folder, 0o755)
    $os.writeFile(probe, '', 0o600)
    $os.remove(probe)
  } catch (error) {
    if (!isDiskOrDatabaseLockError(error) || /no space/i.test(String(error))) return
    logError(
      `No se puede escribir en ${folder} (${error}). Dé permiso de escritura al usuario del servidor; en la imagen: «chown 65532 carpeta».`,
    )
    $os.exit(1)
  }
}

/** Stops the start if a restore into the data directory was interrupted: its data is missing or incomplete. */
export function exitIfRestoreUnfinished(app: CoreApp) {
  if (!listFileNames(app.dataDir()).includes('.restaurando')) return
  logError(`La restauración en ${app.dataDir()} no terminó. Ejecute «restore» otra vez con la misma carpeta.`)
  $os.exit(1)
}

/**
 * Stops every command if a later version of the product migrated the data. PocketBase ignores migrations whose files
 * are missing.
 */
export function exitIfDataNewer(app: CoreApp) {
  // Migrations of PocketBase itself are Go files.
  const unknown = queryRow(
    app,
    `SELECT file FROM _migrations WHERE file LIKE '%.js' AND file NOT IN (SELECT value FROM json_each({:known})) LIMIT 1`,
    { known: JSON.stringify(listMigrations()) },
    { file: '' },
  )
  if (!unknown) return
  logError(
    `La carpeta ${app.dataDir()} es de una versión posterior del programa (${unknown.file}). No se cambió nada. ` +
      'Arranque con esa versión o una más nueva, o restaure en una carpeta vacía una copia de esta versión.',
  )
  $os.exit(1)
}
