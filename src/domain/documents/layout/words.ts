import { endsWithCurrency } from '../../money/currency-text.ts'
import type { Tab } from '../tab.ts'
import { findHyphenationPoints } from './hyphenation.ts'
import { type FontStyle, measureText, spaceWidth } from './metrics.ts'

/** Text in one style. `key`: field whose value contains the text. */
export interface StyledRun {
  text: string
  style: FontStyle
  key?: string
  /** True if the field is empty. `text` is then the label of the field. */
  isMissing?: boolean
  isUnderlined?: boolean
}

/** Text to be split into words. `whole` is true if the text should stay on one line, e.g. a name, an amount or a date. */
export interface TextSpan extends StyledRun {
  whole: boolean
  tab?: Tab
}

export interface Word {
  spans: StyledRun[]
  width: number
  /** Width of the space before the word. 0 for a part of a hyphenated word that is not the first part. */
  space: number
  cost: number
  /** Width of the hyphen that is printed if the line breaks before this part of a word. */
  hyphen?: number
  /** Parts of the word between which it may be hyphenated. Computed when first needed. */
  syllables?: readonly Word[]
}

/**
 * Costs of line breaks, in the unit of `uneven` in `lines.ts`. `parting`: within a name or amount, only if the line
 * would otherwise be a quarter empty. `binding`: between «N.º» and its number, only if the line would otherwise be
 * nearly empty. `joined`: between a currency symbol and its amount, only if they do not fit on one line. `hyphen`:
 * within a word.
 */
const costs = { parting: 104 ** 2, binding: 637 ** 2, joined: 100_000 ** 2, hyphen: 90 ** 2 }

interface Parts {
  texts: readonly string[]
  widths: readonly number[]
}

/** Maximum number of cached texts per style. Cached, because thousands of documents of a batch repeat the texts of the format. */
const maxCachedTexts = 2_000
const wordCache = createStyleMaps<Parts>()
const syllableCache = createStyleMaps<Parts>()

function createStyleMaps<Known>(): Record<FontStyle, Map<string, Known>> {
  return { regular: new Map(), bold: new Map(), italic: new Map(), boldItalic: new Map() }
}

function cacheParts<Known>(known: Map<string, Known>, text: string, found: Known): Known {
  if (known.size >= maxCachedTexts) known.clear()
  known.set(text, found)
  return found
}

function measureParts(texts: readonly string[], style: FontStyle): Parts {
  return { texts, widths: texts.map((text) => measureText(text, style)) }
}

/** Words that do not depend on adjacent spans and can therefore be shared between texts. Created when first needed. */
type SharedWords = (Word | undefined)[]
let sharedWords: Map<Parts, SharedWords> | undefined

/** Shares the objects of equal words while `work` runs. A lasting cache would fill the memory of dozens of VMs. */
export function withWordCache<T>(work: () => T): T {
  sharedWords = new Map()
  try {
    return work()
  } finally {
    sharedWords = undefined
  }
}

function getSharedWords(parts: Parts): SharedWords | undefined {
  if (!sharedWords) return undefined
  const found = sharedWords.get(parts) ?? []
  if (!found.length) sharedWords.set(parts, found)
  return found
}

function splitSpan({ text, style, key }: TextSpan): Parts {
  // Caches only template text, because the values of fields differ between documents.
  if (key !== undefined) return measureParts(text.split(' '), style)
  return wordCache[style].get(text) ?? cacheParts(wordCache[style], text, measureParts(text.split(' '), style))
}

/** Returns a run with part of the text. Copies properties one by one, because object spread is slow in goja. */
export function sliceRun({ style, key, isMissing, isUnderlined }: StyledRun, text: string): StyledRun {
  if (isUnderlined) return { ...sliceRun({ text, style, key, isMissing }, text), isUnderlined }
  if (key === undefined) return { text, style }
  return isMissing ? { text, style, key, isMissing } : { text, style, key }
}

/** Splits a line into words. Cuts words that are wider than `lineWidth`. */
export function splitIntoWords(spans: readonly TextSpan[], lineWidth: number): Word[] {
  const words: Word[] = []
  let parted = true
  let cost = 0
  let last: Word | undefined
  let isTooWide = false
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place] as TextSpan
    const parts = splitSpan(span)
    const { texts, widths } = parts
    const known = span.key === undefined ? getSharedWords(parts) : undefined
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
        if (last) cost = getJoinCost(last, text) || cost
        const space = last ? spaceWidth : 0
        if (known && index && index < final && !cost && space) {
          last = known[index] ??= { spans: [sliceRun(span, text)], width, space, cost }
        } else last = { spans: [sliceRun(span, text)], width, space, cost }
        words.push(last)
      } else {
        last.spans.push(sliceRun(span, text))
        last.width += width
      }
      isTooWide ||= last.width > lineWidth
      parted = false
      cost = 0
    }
  }
  return isTooWide ? words.flatMap((word) => cutWord(word, lineWidth)) : words
}

/** Returns the cost of a break within «$ 5», «N.º 5», «S. A. S.», «8 a. m.» and «PESOS M/CTE»; 0 for other texts. */
function getJoinCost({ spans }: Word, next: string): number {
  const text = spans.at(-1)?.text ?? ''
  if (isAmountStart(next) && endsWithCurrency(text)) return costs.joined
  if (text.endsWith('.\xba')) return costs.binding
  const second = next.charAt(1)
  const isAvoided =
    second === '/'
      ? next.startsWith('M/CTE')
      : second === '.' && isInitial(next) && (isInitial(text) || isHour(text, next))
  return isAvoided ? costs.binding : 0
}

const isAmountStart = (text: string) => text >= '0' && text < ':'

/** Returns whether a text is an initial, with punctuation if any: «S.», «S.,». */
const isInitial = (text: string) => /^[a-zñ]\.[,;:.)»]*$/i.test(text)

const isHour = (text: string, next: string) => /^[ap]\./.test(next) && /^\d{1,2}(:\d\d)?$/.test(text)

/** Character at the end of a line that ends within a word. */
export const hyphen = '-'

/** Splits a word into the parts between which it may be hyphenated. Words that are not prose are not split. */
export function hyphenateWord(word: Word): readonly Word[] {
  word.syllables ??= splitSyllables(word)
  return word.syllables
}

function splitSyllables(word: Word): readonly Word[] {
  const span = word.spans[0]
  if (!span || word.spans.length > 1) return [word]
  const known = syllableCache[span.style]
  const { texts, widths } = known.get(span.text) ?? cacheParts(known, span.text, measureSyllables(span))
  if (texts.length < 2) return [word]
  const width = measureText(hyphen, span.style)
  return texts.map((text, index) => {
    const spans = [sliceRun(span, text)]
    const own = widths[index] as number
    return index
      ? { spans, width: own, space: 0, cost: costs.hyphen, hyphen: width }
      : { spans, width: own, space: word.space, cost: word.cost }
  })
}

function measureSyllables({ text, style }: StyledRun): Parts {
  const breaks = findHyphenationPoints(text)
  const texts = [0, ...breaks].map((from, index) => text.slice(from, breaks[index]))
  return measureParts(texts, style)
}

function cutWord(word: Word, lineWidth: number): Word[] {
  if (word.width <= lineWidth) return [word]
  const pieces: Word[] = []
  let piece: Word = { spans: [], width: 0, space: word.space, cost: word.cost }
  for (const span of word.spans) {
    const { text, style } = span
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const width = measureText(text[at] ?? '', style)
      if (piece.width + width > lineWidth && (piece.width || at > start)) {
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
