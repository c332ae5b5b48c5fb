import { foldCaseAndAccents } from '../domain/text/case-folding.ts'

interface Searchable {
  label: string
  /** Further words that find the item. */
  words?: string
}

/**
 * Returns the items that contain every word of `text`. Labels that start with `text` come first, then labels and other
 * words that start with its words. Ignores case and accents: «sesion» → «Cerrar sesión».
 */
export function findByWords<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const query = foldCaseAndAccents(text.trim())
  const terms = query.split(/\s+/)
  const startWordsOf = (searched: string) => {
    const starts = searched.split(/[\s(:›]+/)
    return terms.every((term) => starts.some((word) => word.startsWith(term)))
  }
  function rankMatch({ label, words = '' }: Item): number {
    const [name, all] = [foldCaseAndAccents(label), foldCaseAndAccents(`${label} ${words}`)]
    if (name.startsWith(query)) return 0
    if (startWordsOf(name)) return 1
    if (startWordsOf(all)) return 2
    return terms.every((term) => all.includes(term)) ? 3 : 4
  }
  return [0, 1, 2, 3].flatMap((rank) => items.filter((item) => rankMatch(item) === rank))
}
