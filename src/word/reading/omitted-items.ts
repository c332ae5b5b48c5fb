/** Kinds of content that a body cannot express, or that the import changes. */
export const omittedItemKinds = [
  'strike',
  'raised',
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
  'computedField',
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

export class OmittedItemList {
  readonly items: OmittedItem[] = []

  add(kind: OmittedItemKind, place: number, text: string): void {
    const flat = text.replace(/\s+/g, ' ').trim()
    const shown = flat.length > maxTextLength ? `${flat.slice(0, maxTextLength - 1).trimEnd()}…` : flat
    // Reports an omitted item once per paragraph, because Word splits a text into many runs.
    const isKnown = this.items.some((item) => item.kind === kind && item.place === place && item.text === shown)
    if (!isKnown) this.items.push({ kind, place, text: shown })
  }
}
