import { logError } from '../lib/log.ts'
import { listMigrations } from '../lib/migrations.ts'
import { queryRow } from '../lib/sql.ts'

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
