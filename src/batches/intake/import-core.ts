import { createStore, type StoreApi } from 'zustand'
import { maxFileBytes } from '../../domain/batches/batch.ts'
import type { Context, Field } from '../../domain/fields/field.ts'
import type { SourceTexts } from '../../domain/requests/prefill.ts'
import { ReadingError } from '../../sheets/files/reading-error.ts'
import type { BookSummary } from '../../sheets/reading/book-summary.ts'
import { type SheetClient, startSheetWorker } from '../../sheets/worker/client.ts'
import { keepDraft } from '../drafts.ts'
import { createDroppedFiles } from '../files/dropped.ts'
import type { JoinableList } from '../joining/joined.ts'
import { rememberedColumns } from '../remembered.ts'
import { type Importing, nothing, type SheetPlace } from './import-state.ts'
import * as after from './transitions.ts'

export interface World {
  owner: string
  format: string
  fields: readonly Field[]
  context: Context
  /** Whether the file and the decisions about it are stored in the browser, to be resumed later. */
  keep?: boolean
  /** Lists that are bound to fields and visible to the user. */
  lists?: readonly JoinableList[]
  /** Values that forms begin with; without them nothing is filled in. */
  sources?: SourceTexts
  /** Called with the draft's id once its file was read, and with `undefined` when the file is left. */
  onDraft: (id: string | undefined) => void
}

export type ImportCore = ReturnType<typeof createImportCore>

/** State and worker of one import, with the steps that the others are made of. */
export function createImportCore(world: World) {
  const { owner, format, fields, context, keep = true } = world
  const store: StoreApi<Importing> = createStore<Importing>()(() => nothing)
  const { setState: set, getState: get } = store
  const dropped = createDroppedFiles()
  const become = (next: (state: Importing) => Importing) => set(next, true)
  let reading: SheetClient | null = null

  /** Returns the worker, or throws an `AbortError` after the file was left. */
  const worker = () => {
    if (!reading) throw new DOMException('', 'AbortError')
    return reading
  }

  function end() {
    reading?.close()
    reading = null
    dropped.clear()
  }

  async function begin(file: File, options?: Importing['options']): Promise<BookSummary> {
    end()
    become(() => after.begun(file, options))
    if (file.size > maxFileBytes) throw new ReadingError('file.size')
    reading = startSheetWorker(fields, context, (done, total) => set({ progress: { done, total } }))
    const book = await reading.open(new Uint8Array(await file.arrayBuffer()), file.name, options)
    set({ book })
    return book
  }

  /** Matches the columns of a sheet; an unusable sheet changes nothing. */
  async function match(place: SheetPlace) {
    const problem = get().book?.sheets[place.sheet]?.problem
    if (problem) throw new ReadingError(problem)
    const byNames = await worker().chooseSheet(place)
    const remembered = rememberedColumns(owner, format, byNames.columns)
    const sheet = remembered ? await worker().chooseSheet({ ...place, remembered }) : byNames
    become((state) => after.matched(state, sheet, byNames))
  }

  async function understand() {
    const asked = get()
    const understanding = await worker().understand(asked.mapping, asked.answers)
    become((state) => after.understood(state, asked, understanding))
  }

  async function save() {
    const draft = keep && after.draftFrom(get())
    if (draft) set({ kept: await keepDraft({ ...draft, owner, format, at: Date.now() }) })
  }

  return { world, store, set, get, become, dropped, worker, begin, end, match, understand, save }
}
