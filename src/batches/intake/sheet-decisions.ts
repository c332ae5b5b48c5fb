import { type ColumnMapping, getColumnMapping } from '../../domain/batches/column-matching.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { SheetImportSettings, SheetPosition } from './import-state.ts'

export const getSheetPosition = ({ sheet, header }: SheetSummary): Required<SheetPosition> => ({
  sheet,
  header: { index: header.index, span: header.span },
})

const isDecisionAt = ({ sheet }: SheetImportSettings, { header, ...place }: SheetPosition) =>
  sheet.sheet === place.sheet && (!header || (sheet.header.index === header.index && sheet.header.span === header.span))

/** Adds the decisions about a sheet and header row to the list, newest last. Decisions about other sheets are preserved. */
export const addSheetDecision = (
  all: readonly SheetImportSettings[],
  decided: SheetImportSettings,
): readonly SheetImportSettings[] => [
  ...all.filter((other) => !isDecisionAt(other, getSheetPosition(decided.sheet))),
  decided,
]

/** Returns the saved decisions about a sheet and header row. If `place` has no header row, returns the latest decisions about the sheet. */
export const findSheetDecision = (all: readonly SheetImportSettings[], place: SheetPosition) =>
  all.findLast((decided) => isDecisionAt(decided, place))

/** Returns the mapping by column names, with the user's manual choices in `before` applied to the columns at the same positions. */
export function reapplyManualMappings(
  sheet: SheetSummary,
  before: Pick<SheetImportSettings, 'sheet' | 'mapping'>,
): ColumnMapping {
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
