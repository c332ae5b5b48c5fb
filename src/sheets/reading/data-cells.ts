import { exactDecimal } from '../files/exact-decimal.ts'
import { kindMask, kinds, type Sheet } from '../files/sheet.ts'

/** The cells of a column below the headers that are of one of these kinds, as text, with the numbers of their rows. */
export function* dataCells(
  { sheet, start, column }: { sheet: Sheet; start: number; column: number },
  ...wanted: ('text' | 'number')[]
): Generator<{ row: number; text: string; index: number }> {
  const store = sheet.columns[column]
  if (!store) return
  const last = Math.min(sheet.count, store.kinds.length)
  for (let index = start; index < last; index++) {
    const kind = (store.kinds[index] as number) & kindMask
    const row = sheet.numbers[index] as number
    const value = store.values[index] as number
    if (kind === kinds.text && wanted.includes('text')) yield { row, index, text: sheet.texts.get(value) }
    else if (kind === kinds.number && wanted.includes('number')) yield { row, index, text: exactDecimal(value) }
  }
}
