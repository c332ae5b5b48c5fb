import { listMigrations } from '../lib/migrations.ts'
import { erasedListName } from './erased-list.ts'
import { type Manifest, productId } from './manifest.ts'

/** Messages of the command. They appear in no page of the application. */
const messages: Record<string, string> = {
  usage: 'Indique la copia: pocketbase restore copia-AAAAMMDDTHHMMSSZ.tar --dir=CARPETA',
  full: 'La carpeta {folder} ya tiene datos. Use una carpeta vacía. No se cambió nada.',
  missing:
    'El archivo {file} no existe o no se puede leer. Revise la ruta y los permisos; el contenedor lee con el usuario 65532.',
  foreign: 'Este archivo no es una copia de Formatos preeliminares.',
  newer: 'La copia es de una versión posterior del programa. Restáurela con esa versión o una más nueva.',
  broken: 'La copia está dañada o incompleta ({where}). No se restauró nada; use otra copia.',
  space: 'No hay espacio en el disco para restaurar la copia. No se restauró nada.',
}

/** Descriptions of damages that the engine names by a code. */
const damages: Record<string, string> = {
  cut: 'termina antes de tiempo',
  header: 'cabecera inválida',
  sums: 'las sumas',
  entries: 'faltan archivos',
}

/** Returns the file named after the `restore` command; undefined for other commands. */
export function parseRestoreFile(words: string[]): string | undefined {
  const [command, file = ''] = words.filter((word) => !word.startsWith('--'))
  return command === 'restore' ? file : undefined
}

/**
 * `pocketbase restore <file> --dir=…`: restores a backup into an empty directory and exits; on any error the directory stays empty. Runs before
 * PocketBase opens its database. Deletes the entry with status `making`, which is the restored backup itself: it was running when its database was
 * copied.
 */
export function restoreBackup(file: string) {
  if (!file) return refuseRestore()
  const folder = $app.dataDir()
  const newest = listMigrations().at(-1) ?? ''
  const prepare = "DELETE FROM backups WHERE status = 'making'"
  const { code, where, manifest } = engine.restore({ file, folder, product: productId, newest, prepare })
  if (code) return exitWithError(code, { file, folder, where: damages[where] ?? where })
  const { at, content } = JSON.parse(manifest) as Manifest
  console.log(
    `Restaurada en ${folder} la copia del ${at.slice(0, 16)} UTC: ${content.requests} solicitudes y ${content.files} archivos.`,
  )
  console.log(copyErasedList(file, folder))
  console.log('Arranque el servidor con esta carpeta. Para revisar los conteos, use «pocketbase verify».')
  $os.exit(0)
}

/** Copies the list of anonymised requests beside the backup, so that the server erases them again when it starts. Returns a message. */
function copyErasedList(file: string, folder: string): string {
  const list = file.replace(/[^/\\]*$/, erasedListName)
  try {
    const text = toString($os.readFile(list))
    $os.mkdirAll(`${folder}/backups`, 0o700)
    $os.writeFile(`${folder}/backups/${erasedListName}`, text, 0o600)
    return `Al arrancar, el servidor borra otra vez los datos de las solicitudes de ${list}.`
  } catch {
    return `No se encontró ${list}. Si anonimizó solicitudes después de la copia, ponga ese archivo en ${folder}/backups antes de arrancar.`
  }
}

/** Refuses a command line in which `restore` is not the first word, after PocketBase has opened the database: the directory may be in use. */
export const refuseRestore = () => exitWithError('usage')

function exitWithError(why: string, details: Record<string, string> = {}) {
  console.error((messages[why] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? ''))
  $os.exit(1)
}
