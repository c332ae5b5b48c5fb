import { createStore } from 'zustand'
import { maxFileBytes } from '../../domain/batch.ts'
import { mappingOf } from '../../domain/columns.ts'
import { errors } from '../../domain/errors.ts'
import type { Context, Field } from '../../domain/field.ts'
import { newId } from '../../lib/new-id.ts'
import { ReadingError } from '../../sheets/files/reading-error.ts'
import type { BookSummary } from '../../sheets/reading/book-summary.ts'
import { type Answers, questionId } from '../../sheets/reading/question.ts'
import { type Reading, startReading } from '../../sheets/worker/client.ts'
import type { SheetChoice } from '../../sheets/worker/session.ts'
import { draftOf, dropDraft, type ImportDraft, keepDraft } from '../drafts.ts'
import { rememberColumns, rememberedColumns } from '../remembered.ts'
import { repeat, type Step } from '../rows/step.ts'
import { createWorkbench } from '../rows/workbench.ts'
import { createDecided, placeOf, withChoices } from './decided.ts'
import { type Importing, nothing, type Stage } from './import-state.ts'

interface World {
  owner: string
  format: string
  fields: readonly Field[]
  context: Context
  /** The draft has an address from the moment on at which its file could be read, until the file is left. */
  onDraft: (id: string | undefined) => void
}

export type Import = ReturnType<typeof createImport>

