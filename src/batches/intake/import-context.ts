import { createStore, type StoreApi } from 'zustand'
import { maxSheetBytes } from '../../domain/batches/batch.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { PrefillSources } from '../../domain/requests/prefill.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { WorkbookSummary } from '../../sheets/reading/workbook-summary.ts'
import { type SheetWorkerClient, startSheetWorker } from '../../sheets/worker/sheet-worker-client.ts'
import { createDroppedFileStore } from '../files/dropped-file-store.ts'
import { saveImportDraft } from '../import-drafts.ts'
import type { JoinableList } from '../list-joins/list-joins.ts'
import { findSavedMapping } from '../saved-mapping.ts'
import { emptyImportState, type ImportState, type SheetPosition } from './import-state.ts'
import * as transitions from './import-transitions.ts'

export interface ImportOptions {
  owner: string
  format: string
  fields: readonly Field[]
  context: ValidationContext
  /** Whether the browser stores the file and the user's decisions, to resume the import later. Default: `true`. */
  keep?: boolean
  lists?: readonly JoinableList[]
  /** Sources of the form's default values, such as the user's profile; if missing, fields have no defaults. */
  sources?: PrefillSources
  /** Called with the draft's id after the file was read, and with `undefined` when the user leaves the file. */
  onDraft: (id: string | undefined) => void
}

export type ImportContext = ReturnType<typeof createImportContext>

/** Creates the store of an import, its worker, and the operations that several import steps share. */
export function createImportContext(world: ImportOptions) {
  const { owner, format, fields, context, keep = true } = world
  const store: StoreApi<ImportState> = createStore<ImportState>()(() => emptyImportState)
  const { setState: set, getState: get } = store
  const dropped = createDroppedFileStore()
  const become = (next: (state: ImportState) => ImportState) => set(next, true)
  let reading: SheetWorkerClient | null = null

  /** Returns the worker; throws an `AbortError` if the user left the file. */
  const worker = () => {
    if (!reading) throw new DOMException('', 'AbortError')
    return reading
  }

  function end() {
    reading?.close()
    reading = null
    dropped.clear()
  }

  async function begin(file: File, options?: ImportState['options']): Promise<WorkbookSummary> {
    end()
    become(() => transitions.startFileRead(file, options))
    if (file.size > maxSheetBytes) throw new FileReadError('file.size')
    reading = startSheetWorker(fields, context, (done, total) => set({ progress: { done, total } }))
    const book = await reading.open(new Uint8Array(await file.arrayBuffer()), file.name, options)
    set({ book })
    return book
  }

  /** Selects a sheet and matches its columns with fields. Throws if the sheet is unusable, without changing the state. */
  async function match(place: SheetPosition) {
    const problem = get().book?.sheets[place.sheet]?.problem
    if (problem) throw new FileReadError(problem)
    const byNames = await worker().chooseSheet(place)
    const remembered = findSavedMapping(owner, format, byNames.columns)
    const sheet = remembered ? await worker().chooseSheet({ ...place, remembered }) : byNames
    become((state) => transitions.setMappedSheet(state, sheet, byNames))
  }

  async function understand() {
    const asked = get()
    const understanding = await worker().analyzeColumns(asked.mapping, asked.answers)
    become((state) => transitions.setColumnsAnalysis(state, asked, understanding))
  }

  async function save() {
    const draft = keep && transitions.createImportDraft(get())
    if (draft) set({ kept: await saveImportDraft({ ...draft, owner, format, at: Date.now() }) })
  }

  return { world, store, set, get, become, dropped, worker, begin, end, match, understand, save }
}
