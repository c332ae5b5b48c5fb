import { createStore } from 'zustand'
import { maxFileBytes } from '../../domain/batches/batch.ts'
import type { Context, Field } from '../../domain/fields/field.ts'
import { readValue } from '../../domain/fields/values.ts'
import type { SourceTexts } from '../../domain/requests/prefill.ts'
import { newId } from '../../lib/new-id.ts'
import { ReadingError } from '../../sheets/files/reading-error.ts'
import type { BookSummary } from '../../sheets/reading/book-summary.ts'
import type { Answers } from '../../sheets/reading/column-question.ts'
import type { WantedKeys } from '../../sheets/reading/joining.ts'
import { type SheetClient, startSheetWorker } from '../../sheets/worker/client.ts'
import { draftOf, dropDraft, keepDraft } from '../drafts.ts'
import { createDroppedFiles } from '../files/dropped.ts'
import { type JoinableList, joinedIn, joinedKeys, sheetJoins } from '../joining/joined.ts'
import { lookUp, lookUpTyped } from '../joining/look-up.ts'
import { rememberColumns, rememberedColumns } from '../remembered.ts'
import { repeat } from '../rows/row-step.ts'
import { createWorkbench } from '../rows/workbench.ts'
import { decidedAt, sheetPlaceOf } from './decided.ts'
import { computeFills } from './fills.ts'
import { type Importing, nothing, type SheetPlace } from './import-state.ts'
import * as after from './transitions.ts'

interface World {
  owner: string
  format: string
  fields: readonly Field[]
  context: Context
  /** Whether the file and what is decided of it outlive the page, to be taken up again. */
  keep?: boolean
  /** The lists to which its fields are bound and that the person may see. */
  lists?: readonly JoinableList[]
  /** Values that forms begin with; without them nothing is filled in. */
  sources?: SourceTexts
  /** The draft has an address from the moment on at which its file could be read, until the file is left. */
  onDraft: (id: string | undefined) => void
}

export type Import = ReturnType<typeof createImport>

