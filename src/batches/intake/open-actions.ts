import { createRecordId } from '../../lib/create-record-id.ts'
import { readImportDraft } from '../import-drafts.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportState, SheetPosition } from './import-state.ts'
import * as transitions from './import-transitions.ts'
import { findSheetDecision, getSheetPosition } from './sheet-decisions.ts'

/** Creates the actions that open a file or draft, read the file with other options, or select another sheet. */
export function createFileOpenActions(core: ImportContext, toRows: () => Promise<void>) {
  const { world, set, get, become, worker, begin, match, understand, save } = core

  async function open(file: File) {
    try {
      const book = await begin(file)
      const draft = createRecordId()
      set({ draft })
      await match({ sheet: book.proposed })
        .then(understand)
        // Shows the error only if the file has no other sheet, because otherwise the user can choose another one.
        .catch((error) => {
          if (book.sheets.length === 1) throw error
          become((state) => transitions.setFileReadError(state, error, 'columns'))
        })
      set({ stage: 'columns' })
      await save()
      world.onDraft(draft)
    } catch (error) {
      become((state) => transitions.setFileReadError(state, error, 'file'))
    }
  }

  /** Resumes a draft stored in this browser; returns `false` if there is none. */
  async function restore(id: string): Promise<boolean> {
    const savedDraft = await readImportDraft(id, world.owner)
    if (!savedDraft || savedDraft.format !== world.format || savedDraft.sent) return false
    try {
      await begin(savedDraft.file, savedDraft.options)
      const sheet = await worker().chooseSheet(savedDraft.choice)
      become((state) => transitions.restoreDraft(state, savedDraft, sheet))
      await understand()
      if (savedDraft.atRows) await toRows()
      if (savedDraft.atRows && savedDraft.batch) set({ stage: 'sending' })
    } catch (error) {
      become((state) => transitions.setFileReadError(state, error, 'file'))
    }
    return true
  }

  /** Rereads the file with another separator or encoding. If that fails, restores the previous state. */
  async function reread(options: ImportState['options']) {
    const before = get()
    become((state) => transitions.startFileReread(state, { ...state.options, ...options }))
    try {
      const book = await worker().reopen(get().options)
      await match({ sheet: before.sheet?.sheet ?? book.proposed })
      become((state) => transitions.finishFileReread(state, book, before))
      await understand()
      set({ busy: false })
      void save()
    } catch (error) {
      if (transitions.isAbortError(error)) return
      set({ options: before.options })
      await worker()
        .reopen(before.options)
        .then(() => before.sheet && worker().chooseSheet(getSheetPosition(before.sheet)))
        .catch(() => undefined)
      become((state) => transitions.setFileReadError(state, error, 'columns'))
    }
  }

  /** Selects another sheet or header row. If the sheet is unusable, only shows the error. */
  async function pick(place: SheetPosition) {
    become(transitions.saveSheetImportSettings)
    try {
      const decided = findSheetDecision(get().decided, place)
      if (decided) {
        await worker().chooseSheet(getSheetPosition(decided.sheet))
        become((state) => transitions.restoreSheetDecision(state, decided))
      } else {
        await match(place)
        set({ steps: [] })
      }
      await understand()
      void save()
    } catch (error) {
      become((state) => transitions.setFileReadError(state, error, 'columns', state.book?.sheets[place.sheet]?.name))
    }
    set({ busy: false })
  }
  return { open, restore, reread, pick }
}
