import { add, type File, stream } from './file.ts'

/** One set of letters in one style, as the build makes it. */
export interface FontFile {
  name: string
  /** Entries of its descriptor. */
  descriptor: string
  /** Of the file before it was deflated. */
  length: number
  /** Deflated, in ASCII base 85. */
  data: string
  toUnicode: string
  widths: readonly number[]
}

/** By the names that pages give them: `R0` and `B0` are the first set in regular and bold. */
export type FontOf = (name: string) => FontFile

const packed = '/Filter[/ASCII85Decode/FlateDecode]'

/** What is the same of a font in each document: written once. */
interface Written {
  program: string
  letters: string
  range: string
}
const known = new WeakMap<FontFile, Written>()

function writtenOf(font: FontFile): Written {
  const found = known.get(font)
  if (found) return found
  const { length, data, toUnicode, widths } = font
  const written = {
    program: stream(data, `${packed}/Length1 ${length}`),
    letters: stream(toUnicode, packed),
    range: `/FirstChar 32/LastChar ${31 + widths.length}/Widths[${widths.join(' ')}]`,
  }
  known.set(font, written)
  return written
}

/** Embeds a font and gives the number of its object. */
export function addFont(file: File, font: FontFile): number {
  const { name, descriptor } = font
  const { program, letters, range } = writtenOf(font)
  const data = add(file, program)
  const codes = add(file, letters)
  const described = add(file, `<</Type/FontDescriptor/FontName/${name}${descriptor}/FontFile2 ${data} 0 R>>`)
  return add(
    file,
    `<</Type/Font/Subtype/TrueType/BaseFont/${name}${range}/FontDescriptor ${described} 0 R/ToUnicode ${codes} 0 R>>`,
  )
}
