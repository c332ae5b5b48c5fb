import { breaksOf } from './hyphenation.ts'
import { hyphen } from './letters.ts'
import { type FontStyle, spaceWidth, widthOf } from './metrics.ts'

/** Text in one style; `key` is the field whose value it contains. */
export interface LaidRun {
  text: string
  style: FontStyle
  key?: string
  /** True if the value is empty; the text is then the field label. */
  isMissing?: boolean
}

/** Text to break into words. `whole` is true for text that should not break, such as a name, an amount or a date. */
export interface Span extends LaidRun {
  whole: boolean
}

export interface Word {
  spans: LaidRun[]
  width: number
  /** Width of the space before the word; 0 for the rest of a hyphenated word. */
  space: number
  /** Cost of a line break before the word. */
  cost: number
  /** Width of the hyphen that a break before this part requires. */
  hyphen?: number
  /** Parts between which the word may be hyphenated; computed on demand. */
  syllables?: readonly Word[]
}

/**
 * Costs on the scale of `uneven`. A name or an amount breaks before a line would be a quarter empty; «N.º» and its
 * number only before a line would be nearly empty.
 */
const costs = { parting: 104 ** 2, binding: 637 ** 2, hyphen: 90 ** 2 }

/** Parts of a text and the width of each part. */
interface Parts {
  texts: readonly string[]
  widths: readonly number[]
}

/** Cache limit per style: texts of formats repeat in the thousands of documents of a batch. */
const mostRemembered = 2_000
const knownWords = remembered<Parts>()
const knownSyllables = remembered<Parts>()

function remembered<Known>(): Record<FontStyle, Map<string, Known>> {
  return { regular: new Map(), bold: new Map(), italic: new Map(), boldItalic: new Map() }
}

function remember<Known>(known: Map<string, Known>, text: string, found: Known): Known {
  if (known.size >= mostRemembered) known.clear()
  known.set(text, found)
  return found
}

function measured(texts: readonly string[], style: FontStyle): Parts {
  return { texts, widths: texts.map((text) => widthOf(text, style)) }
}

/** Words that are independent of adjacent spans and can be shared; created on demand. */
type SameWords = (Word | undefined)[]
let sameWords: Map<Parts, SameWords> | undefined

/** Shares equal words while `work` runs; the cache ends with it (see `rememberingLines`). */
export function rememberingWords<T>(work: () => T): T {
  sameWords = new Map()
  try {
    return work()
  } finally {
    sameWords = undefined
  }
}

function sameWordsOf(parts: Parts): SameWords | undefined {
  if (!sameWords) return undefined
  const found = sameWords.get(parts) ?? []
  if (!found.length) sameWords.set(parts, found)
  return found
}

function wordsIn({ text, style, key }: Span): Parts {
  // Values are not cached, because they differ between documents.
  if (key !== undefined) return measured(text.split(' '), style)
  return knownWords[style].get(text) ?? remember(knownWords[style], text, measured(text.split(' '), style))
}

/** Returns a part of a run. Properties are copied one by one, because object spread is slow. */
export function partOf({ style, key, isMissing }: LaidRun, text: string): LaidRun {
  if (key === undefined) return { text, style }
  return isMissing ? { text, style, key, isMissing } : { text, style, key }
}

/** Splits a line into words; a word longer than `measure` is cut. */
export function lineWords(spans: readonly Span[], measure: number): Word[] {
  const words: Word[] = []
  let parted = true
  let cost = 0
  let last: Word | undefined
  let isTooWide = false
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place] as Span
    const parts = wordsIn(span)
    const { texts, widths } = parts
    const known = span.key === undefined ? sameWordsOf(parts) : undefined
    const final = texts.length - 1
    for (let index = 0; index <= final; index++) {
      const text = texts[index] as string
      if (index) {
        parted = true
        if (span.whole && cost < costs.parting) cost = costs.parting
      }
      if (!text) continue
      const width = widths[index] as number
      if (parted || !last) {
        if (last && binds(last, text)) cost = costs.binding
        const space = last ? spaceWidth : 0
        if (known && index && index < final && !cost && space) {
          last = known[index] ??= { spans: [partOf(span, text)], width, space, cost }
        } else last = { spans: [partOf(span, text)], width, space, cost }
        words.push(last)
      } else {
        last.spans.push(partOf(span, text))
        last.width += width
      }
      isTooWide ||= last.width > measure
      parted = false
      cost = 0
    }
  }
  return isTooWide ? words.flatMap((word) => chopped(word, measure)) : words
}

/**
 * Returns whether a break before `next` should be avoided: «N.º» and «$» before a number; inside «S. A. S.», «8 a.
 * m.» and «PESOS M/CTE».
 */
function binds({ spans }: Word, next: string) {
  const text = spans.at(-1)?.text ?? ''
  if (text === '$' || text.endsWith('.\xba')) return true
  const second = next.charAt(1)
  if (second === '/') return next.startsWith('M/CTE')
  return second === '.' && isInitial(next) && (isInitial(text) || isHour(text, next))
}

/** Matches an initial with optional punctuation: «S.», «S.,». */
const isInitial = (text: string) => /^[a-zñ]\.[,;:.)»]*$/i.test(text)

const isHour = (text: string, next: string) => /^[ap]\./.test(next) && /^\d{1,2}(:\d\d)?$/.test(text)

/** Splits a word into its hyphenation parts; words that are not prose stay whole. */
export function syllablesOf(word: Word): readonly Word[] {
  word.syllables ??= partedAt(word)
  return word.syllables
}

function partedAt(word: Word): readonly Word[] {
  const span = word.spans[0]
  if (!span || word.spans.length > 1) return [word]
  const known = knownSyllables[span.style]
  const { texts, widths } = known.get(span.text) ?? remember(known, span.text, syllablesIn(span))
  if (texts.length < 2) return [word]
  const width = widthOf(hyphen, span.style)
  return texts.map((text, index) => {
    const spans = [partOf(span, text)]
    const own = widths[index] as number
    return index
      ? { spans, width: own, space: 0, cost: costs.hyphen, hyphen: width }
      : { spans, width: own, space: word.space, cost: word.cost }
  })
}

function syllablesIn({ text, style }: LaidRun): Parts {
  const breaks = breaksOf(text)
  const texts = [0, ...breaks].map((from, index) => text.slice(from, breaks[index]))
  return measured(texts, style)
}

/** Cuts a word wider than the line into pieces that fit. */
function chopped(word: Word, measure: number): Word[] {
  if (word.width <= measure) return [word]
  const pieces: Word[] = []
  let piece: Word = { spans: [], width: 0, space: word.space, cost: word.cost }
  for (const span of word.spans) {
    const { text, style } = span
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const width = widthOf(text[at] ?? '', style)
      if (piece.width + width > measure && (piece.width || at > start)) {
        if (at > start) piece.spans.push({ ...span, text: text.slice(start, at) })
        pieces.push(piece)
        piece = { spans: [], width: 0, space: 0, cost: 0 }
        start = at
      }
      piece.width += width
    }
    piece.spans.push({ ...span, text: text.slice(start) })
  }
  return [...pieces, piece]
}
