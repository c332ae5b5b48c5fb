import type { Field } from '../../domain/fields/field.ts'
import { parseValue } from '../../domain/fields/values.ts'
import type { QuestionAnswers } from '../../sheets/reading/column-question.ts'
import { deleteImportDraft, readImportDraft, saveImportDraft } from '../import-drafts.ts'
import { createConversionActions } from './conversion-actions.ts'
import { createImportContext, type ImportContext, type ImportOptions } from './import-context.ts'
import { emptyImportState, type ImportState } from './import-state.ts'
import * as transitions from './import-transitions.ts'
import { createFileOpenActions } from './open-actions.ts'

export type ImportSession = ReturnType<typeof createImportSession>

/** Creates the session that imports one file, from its bytes to valid rows. Stores the user's decisions in the browser. */
export function createImportSession(world: ImportOptions) {
  const core = createImportContext(world)
  const judging = createConversionActions(core)
  return {
    store: core.store,
    lists: world.lists ?? [],
    dropped: core.dropped,
    ...createFileOpenActions(core, judging.toRows),
    ...judging,
    ...createColumnActions(core),
    ...createEndActions(core),
  }
}

function createColumnActions({ world, set, get, become, worker, understand, save }: ImportContext) {
  /** Applies and stores a change of the state, then analyses the columns again in the worker. */
  async function change(next: (state: ImportState) => ImportState) {
    become((state) => ({ ...next(state), busy: true }))
    void save()
    try {
      await understand()
    } finally {
      set({ busy: false })
    }
    void save()
  }
  return {
    map: (column: number, key: string) => change((state) => transitions.mapColumn(state, column, key)),
    join: (key: string, on: boolean, instead?: number) =>
      change((state) => transitions.setListJoin(state, key, on, instead)),
    /** Validates a text typed as the field's default. Returns the error code; `undefined` if valid. */
    faultOf(field: Field, text: string): string | undefined {
      const reading = parseValue(field, text, world.context)
      return 'error' in reading ? reading.error : undefined
    },
    fill(key: string, text: string) {
      become((state) => transitions.setDefaultFieldText(state, key, text))
      void save()
    },
    answer: (answers: QuestionAnswers) => change((state) => transitions.recordImportAnswers(state, answers)),
    setHidden: (includeHidden: boolean) => change((state) => ({ ...state, includeHidden })),
    /** Resets the column mapping: matches the columns by name, without the mapping of earlier imports. */
    async forget() {
      const sheet = await worker().chooseSheet(transitions.getCurrentSheetPosition(get()))
      await change((state) => transitions.resetMapping(state, sheet))
    },
  }
}

function createEndActions({ world, set, get, become, end, save }: ImportContext) {
  return {
    back(stage: 'columns' | 'rows') {
      set({ stage, batch: null })
      void save()
    },
    async toSending(batch: string | null) {
      set({ stage: 'sending', batch })
      await save()
    },
    /** Marks the draft as sent once the server has all rows. The file remains stored for 7 days, for the result file. */
    async sent(batch: string) {
      const savedDraft = await readImportDraft(get().draft, world.owner)
      if (savedDraft) await saveImportDraft({ ...savedDraft, batch, sent: true, steps: [], at: Date.now() })
    },
    /** Closes the file and returns to the file step. Deletes the draft unless it contains corrections. */
    async leave() {
      end()
      const { draft, steps } = get()
      if (draft && steps.length === 0) await deleteImportDraft(draft)
      become(() => emptyImportState)
      world.onDraft(undefined)
    },
    /** Ends the worker when the page closes; the draft remains stored. */
    close() {
      if (get().stage === 'rows' || get().stage === 'columns') void save()
      end()
    },
  }
}
