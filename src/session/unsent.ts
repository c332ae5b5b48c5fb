import { countOf } from '../lib/count.ts'
import { listLocal, listLocalFiles } from '../lib/local-store.ts'

/** Callbacks of open pages that save pending input before sign-out. */
const last = new Set<() => Promise<unknown>>()

/** Registers a callback that runs before sign-out; returns a function that unregisters it. */
export function beforeSignOut(finish: () => Promise<unknown>) {
  last.add(finish)
  return () => void last.delete(finish)
}

const patience = 2_000

/** Lets open pages save for at most 2 s, then describes the data that only this browser stores: «2 comentarios sin enviar». */
export async function unsentOf(owner: string): Promise<string[]> {
  const all = Promise.allSettled([...last].map((finish) => finish()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))])
  const texts = listLocal('kept', owner)
  const count = (beginning: string) => texts.filter((what) => what.startsWith(beginning)).length
  const files = (await listLocalFiles(owner)).filter((file) => !file.sent)
  return [
    ...named(
      listLocal('draft', owner).length,
      'borrador con cambios sin guardar',
      'borradores con cambios sin guardar',
    ),
    ...named(count('comment:'), 'comentario sin enviar', 'comentarios sin enviar'),
    ...named(count('reason:'), 'motivo de una decisión sin tomar', 'motivos de decisiones sin tomar'),
    ...named(count('format:'), 'formato con cambios sin guardar', 'formatos con cambios sin guardar'),
    ...new Set(files.map(({ fileName }) => `la hoja «${fileName}», sin enviar`)),
  ]
}

const named = (count: number, one: string, many: string) => (count > 0 ? [countOf(count, one, many)] : [])
