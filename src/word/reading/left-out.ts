/** Kinds of content that a body cannot express, or that the reader changes. */
export const leftOutKinds = [
  'strike',
  'raised',
  'tab',
  'list',
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
export type LeftOutKind = (typeof leftOutKinds)[number]

/** Content of the document that is not in the body as it was. */
export interface LeftOutItem {
  kind: LeftOutKind
  /** One-based number of the paragraph; 0 for the header, the footer and the whole document. */
  place: number
  /** Lost text, or the beginning of the paragraph. */
  text: string
}

const maxTextLength = 120

export class LeftOutList {
  readonly items: LeftOutItem[] = []

  add(kind: LeftOutKind, place: number, text: string): void {
    const flat = text.replace(/\s+/g, ' ').trim()
    const shown = flat.length > maxTextLength ? `${flat.slice(0, maxTextLength - 1).trimEnd()}…` : flat
    // Lists a kind once per paragraph with the same text, because Word splits a text into many runs.
    const isKnown = this.items.some((item) => item.kind === kind && item.place === place && item.text === shown)
    if (!isKnown) this.items.push({ kind, place, text: shown })
  }
}
