import { listLocalEntries, listLocalFiles } from '../../lib/local-store.ts'
import { formatCount } from '../../lib/number-format.ts'

/** Callbacks of open pages that save pending input before sign-out. */
const callbacks = new Set<() => Promise<unknown>>()

/** Registers a callback that runs before sign-out; returns a function that unregisters it. */
export function onBeforeSignOut(finish: () => Promise<unknown>) {
  callbacks.add(finish)
  return () => void callbacks.delete(finish)
}

const saveTimeoutMs = 2_000

/**
 * Waits up to 2 s for open pages to save their input. Returns descriptions of data that is stored only in this browser:
 * «2 comentarios sin enviar».
 */
export async function describeUnsentData(owner: string): Promise<string[]> {
  const all = Promise.allSettled([...callbacks].map((finish) => finish()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, saveTimeoutMs))])
  const texts = listLocalEntries('kept', owner)
  const count = (beginning: string) => texts.filter((what) => what.startsWith(beginning)).length
  const files = (await listLocalFiles(owner)).filter((file) => !file.sent)
  return [
    ...formatNonZero(
      listLocalEntries('draft', owner).length,
      'borrador con cambios sin guardar',
      'borradores con cambios sin guardar',
    ),
    ...formatNonZero(count('comment:'), 'comentario sin enviar', 'comentarios sin enviar'),
    ...formatNonZero(count('reason:'), 'motivo de una decisión sin tomar', 'motivos de decisiones sin tomar'),
    ...formatNonZero(count('format:'), 'formato con cambios sin guardar', 'formatos con cambios sin guardar'),
    ...new Set(files.map(({ fileName }) => `la hoja «${fileName}», sin enviar`)),
  ]
}

const formatNonZero = (count: number, one: string, many: string) => (count > 0 ? [formatCount(count, one, many)] : [])