/** One file from its bytes to the rows that can be sent; what a person decides on the way is kept in the browser. */
export function createImport({ owner, format, fields, context, keep = true, lists = [], sources, onDraft }: World) {
  const store = createStore<Importing>()(() => nothing)
  const { setState: set, getState: get } = store
  const dropped = createDroppedFiles()
  const become = (next: (state: Importing) => Importing) => set(next, true)
  let reading: SheetClient | null = null

  const must = () => {
    if (!reading) throw new DOMException('', 'AbortError')
    return reading
  }

  async function begin(file: File, options?: Importing['options']): Promise<BookSummary> {
    reading?.close()
    dropped.clear()
    become(() => after.begun(file, options))
    if (file.size > maxFileBytes) throw new ReadingError('file.size')
    reading = startSheetWorker(fields, context, (done, total) => set({ progress: { done, total } }))
    const book = await reading.open(new Uint8Array(await file.arrayBuffer()), file.name, options)
    set({ book })
    return book
  }

  /** Matches the columns of a sheet; one that cannot be used leaves everything as it is. */
  async function match(place: SheetPlace) {
    const problem = get().book?.sheets[place.sheet]?.problem
    if (problem) throw new ReadingError(problem)
    const byNames = await must().chooseSheet(place)
    const remembered = rememberedColumns(owner, format, byNames.columns)
    const sheet = remembered ? await must().chooseSheet({ ...place, remembered }) : byNames
    become((state) => after.matched(state, sheet, byNames))
  }

  async function understand() {
    const asked = get()
    const understanding = await must().understand(asked.mapping, asked.answers)
    become((state) => after.understood(state, asked, understanding))
  }

  /** One change of the columns' screen: shown and kept at once, understood a moment later. */
  async function change(next: (state: Importing) => Importing) {
    become((state) => ({ ...next(state), busy: true }))
    void save()
    try {
      await understand()
    } finally {
      set({ busy: false })
    }
    void save()
  }

  async function save() {
    const draft = keep && after.draftFrom(get())
    if (draft) set({ kept: await keepDraft({ ...draft, owner, format, at: Date.now() }) })
  }

  async function open(file: File) {
    try {
      const book = await begin(file)
      const draft = newId()
      set({ draft })
      await match({ sheet: book.proposed })
        .then(understand)
        // The other sheets are there to choose from.
        .catch((error) => {
          if (book.sheets.length === 1) throw error
          become((state) => after.refused(state, error, 'columns'))
        })
      set({ stage: 'columns' })
      await save()
      onDraft(draft)
    } catch (error) {
      become((state) => after.refused(state, error, 'file'))
    }
  }

  /** Where a person left it, in this browser; answers whether there was anything. */
  async function restore(id: string): Promise<boolean> {
    const kept = await draftOf(id, owner)
    if (!kept || kept.format !== format || kept.sent) return false
    try {
      await begin(kept.file, kept.options)
      const sheet = await must().chooseSheet(kept.choice)
      become((state) => after.restored(state, kept, sheet))
      await understand()
      if (kept.atRows) await toRows()
      if (kept.atRows && kept.batch) set({ stage: 'sending' })
    } catch (error) {
      become((state) => after.refused(state, error, 'file'))
    }
    return true
  }

  /** As another separator or other letters would have it; what cannot be read so stays as it was. */
  async function reread(options: Importing['options']) {
    const before = get()
    become((state) => after.rereading(state, { ...state.options, ...options }))
    try {
      const book = await must().reopen(get().options)
      await match({ sheet: before.sheet?.sheet ?? book.proposed })
      become((state) => after.reread(state, book, before))
      await understand()
      set({ busy: false })
      void save()
    } catch (error) {
      if (after.isLeft(error)) return
      set({ options: before.options })
      await must()
        .reopen(before.options)
        .then(() => before.sheet && must().chooseSheet(sheetPlaceOf(before.sheet)))
        .catch(() => undefined)
      become((state) => after.refused(state, error, 'columns'))
    }
  }

  /** Another sheet, or another row of headers; one that cannot be used leaves everything as it is. */
  async function pick(place: SheetPlace) {
    become(after.leaving)
    try {
      const decided = decidedAt(get().decided, place)
      if (decided) {
        await must().chooseSheet(sheetPlaceOf(decided.sheet))
        become((state) => after.returned(state, decided))
      } else {
        await match(place)
        set({ steps: [] })
      }
      await understand()
      void save()
    } catch (error) {
      become((state) => after.refused(state, error, 'columns', state.book?.sheets[place.sheet]?.name))
    }
    set({ busy: false })
  }

  const fillsIn = (state: Importing) =>
    computeFills(state, { fields, context, sources }, joinedKeys(joinedIn(state, fields, lists)))

  async function lookUpAll(wanted: readonly WantedKeys[]) {
    if (wanted.length > 0)
      await lookUp(must(), wanted, (done, total) => set({ lookingUp: done < total, progress: { done, total } }))
  }

  async function toRows() {
    const { sheet, mapping, answers, includeHidden, joins, steps } = get()
    if (!sheet) return
    rememberColumns(owner, format, sheet.columns, mapping)
    if (after.isJudged(get())) return set({ stage: 'rows' })
    become(after.judging)
    const joined = sheetJoins(joinedIn({ mapping, joins }, fields, lists), lists)
    try {
      if (lists.length > 0) await lookUpAll(await must().join(joined, mapping, answers))
      await must().convert({ mapping, answers, includeHidden, fills: fillsIn(get()), sources })
      await repeat(must(), steps)
      const settle = joined.length > 0 ? () => lookUpTyped(must()) : undefined
      await settle?.()
      const overview = await must().overview()
      const bench = createWorkbench(
        must(),
        overview,
        (step) => {
          become((state) => after.stepped(state, step))
          void save()
        },
        settle,
      )
      await bench.show(overview.error > 0 ? 'errors' : 'all')
      become((state) => after.judged(state, bench))
      void save()
    } catch (error) {
      become((state) => after.refused(state, error, 'columns'))
    }
  }

  return {
    store,
    lists,
    /** What was dropped for the rows that name files. */
    dropped,
    open,
    restore,
    reread,
    pick,
    map: (column: number, key: string) => change((state) => after.mapped(state, column, key)),
    join: (key: string, on: boolean, instead?: number) => change((state) => after.joined(state, key, on, instead)),
    fillsIn,
    /** Code of what is wrong with the text of a field. */
    faultOf(field: Field, text: string): string | undefined {
      const reading = readValue(field, text, context)
      return 'error' in reading ? reading.error : undefined
    },
    fill(key: string, text: string) {
      become((state) => after.withFill(state, key, text))
      void save()
    },
    answer: (answers: Answers) => change((state) => after.answered(state, answers)),
    setHidden: (includeHidden: boolean) => change((state) => ({ ...state, includeHidden })),
    /** Columns as their names alone say. */
    async forget() {
      const sheet = await must().chooseSheet(after.placeIn(get()))
      await change((state) => after.forgotten(state, sheet))
    },
    toRows,
    back(stage: 'columns' | 'rows') {
      set({ stage, batch: null })
      void save()
    },
    async toSending(batch: string | null) {
      set({ stage: 'sending', batch })
      await save()
    },
    /** The rows are all in their batch: the file stays for a while, for the results. */
    async sent(batch: string) {
      const kept = await draftOf(get().draft, owner)
      if (kept) await keepDraft({ ...kept, batch, sent: true, steps: [], at: Date.now() })
    },
    /** Ends what is being read, or leaves the file; what was mended in its rows is kept to be taken up again. */
    async leave() {
      reading?.close()
      reading = null
      dropped.clear()
      const { draft, steps } = get()
      if (draft && steps.length === 0) await dropDraft(draft)
      become(() => nothing)
      onDraft(undefined)
    },
    /** The page is closed: what was kept stays. */
    close() {
      if (get().stage === 'rows' || get().stage === 'columns') void save()
      reading?.close()
      dropped.clear()
    },
  }
}
