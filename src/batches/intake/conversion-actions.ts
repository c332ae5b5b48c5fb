import type { ListRowLookup } from '../../sheets/reading/list-joiner.ts'
import { getJoinedFieldKeys, selectListJoins, toSheetJoins } from '../list-joins/list-joins.ts'
import { loadListRecords, loadMissingRecords } from '../list-joins/load-records.ts'
import { replayRowEdits } from '../rows/row-edit.ts'
import { createRowEditor } from '../rows/row-editor.ts'
import { saveColumnMapping } from '../saved-mapping.ts'
import { computeDefaultFieldTexts } from './default-texts.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportState } from './import-state.ts'
import * as transitions from './import-transitions.ts'

export function createConversionActions({ world, set, get, become, worker, save }: ImportContext) {
  const { owner, format, fields, context, lists = [], sources } = world

  const fillsIn = (state: ImportState) =>
    computeDefaultFieldTexts(
      state,
      { fields, context, sources },
      getJoinedFieldKeys(selectListJoins(state, fields, lists)),
    )

  async function lookUpAll(wanted: readonly ListRowLookup[]) {
    if (wanted.length > 0)
      await loadListRecords(worker(), wanted, (done, total) =>
        set({ lookingUp: done < total, progress: { done, total } }),
      )
  }

  /** Converts all rows of the sheet, applies the corrections again, and returns the row editor. */
  async function convert() {
    const { mapping, answers, includeHidden, joins, steps } = get()
    const joined = toSheetJoins(selectListJoins({ mapping, joins }, fields, lists), lists)
    if (lists.length > 0) await lookUpAll(await worker().setListJoins(joined, mapping, answers))
    await worker().convert({ mapping, answers, includeHidden, fills: fillsIn(get()), sources })
    await replayRowEdits(worker(), steps)
    const loadRecords = joined.length > 0 ? () => loadMissingRecords(worker()) : undefined
    await loadRecords?.()
    const overview = await worker().getOverview()
    const editor = createRowEditor(
      worker(),
      overview,
      (step) => {
        become((state) => transitions.addRowEdit(state, step))
        void save()
      },
      loadRecords,
    )
    await editor.show(overview.error > 0 ? 'errors' : 'all')
    return editor
  }

  async function toRows() {
    const { sheet, mapping } = get()
    if (!sheet) return
    saveColumnMapping(owner, format, sheet.columns, mapping)
    if (transitions.isConversionCurrent(get())) return set({ stage: 'rows' })
    become(transitions.startConversion)
    try {
      const editor = await convert()
      become((state) => transitions.finishConversion(state, editor))
      void save()
    } catch (error) {
      become((state) => transitions.setFileReadError(state, error, 'columns'))
    }
  }
  return { fillsIn, toRows }
}
