/** Kinds of content that a body cannot express, or that the import changes. */
export const omittedItemKinds = [
  'lost',
  'embedded',
  'strike',
  'raised',
  'smallCaps',
  'tab',
  'list',
  'markerStyle',
  'itemAlign',
  'mergedCell',
  'cellParagraphs',
  'nestedTable',
  'textBox',
  'image',
  'drawing',
  'equation',
  'footnote',
  'comment',
  'hidden',
  'contents',
  'wordFormula',
  'wordResult',
  'computedField',
  'landscape',
  'link',
  'footer',
  'columns',
  'control',
  'character',
  'markup',
] as const
export type OmittedItemKind = (typeof omittedItemKinds)[number]

/** Content of the Word document that the import lost or changed. */
export interface OmittedItem {
  kind: OmittedItemKind
  /** One-based number of the paragraph; 0 for the header, the footer and the whole document. */
  place: number
  /** Lost text, or the beginning of the paragraph. */
  text: string
}

const maxTextLength = 120
/** Maximum length of text that the user has to copy by hand. */
const maxLostLength = 1000

export class OmittedItemList {
  readonly items: OmittedItem[] = []
  readonly #known = new Set<string>()

  add(kind: OmittedItemKind, place: number, text: string): void {
    const flat = text.replace(/\s+/g, ' ').trim()
    const limit = kind === 'lost' || kind === 'embedded' ? maxLostLength : maxTextLength
    const shown = flat.length > limit ? `${flat.slice(0, limit - 1).trimEnd()}…` : flat
    // Reports an omitted item once per paragraph, because Word splits a text into many runs.
    const key = `${kind} ${place} ${shown}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.items.push({ kind, place, text: shown })
  }
}
