import { fileNamesIn } from '../lib/folders.ts'
import { listMigrations } from '../lib/migrations.ts'
import { run } from '../lib/sql.ts'
import { isOurs, judgeCopy, type Manifest, unpacked } from './check.ts'
import { openRoot, syncIn } from './folder.ts'
import { oneConnection } from './snapshot.ts'
import { BrokenArchive, type ByteSource } from './tar.ts'

/** Work directory inside the target, used until all files are unpacked. */
const workplace = '.restaurando'
/** Names that an empty target may contain: a new volume has `lost+found`, the image has `.keep`. */
const nothing = ['.keep', 'lost+found']
/** Messages of the command. They appear in no page of the application. */
const sentences = {
  usage: 'Diga qué copia: pocketbase restore copia-AAAAMMDDTHHMMSSZ.tar --dir=CARPETA',
  full: 'La carpeta {folder} ya tiene datos. Restaure en una vacía: nada se mezcla ni se borra.',
  missing: 'El archivo {file} no existe o no se puede leer.',
  foreign: 'Este archivo no es una copia de Formatos preeliminares.',
  newer: 'La copia es de una versión posterior del programa. Restáurela con esa versión o una más nueva.',
  broken: 'La copia está dañada o incompleta ({where}). No se restauró nada; use otra copia.',
  space: 'No hay espacio en el disco para restaurar la copia. No se restauró nada.',
} as const

let manifest: Manifest | undefined

/** Returns the file named after the `restore` command; undefined for other commands. */
export function fileToRestore(words: string[]): string | undefined {
  const [command, file = ''] = words.filter((word) => !word.startsWith('--'))
  return command === 'restore' ? file : undefined
}

/**
 * `pocketbase restore <file> --dir=…`: unpacks a backup into an empty directory; on any error the directory stays empty.
 * Runs before the engine opens its database. `confirmRestored` then checks the restored database.
 */
export function restore(file: string) {
  const folder = $app.dataDir()
  try {
    if (!file) return end('usage')
    if (fileNamesIn(folder).some((name) => !nothing.includes(name))) return end('full', { folder })
    const archive = opened(file)
    if (!archive) return end('missing', { file })
    try {
      unpack(archive, folder)
    } finally {
      archive.close()
    }
  } catch (error) {
    empty(folder)
    if (error instanceof NewerArchive) return end('newer')
    // An archive without our first entry is reported as foreign, not as damaged.
    if (error instanceof BrokenArchive && !manifest) return end('foreign')
    if (/no space left|disk is full/.test(String(error))) return end('space')
    end('broken', { where: error instanceof Error ? error.message : String(error) })
  }
}

function end(why: keyof typeof sentences, details: Record<string, string> = {}) {
  console.error(sentences[why].replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? ''))
  $os.exit(1)
}

function opened(file: string) {
  const [, folder, name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(file) ?? []
  try {
    return $os.openInRoot(folder === undefined ? '.' : folder || '/', name)
  } catch {
    return undefined
  }
}

function unpack(archive: ByteSource, folder: string) {
  const root = openRoot(folder)
  try {
    root.mkdirAll(workplace, 0o700)
    const sinkOf = (path: string) => {
      if (!isOurs(path)) throw new BrokenArchive(path)
      root.mkdirAll(path.replace(/[^/]*$/, '.'), 0o700)
      return root.create(path)
    }
    const begun = (said: Manifest) => {
      manifest = said
      requireKnown(said)
    }
    unpacked(archive, root, workplace, sinkOf, { begun })
    root.removeAll(workplace)
    syncIn(root, 'data.db')
    syncIn(root, '.')
  } finally {
    root.close()
  }
}

/** Refuses a database with migrations newer than this program, which would mistake it for an older one. */
function requireKnown({ migration }: Manifest) {
  const newest = listMigrations().at(-1) ?? ''
  if (migration > newest) throw new NewerArchive()
}

class NewerArchive extends Error {}

/** Checks the restored database once the engine has opened it. Deletes the entry of the running backup, which is this one. */
export function confirmRestored() {
  // `restore` was not the first word, so nothing was unpacked, and the directory may be in use.
  if (!manifest) return end('usage')
  const folder = $app.dataDir()
  const database = oneConnection($app)
  try {
    judgeCopy(database, 'main', manifest)
    run(database, "DELETE FROM backups WHERE status = 'making'", {})
  } catch (error) {
    empty(folder)
    return end('broken', { where: String(error) })
  }
  const { at, content } = manifest
  console.log(
    `Restaurada en ${folder} la copia del ${at.slice(0, 16)} UTC: ${content.requests} solicitudes y ${content.files} archivos.`,
  )
  console.log('Arranque el servidor con esta carpeta; «pocketbase verify» recuenta lo derivado de las solicitudes.')
}

function empty(folder: string) {
  for (const name of fileNamesIn(folder)) if (!nothing.includes(name)) $os.removeAll(`${folder}/${name}`)
}
