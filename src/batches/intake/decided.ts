import { type Mapping, mappingOf } from '../../domain/columns.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { SheetChoice } from '../../sheets/worker/session.ts'
import type { Step } from '../rows/step.ts'
import type { Importing } from './import-state.ts'

/** What a person decided about one sheet under one row of headers. */
export type Decided = Pick<Importing, 'mapping' | 'answers' | 'includeHidden' | 'remembered'> & {
  sheet: SheetSummary
  steps: Step[]
}

type Place = Pick<SheetChoice, 'sheet' | 'header'>

export const placeOf = ({ sheet, header }: SheetSummary): Required<Place> => ({
  sheet,
  header: { index: header.index, span: header.span },
})

/** The decisions of all sheets that were looked at: going to another one and back loses none. */
export function createDecided() {
  const latest = new Map<number, Decided>()
  const all = new Map<string, Decided>()
  return {
    keep(decided: Decided) {
      latest.set(decided.sheet.sheet, decided)
      all.set(JSON.stringify(placeOf(decided.sheet)), decided)
    },
    /** Without a row of headers, the one that was last chosen for the sheet. */
    find: ({ sheet, header }: Place) => (header ? all.get(JSON.stringify({ sheet, header })) : latest.get(sheet)),
    clear() {
      latest.clear()
      all.clear()
    },
  }
}

/** What columns of these names fill, and what a person had chosen by hand for columns at the same places. */
export function withChoices(sheet: SheetSummary, before: Pick<Decided, 'sheet' | 'mapping'>): Mapping {
  const mapping = mappingOf(sheet.columns)
  const own = mappingOf(before.sheet.columns)
  for (const { column } of before.sheet.columns) {
    const chosen = before.mapping[column]
    if (chosen === own[column]) continue
    if (chosen === undefined) delete mapping[column]
    else mapping[column] = chosen
  }
  return mapping
}
