import { logError } from '../lib/log.ts'
import { eachMigration, migrationsHere } from '../lib/migrations.ts'
import { rows } from '../lib/sql.ts'

/**
 * Ends every command on data that a later version has changed: the engine passes over a migration that it does not find, and this program would
 * write as if the rules and the triggers of today were not there. And on data that would never get one, for its number is below the newest that they have.
 */
export function refuseNewerData(app: CoreApp) {
  // The engine's own are Go.
  const applied = rows(app, `SELECT file FROM _migrations WHERE file LIKE '%.js' ORDER BY file`, {}, { file: '' })
  const [had, known] = [new Set(applied.map(({ file }) => file)), new Set(migrationsHere())]
  const unknown = [...had].find((file) => !known.has(file))
  if (unknown)
    end(
      `La carpeta ${app.dataDir()} es de una versión posterior del programa (${unknown}). No se cambió nada. ` +
        'Arranque con esa versión o una más nueva, o restaure en una carpeta vacía una copia hecha con esta.',
    )
  const each = eachMigration()
  const passedOver = had.has(each.at(-1) ?? '') && each.find((file) => !had.has(file))
  if (passedOver)
    end(
      `A la carpeta ${app.dataDir()} le falta ${passedOver} y ya tiene ${each.at(-1)}: las migraciones van por su número. ` +
        'Déle a la que falta un número mayor que el de todas.',
    )
}

function end(sentence: string) {
  logError(sentence)
  $os.exit(1)
}
