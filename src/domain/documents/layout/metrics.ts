import { bareLetter, sets } from './letters.ts'
import { widths } from './widths.gen.ts'

export type FontStyle = keyof typeof widths

/** The same in all styles. */
export const spaceWidth = 260

/** Where the letters that come often end; the codes of others lie far apart. */
const near = 0x250

interface Widths {
  near: readonly number[]
  far: ReadonlyMap<number, number>
}

/** By set and place: the code of the letter that marks stand on. */
const bare = sets.map((set) => [...set].map((letter) => bareLetter(letter).charCodeAt(0)))

const tables: Record<FontStyle, Widths> = {
  regular: byLetter(widths.regular),
  bold: byLetter(widths.bold),
  italic: byLetter(widths.italic),
  boldItalic: byLetter(widths.boldItalic),
}

function byLetter(given: readonly (readonly number[])[]): Widths {
  const table: number[] = Array(near).fill(0)
  const far = new Map<number, number>()
  const widthIn = (code: number) => (code < near ? table[code] : far.get(code)) ?? 0
  sets.forEach((set, index) => {
    for (let at = 0; at < set.length; at++) {
      const code = set.charCodeAt(at)
      // As wide as that one: it came before.
      const width = given[index]?.[at] || widthIn(bare[index]?.[at] ?? 0)
      if (code < near) table[code] = width
      else far.set(code, width)
    }
  })
  table[0xa0] = spaceWidth
  return { near: table, far }
}

/** The width of written text in thousandths of its size. */
export function widthOf(text: string, style: FontStyle): number {
  const table = tables[style]
  let width = 0
  // In here, and not in a function: this loop is most of the work.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    width += (code < near ? table.near[code] : table.far.get(code)) ?? 0
  }
  return width
}

/** The width of spans without any break but their own, and that of their longest word. */
export function extentOf(spans: readonly { text: string; style: FontStyle }[]): { natural: number; longest: number } {
  let natural = 0
  let longest = 0
  let line = 0
  let word = 0
  for (const { text, style } of spans) {
    const table = tables[style]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 10) line = 0
      const width = (code < near ? table.near[code] : table.far.get(code)) ?? 0
      line += width
      word = code === 10 || code === 32 ? 0 : word + width
      if (word > longest) longest = word
      if (line > natural) natural = line
    }
  }
  return { natural, longest }
}
