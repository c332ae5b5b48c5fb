import type { ListKeyRequest } from '../../sheets/reading/list-joiner.ts'
import { joinedIn, joinedKeys, sheetJoins } from '../joining/joined.ts'
import { lookUp, lookUpTyped } from '../joining/look-up.ts'
import { rememberColumns } from '../remembered.ts'
import { repeat } from '../rows/row-step.ts'
import { createWorkbench } from '../rows/workbench.ts'
import { computeFills } from './fills.ts'
import type { ImportCore } from './import-core.ts'
import type { Importing } from './import-state.ts'
import * as after from './transitions.ts'

/** Creates the actions that convert the sheet into rows for correcting and sending. */
export function createJudging({ world, set, get, become, worker, save }: ImportCore) {
  const { owner, format, fields, context, lists = [], sources } = world

  const fillsIn = (state: Importing) =>
    computeFills(state, { fields, context, sources }, joinedKeys(joinedIn(state, fields, lists)))

  async function lookUpAll(wanted: readonly ListKeyRequest[]) {
    if (wanted.length > 0)
      await lookUp(worker(), wanted, (done, total) => set({ lookingUp: done < total, progress: { done, total } }))
  }

  /** Converts all rows, repeats the user's corrections, and returns the workbench. */
  async function convert() {
    const { mapping, answers, includeHidden, joins, steps } = get()
    const joined = sheetJoins(joinedIn({ mapping, joins }, fields, lists), lists)
    if (lists.length > 0) await lookUpAll(await worker().join(joined, mapping, answers))
    await worker().convert({ mapping, answers, includeHidden, fills: fillsIn(get()), sources })
    await repeat(worker(), steps)
    const settle = joined.length > 0 ? () => lookUpTyped(worker()) : undefined
    await settle?.()
    const overview = await worker().overview()
    const bench = createWorkbench(
      worker(),
      overview,
      (step) => {
        become((state) => after.stepped(state, step))
        void save()
      },
      settle,
    )
    await bench.show(overview.error > 0 ? 'errors' : 'all')
    return bench
  }

  async function toRows() {
    const { sheet, mapping } = get()
    if (!sheet) return
    rememberColumns(owner, format, sheet.columns, mapping)
    if (after.isJudged(get())) return set({ stage: 'rows' })
    become(after.judging)
    try {
      const bench = await convert()
      become((state) => after.judged(state, bench))
      void save()
    } catch (error) {
      become((state) => after.refused(state, error, 'columns'))
    }
  }
  return { fillsIn, toRows }
}