/** One file from its bytes to the rows that can be sent; what a person decides on the way is kept in the browser. */
export function createImport({ owner, format, fields, context, onDraft }: World) {
  const store = createStore<Importing>()(() => nothing)
  const { setState: set, getState: get } = store
  let reading: Reading | null = null
  let id = ''
  let steps: Step[] = []
  /** What the rows were made from: as long as it is the same, going back and forth costs nothing. */
  let made = ''
  const decided = createDecided()

  const must = () => {
    if (!reading) throw new Error('no file is open')
    return reading
  }
  const choiceOf = ({ sheet }: Importing): ImportDraft['choice'] => (sheet ? placeOf(sheet) : { sheet: 0 })
  const recipe = () =>
    JSON.stringify([get().options, choiceOf(get()), get().mapping, get().answers, get().includeHidden])

  async function begin(file: File, options: Importing['options'] = {}): Promise<BookSummary> {
    reading?.close()
    made = ''
    decided.clear()
    set({ ...nothing, stage: 'reading', file, options, progress: { done: 0, total: file.size } })
    if (file.size > maxFileBytes) throw new ReadingError('file.size')
    reading = startReading(fields, context, (done, total) => set({ progress: { done, total } }))
    const book = await reading.open(new Uint8Array(await file.arrayBuffer()), file.name, options)
    set({ book })
    return book
  }

  function refuse(error: unknown, stage: Stage, name = get().file?.name ?? '') {
    if (error instanceof DOMException && error.name === 'AbortError') return
    const sentence = error instanceof ReadingError ? error.message : errors.unknown
    set({ stage, refusal: { name, sentence }, busy: false })
  }

  /** Matches the columns of a sheet; a sheet that cannot be used leaves the others to choose from. */
  async function choose(choice: Pick<SheetChoice, 'sheet' | 'header'>) {
    const problem = get().book?.sheets[choice.sheet]?.problem
    if (problem) throw new ReadingError(problem)
    let sheet = await must().chooseSheet(choice)
    const own = mappingOf(sheet.columns)
    const before = rememberedColumns(owner, format, sheet.columns)
    if (before) sheet = await must().chooseSheet({ ...choice, remembered: before })
    const mapping = mappingOf(sheet.columns)
    const remembered = JSON.stringify(own) !== JSON.stringify(mapping)
    set({ sheet, mapping, remembered, answers: {}, includeHidden: false, refusal: null })
    await understand()
  }

  async function understand() {
    const { mapping, answers } = get()
    const understanding = await must().understand(mapping, answers)
    if (get().mapping === mapping && get().answers === answers) set({ understanding })
  }

  /** One change of the columns' screen: shown at once, understood a moment later. */
  async function change(change: Partial<Importing>) {
    set({ ...change, busy: true })
    try {
      await understand()
    } finally {
      set({ busy: false })
    }
    void save()
  }

  async function save() {
    const now = get()
    if (!now.file || !id) return
    const overview = now.bench?.store.getState().overview
    const kept = await keepDraft({
      id,
      owner,
      format,
      file: now.file,
      fileName: now.file.name,
      options: now.options,
      choice: choiceOf(now),
      mapping: now.mapping,
      answers: now.answers,
      includeHidden: now.includeHidden,
      steps,
      atRows: now.stage === 'rows' || now.stage === 'sending',
      counts: overview ? { total: overview.total, error: overview.error } : null,
      batch: now.batch,
      sent: false,
      at: Date.now(),
    })
    set({ kept })
  }

  async function open(file: File) {
    try {
      const book = await begin(file)
      steps = []
      id = newId()
      await choose({ sheet: book.proposed }).catch((error) => {
        if (book.sheets.length === 1) throw error
        refuse(error, 'columns')
      })
      set({ stage: 'columns' })
      await save()
      onDraft(id)
    } catch (error) {
      refuse(error, 'file')
    }
  }

  /** Where a person left it, in this browser; answers whether there was anything. */
  async function restore(draft: string): Promise<boolean> {
    const kept = await draftOf(draft, owner)
    if (!kept || kept.format !== format || kept.sent) return false
    try {
      await begin(kept.file, kept.options)
      id = kept.id
      const sheet = await must().chooseSheet(kept.choice)
      const { mapping, answers, includeHidden, batch } = kept
      set({ sheet, mapping, answers, includeHidden, batch, stage: 'columns' })
      await understand()
      steps = kept.steps
      if (kept.atRows) await toRows()
      if (kept.atRows && batch) set({ stage: 'sending' })
    } catch (error) {
      refuse(error, 'file')
    }
    return true
  }

  async function takeBack({ options, sheet }: Importing) {
    set({ options })
    await must()
      .reopen(options)
      .then(() => sheet && must().chooseSheet(placeOf(sheet)))
      // The file is being left.
      .catch(() => undefined)
  }

  /** As another separator or other letters would have it; what cannot be read so stays as it was. */
  async function again(options: Importing['options']) {
    const before = get()
    set({ busy: true, options, refusal: null, progress: { done: 0, total: 0 } })
    try {
      const book = await must().reopen(options)
      await choose({ sheet: before.sheet?.sheet ?? book.proposed })
      const { sheet } = get()
      decided.clear()
      if (sheet && before.sheet && sheet.columns.length === before.sheet.columns.length) {
        const mapping = withChoices(sheet, { sheet: before.sheet, mapping: before.mapping })
        set({ mapping, answers: before.answers, includeHidden: before.includeHidden })
        await understand()
      } else steps = []
      set({ book, busy: false })
      void save()
    } catch (error) {
      await takeBack(before)
      refuse(error, 'columns')
    }
  }

  /** Another sheet, or another row of headers; one that cannot be used leaves everything as it is. */
  async function pick(choice: Pick<SheetChoice, 'sheet' | 'header'>) {
    set({ busy: true, refusal: null })
    const { sheet, mapping, answers, includeHidden, remembered } = get()
    if (sheet) decided.keep({ sheet, mapping, answers, includeHidden, remembered, steps })
    try {
      const { steps: taken, ...before } = decided.find(choice) ?? { steps: [] }
      if ('sheet' in before) {
        await must().chooseSheet(placeOf(before.sheet))
        set(before)
        await understand()
      } else await choose(choice)
      steps = taken
      void save()
    } catch (error) {
      refuse(error, 'columns', get().book?.sheets[choice.sheet]?.name)
    }
    set({ busy: false })
  }

  async function toRows() {
    const { sheet, mapping, answers, includeHidden, bench } = get()
    if (!sheet) return
    rememberColumns(owner, format, sheet.columns, mapping)
    if (bench && made === recipe()) return set({ stage: 'rows' })
    set({ stage: 'judging', progress: { done: 0, total: 0 }, refusal: null })
    try {
      await must().convert({ mapping, answers, includeHidden })
      await repeat(must(), steps)
      const overview = await must().overview()
      const fresh = createWorkbench(must(), overview, (step) => {
        steps.push(step)
        void save()
      })
      await fresh.show(overview.error > 0 ? 'errors' : 'all')
      made = recipe()
      set({ stage: 'rows', bench: fresh })
      void save()
    } catch (error) {
      refuse(error, 'columns')
    }
  }

  return {
    store,
    open,
    restore,
    reread: (options: Importing['options']) => again({ ...get().options, ...options }),
    pick,
    map(column: number, key: string) {
      const { [column]: _, ...others } = get().mapping
      return change({ mapping: key === '' ? others : { ...others, [column]: key } })
    },
    answer: (answers: Answers) => change({ answers: { ...get().answers, ...answers } }),
    answerFor: (column: number, kind: 'decimal' | 'dateOrder', answer: string) =>
      change({ answers: { ...get().answers, [questionId({ column, kind })]: answer } }),
    setHidden: (includeHidden: boolean) => change({ includeHidden }),
    /** Columns as their names alone say. */
    async forget() {
      const sheet = await must().chooseSheet(choiceOf(get()))
      await change({ sheet, mapping: mappingOf(sheet.columns), remembered: false })
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
      const draft = await draftOf(id, owner)
      if (draft) await keepDraft({ ...draft, batch, sent: true, steps: [], at: Date.now() })
    },
    /** Ends what is being read, or leaves the file; what was mended in its rows is kept to be taken up again. */
    async leave() {
      reading?.close()
      reading = null
      if (id && steps.length === 0) await dropDraft(id)
      id = ''
      steps = []
      set(nothing)
      onDraft(undefined)
    },
    /** The page is closed: what was kept stays. */
    close() {
      if (get().stage === 'rows' || get().stage === 'columns') void save()
      reading?.close()
    },
    /** Id of what is kept of the file that is open; empty without one. */
    draft: () => id,
  }
}
