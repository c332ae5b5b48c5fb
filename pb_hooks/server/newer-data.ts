import { migrationsHere } from '../lib/migrations.ts'
import { rows } from '../lib/sql.ts'

/**
 * Ends every command on data that a later version has changed: the engine passes over a migration that it does not find, and this program would
 * write as if the rules and the triggers of today were not there.
 */
export function refuseNewerData(app: CoreApp) {
  const known = new Set(migrationsHere())
  // The engine's own are Go.
  const applied = rows(app, `SELECT file FROM _migrations WHERE file LIKE '%.js' ORDER BY file`, {}, { file: '' })
  const [unknown] = applied.filter(({ file }) => !known.has(file))
  if (!unknown) return
  console.error(
    `La carpeta ${app.dataDir()} es de una versión posterior del programa (${unknown.file}). No se cambió nada. ` +
      'Arranque con esa versión o una más nueva, o restaure en una carpeta vacía una copia hecha con esta.',
  )
  $os.exit(1)
}
