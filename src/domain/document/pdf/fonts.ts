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

/** Embeds a font and gives the number of its object. */
export function addFont(file: File, { name, descriptor, length, data, toUnicode, widths }: FontFile): number {
  const program = add(file, stream(data, `${packed}/Length1 ${length}`))
  const letters = add(file, stream(toUnicode, packed))
  const described = add(file, `<</Type/FontDescriptor/FontName/${name}${descriptor}/FontFile2 ${program} 0 R>>`)
  const range = `/FirstChar 32/LastChar ${31 + widths.length}/Widths[${widths.join(' ')}]`
  return add(
    file,
    `<</Type/Font/Subtype/TrueType/BaseFont/${name}${range}/FontDescriptor ${described} 0 R/ToUnicode ${letters} 0 R>>`,
  )
}
