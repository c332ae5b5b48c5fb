import type { MergedRange } from './sheet.ts'

/** Returns the zero-based column of a reference: `AB12` → 27. Works on bytes for speed, because every cell has a reference. */
export function parseColumnIndex(bytes: Uint8Array, from: number, to: number): number {
  let column = 0
  for (let i = from; i < to; i++) {
    const letter = (bytes[i] as number) - 0x40
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** Parses a number from bytes that are all ASCII digits. */
export function parseDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) value = value * 10 + (bytes[i] as number) - 0x30
  return value
}

export type XlsxCellType = 's' | 'n' | 'b' | 'e' | 'd' | 'str' | 'inlineStr'

/** Returns the cell type from the bytes of the attribute `t`. Its length and first letter are enough to distinguish the types. */
export function parseCellType(bytes: Uint8Array, from: number, to: number): XlsxCellType {
  if (to - from === 3) return 'str'
  if (to - from > 3) return 'inlineStr'
  switch (bytes[from]) {
    case 0x73:
      return 's'
    case 0x62:
      return 'b'
    case 0x65:
      return 'e'
    case 0x64:
      return 'd'
    default:
      return 'n'
  }
}

/** Returns the letters of a zero-based column: 0 → `A`, 27 → `AB`. */
export function toColumnLetters(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26))
  return column < 26 ? rest : toColumnLetters(Math.floor(column / 26) - 1) + rest
}

/** Parses a range such as `A1:B2` into one-based rows and zero-based columns; returns `null` for other texts. */
export function parseMergedRange(range: string): MergedRange | null {
  const found = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(range.replaceAll('$', ''))
  if (!found) return null
  const [, first = '', row, last = '', lastRow] = found
  const column = (letters: string) => [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row), lastRow: Number(lastRow), column: column(first), lastColumn: column(last) }
}
