import { foldCaseAndAccents } from '../../../domain/text/case-folding.ts'

interface Searchable {
  label: string
  words?: string
}

/** Returns the commands that contain every word of `text`, best first. Ignores case and accents: «sesion» → «Cerrar sesión». */
export function findCommands<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const query = foldCaseAndAccents(text.trim())
  return items
    .map((item) => ({ item, rank: rankMatch(item, query) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

const noMatch = 4

/** Returns the rank of a match, lower is better: 0 for the start of the label, 1 and 2 for starts of words, 3 for parts of words. */
function rankMatch({ label, words = '' }: Searchable, query: string): number {
  const [name, all] = [foldCaseAndAccents(label), foldCaseAndAccents(`${label} ${words}`)]
  const terms = query.split(/\s+/)
  const startWordsOf = (text: string) => {
    const starts = text.split(/[\s(:›]+/)
    return terms.every((term) => starts.some((word) => word.startsWith(term)))
  }
  if (name.startsWith(query)) return 0
  if (startWordsOf(name)) return 1
  if (startWordsOf(all)) return 2
  return terms.every((term) => all.includes(term)) ? 3 : noMatch
}

/** Completes the number of a request of this year: «123» → «SOL-2026-000123». Returns other texts unchanged. */
export function expandRequestNumber(text: string, year: string): string {
  return /^\d{1,6}$/.test(text) ? `SOL-${year}-${text.padStart(6, '0')}` : text
}
