import { breaksOf } from './hyphenation.ts'
import { hyphen } from './letters.ts'
import { type FontStyle, spaceWidth, widthOf } from './metrics.ts'

/** Written text in one style; `key` names the field whose value it is. */
export interface LaidRun {
  text: string
  style: FontStyle
  key?: string
  /** A value that was not given: the text is its label. */
  isMissing?: boolean
}

/** `whole` when it had better not be broken (a name, an amount, a date). */
export interface Span extends LaidRun {
  whole: boolean
}

export interface Word {
  spans: LaidRun[]
  width: number
  /** Width of the space before it; 0 for the rest of a word that was parted. */
  space: number
  /** What a break before it costs. */
  cost: number
  /** The width of the hyphen that a break before it needs. */
  hyphen?: number
  /** Between which it may be parted, once they were asked for. */
  syllables?: readonly Word[]
}

/** As `uneven`: a name or an amount is parted before a line becomes a quarter empty, and «N.º» not before it is nearly all empty. */
const costs = { parting: 104 ** 2, binding: 637 ** 2, hyphen: 90 ** 2 }

/** A text in parts, and how wide each is. */
interface Parts {
  texts: readonly string[]
  widths: readonly number[]
}

/** So many texts of formats are remembered in each style: a batch makes thousands of documents of the same. */
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

/** Words of a text that nothing else can be part of, as far as they were asked for. */
type SameWords = (Word | undefined)[]
let sameWords: Map<Parts, SameWords> | undefined

/** Makes the same words once while many documents are made, and no longer: see `rememberingLines`. */
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
  // Values differ from document to document.
  if (key !== undefined) return measured(text.split(' '), style)
  return knownWords[style].get(text) ?? remember(knownWords[style], text, measured(text.split(' '), style))
}

/** Part of a run; spelled out, because to spread an object is slow. */
export function partOf({ style, key, isMissing }: LaidRun, text: string): LaidRun {
  if (key === undefined) return { text, style }
  return isMissing ? { text, style, key, isMissing } : { text, style, key }
}

/** The words of a line; what is longer than `measure` is cut. */
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

/** «N.º» and «$» stay with their number; «S. A. S.», «8 a. m.» and «PESOS M/CTE» stay whole. */
function binds({ spans }: Word, next: string) {
  const text = spans.at(-1)?.text ?? ''
  if (text === '$' || text.endsWith('.\xba')) return true
  const second = next.charAt(1)
  if (second === '/') return next.startsWith('M/CTE')
  return second === '.' && isInitial(next) && (isInitial(text) || isHour(text, next))
}

/** «S.», and what follows it in the sentence: «S.,». */
const isInitial = (text: string) => /^[a-zñ]\.[,;:.)»]*$/i.test(text)

const isHour = (text: string, next: string) => /^[ap]\./.test(next) && /^\d{1,2}(:\d\d)?$/.test(text)

/** A word in the pieces between which it may be parted; only words of prose are. */
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

/** A word wider than the line, in pieces that fit. */
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
