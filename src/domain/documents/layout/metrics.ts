import { endsWithCurrency } from '../../money/currency-text.ts'
import { getBaseLetter, glyphSets } from './glyph-sets.ts'
import { glyphWidths } from './widths.gen.ts'

export type FontStyle = keyof typeof glyphWidths

/** Width of a space in thousandths of the font size. Equal in all styles. */
export const spaceWidth = 260

/** First code whose width is in a map. An array is faster, and most characters are below this code. */
const near = 0x250

interface WidthTable {
  near: readonly number[]
  far: ReadonlyMap<number, number>
}

/** Character code of the base letter without accents, for each character of each set. */
const baseCodes = glyphSets.map((set) => [...set].map((letter) => getBaseLetter(letter).charCodeAt(0)))

const tables: Record<FontStyle, WidthTable> = {
  regular: createWidthTable(glyphWidths.regular),
  bold: createWidthTable(glyphWidths.bold),
  italic: createWidthTable(glyphWidths.italic),
  boldItalic: createWidthTable(glyphWidths.boldItalic),
}

function createWidthTable(widthsBySet: readonly (readonly number[])[]): WidthTable {
  const table: number[] = Array(near).fill(0)
  const far = new Map<number, number>()
  const widthIn = (code: number) => (code < near ? table[code] : far.get(code)) ?? 0
  glyphSets.forEach((set, index) => {
    for (let at = 0; at < set.length; at++) {
      const code = set.charCodeAt(at)
      // Uses the width of the base letter for accented letters without a width of their own. Base letters are earlier
      // in the set.
      const width = widthsBySet[index]?.[at] || widthIn(baseCodes[index]?.[at] ?? 0)
      if (code < near) table[code] = width
      else far.set(code, width)
    }
  })
  table[0xa0] = spaceWidth
  return { near: table, far }
}

/** Returns the width of a text in thousandths of the font size. */
export function measureText(text: string, style: FontStyle): number {
  const table = tables[style]
  let width = 0
  // Repeats the lookup inline instead of calling a function, because most of the layout time is spent here.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    width += (code < near ? table.near[code] : table.far.get(code)) ?? 0
  }
  return width
}

/** Returns the natural width (without line breaks) and the width of the longest word. An amount with its currency symbol is one word. */
export function measureSpans(spans: readonly { text: string; style: FontStyle }[]): {
  natural: number
  longest: number
} {
  let natural = 0
  let longest = 0
  let line = 0
  let word = 0
  let at = 0
  const all = spans.map(({ text }) => text).join('')
  for (const { text, style } of spans) {
    const table = tables[style]
    const end = at + text.length
    for (; at < end; at++) {
      const code = all.charCodeAt(at)
      if (code === 10) line = 0
      const width = (code < near ? table.near[code] : table.far.get(code)) ?? 0
      line += width
      const isWordEnd = code === 10 || (code === 32 && !isInAmount(all, at))
      word = isWordEnd ? 0 : word + width
      if (word > longest) longest = word
      if (line > natural) natural = line
    }
  }
  return { natural, longest }
}

function isInAmount(text: string, space: number): boolean {
  const next = text.charCodeAt(space + 1)
  return next >= 48 && next <= 57 && endsWithCurrency(text.slice(Math.max(0, space - 4), space))
}
