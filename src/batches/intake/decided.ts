import { type ColumnMapping, getColumnMapping } from '../../domain/batches/column-matching.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { Decided, SheetPlace } from './import-state.ts'

export const sheetPlaceOf = ({ sheet, header }: SheetSummary): Required<SheetPlace> => ({
  sheet,
  header: { index: header.index, span: header.span },
})

const isAt = ({ sheet }: Decided, { header, ...place }: SheetPlace) =>
  sheet.sheet === place.sheet && (!header || (sheet.header.index === header.index && sheet.header.span === header.span))

/** Adds a decision to those of all sheets and header rows, newest last. Switching between sheets discards none. */
export const withDecided = (all: readonly Decided[], decided: Decided): readonly Decided[] => [
  ...all.filter((other) => !isAt(other, sheetPlaceOf(decided.sheet))),
  decided,
]

/** Returns the decision for a sheet and header row; without a header row, the latest decision for the sheet. */
export const decidedAt = (all: readonly Decided[], place: SheetPlace) => all.findLast((decided) => isAt(decided, place))

/** Maps columns by name, then reapplies manual choices of `before` to columns at the same positions. */
export function withChoices(sheet: SheetSummary, before: Pick<Decided, 'sheet' | 'mapping'>): ColumnMapping {
  const mapping = getColumnMapping(sheet.columns)
  const own = getColumnMapping(before.sheet.columns)
  for (const { column } of before.sheet.columns) {
    const chosen = before.mapping[column]
    if (chosen === own[column]) continue
    if (chosen === undefined) delete mapping[column]
    else mapping[column] = chosen
  }
  return mapping
}
