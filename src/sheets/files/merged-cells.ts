import { FileReadError } from './file-read-error.ts'
import {
  cellKindCodes,
  copiedFromMergeFlag,
  findRowIndex,
  growColumnData,
  type MergedRange,
  mergedFlag,
  type Sheet,
} from './sheet.ts'

/** Copies the value of vertically merged cells to all rows of the merge, but not to further columns. Cells merged only sideways stay unmarked. */
export function fillMergedCells(sheet: Sheet): void {
  let steps = 0
  for (const merge of sheet.merges) {
    steps += fill(sheet, merge)
    // Limits the steps, which only overlapping merges can exceed; valid workbooks have none.
    if (steps > sheet.count * (sheet.width + 1)) throw new FileReadError('file.damaged')
  }
}

function fill(sheet: Sheet, { row, lastRow, column }: MergedRange): number {
  if (lastRow === row) return 0
  const store = sheet.columns[column]
  const first = findRowIndex(sheet.numbers, row)
  if (!store || sheet.numbers[first] !== row || !store.kinds[first]) return 0
  const kind = (store.kinds[first] as number) | mergedFlag
  store.kinds[first] = kind
  let at = first + 1
  for (; at < sheet.count && (sheet.numbers[at] as number) <= lastRow; at++) {
    if (at >= store.kinds.length) growColumnData(store, sheet.count)
    if (store.kinds[at] !== cellKindCodes.empty) continue
    store.kinds[at] = kind | copiedFromMergeFlag
    store.values[at] = store.values[first] as number
    if (store.formats) store.formats[at] = store.formats[first] as number
  }
  return at - first
}
