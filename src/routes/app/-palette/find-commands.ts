import { foldCaseAndAccents } from '../../../domain/text/case-folding.ts'

interface Searchable {
  label: string
  words?: string
}

/**
 * Returns the commands that contain every word of `text`: first those that start with `text`, then those with words
 * that start with its words. Ignores case and accents: «sesion» → «Cerrar sesión».
 */
export function findCommands<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const query = foldCaseAndAccents(text.trim())
  const terms = query.split(/\s+/)
  function rankMatch({ label, words = '' }: Item): number {
    const all = foldCaseAndAccents(`${label} ${words}`)
    const starts = all.split(/[\s(:›]+/)
    if (all.startsWith(query)) return 0
    if (terms.every((term) => starts.some((word) => word.startsWith(term)))) return 1
    return terms.every((term) => all.includes(term)) ? 2 : 3
  }
  return [0, 1, 2].flatMap((rank) => items.filter((item) => rankMatch(item) === rank))
}

/** Completes the number of a request of this year: «123» → «SOL-2026-000123». Returns other texts unchanged. */
export function expandRequestNumber(text: string, year: string): string {
  return /^\d{1,6}$/.test(text) ? `SOL-${year}-${text.padStart(6, '0')}` : text
}
