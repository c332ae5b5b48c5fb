import MiniSearch from 'minisearch'
import { getHelpOutline, type HelpPageName, type HelpSection, helpPageNames } from './pages.ts'

export interface HelpResult {
  page: HelpPageName
  pageTitle: string
  /** Anchor of the section; empty for the top of the page. */
  section: string
  title: string
  /** Excerpt of the section's text around the first match. */
  excerpt: string
}

const texts = import.meta.glob<HelpSection[]>('../../docs/ayuda/es/*.md', {
  query: '?sections',
  import: 'default',
  eager: true,
})

const removeAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const index = new MiniSearch<HelpSection & { key: string }>({
  idField: 'key',
  fields: ['title', 'text'],
  processTerm: (term) => (term.length > 1 ? removeAccents(term) : null),
  searchOptions: {
    boost: { title: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
})

const sections = new Map<string, { page: HelpPageName; section: HelpSection }>()
for (const page of helpPageNames)
  for (const section of texts[`../../docs/ayuda/es/${page}.md`] ?? [])
    sections.set(`${page}#${section.id}`, { page, section })
index.addAll([...sections].map(([key, { section }]) => ({ ...section, key })))

/** Searches the help without regard to case and accents; the last word may be incomplete. Returns at most 12 sections, best first. */
export function searchHelp(query: string): HelpResult[] {
  return index
    .search(query)
    .slice(0, 12)
    .flatMap(({ id, terms }) => {
      const found = sections.get(id as string)
      if (!found) return []
      const { page, section } = found
      const pageTitle = getHelpOutline(page).title
      return [
        { page, pageTitle, section: section.id, title: section.title, excerpt: createExcerpt(section.text, terms) },
      ]
    })
}

const excerptLength = 140

function createExcerpt(text: string, terms: readonly string[]): string {
  const folded = removeAccents(text)
  const first = Math.max(0, Math.min(...terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0), text.length))
  const from = first < 60 || first === text.length ? 0 : text.indexOf(' ', first - 50) + 1
  const part = text.slice(from, from + excerptLength)
  return `${from > 0 ? '… ' : ''}${part}${from + excerptLength < text.length ? '…' : ''}`
}
