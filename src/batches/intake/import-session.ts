import { createStore } from 'zustand'
import { maxSheetBytes } from '../../domain/batches/batch.ts'
import { getColumnMapping } from '../../domain/batches/column-matching.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { parseValue } from '../../domain/fields/values.ts'
import type { PrefillSources } from '../../domain/requests/prefill.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import { deleteFile } from '../../lib/local-files.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { QuestionAnswers } from '../../sheets/reading/column-question.ts'
import type { WorkbookSummary } from '../../sheets/reading/sheet-summary.ts'
import { type SheetWorkerClient, startSheetWorker } from '../../sheets/worker/sheet-worker-client.ts'
import { createDroppedFileStore } from '../files/file-drop-zone.tsx'
import { readImportDraft, saveImportDraft } from '../import-drafts.ts'
import {
  getJoinedFieldKeys,
  type JoinableList,
  loadListRecords,
  loadMissingRecords,
  selectListJoins,
  toNamedListJoins,
} from '../list-joins.ts'
import { createRowEditor, replayRowEdits } from '../rows/row-editor.ts'
import { findSavedMapping, saveColumnMapping } from '../saved-mapping.ts'
import { computeDefaultFieldTexts } from './default-texts.ts'
import {
  createImportDraft,
  emptyImportState,
  findSheetDecision,
  finishFileReread,
  getMappedSheet,
  getSheetPosition,
  type ImportStage,
  type ImportState,
  isAbortError,
  mapColumn,
  type SheetPosition,
  saveSheetImportSettings,
  serializeConversionInputs,
  setFileReadError,
  startFileRead,
} from './import-state.ts'

interface ImportOptions {
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

export type ImportSession = ReturnType<typeof createImportSession>

/** Creates the session that imports one file, from its bytes to valid rows. Stores the user's decisions in the browser. */
export function createImportSession(options: ImportOptions) {
  const context = createImportContext(options)
  const conversion = createConversionActions(context)
  return {
    store: context.store,
    lists: options.lists ?? [],
    dropped: context.dropped,
    ...createFileOpenActions(context, conversion.toRows),
    ...conversion,
    ...createColumnActions(context),
    ...createEndActions(context),
  }
}

type ImportContext = ReturnType<typeof createImportContext>

/** Creates the store of an import, its worker, and the operations that several import steps share. */
function createImportContext(world: ImportOptions) {
  const { owner, format, fields, context, keep = true } = world
  const store = createStore<ImportState>()(() => emptyImportState)
  const { setState: set, getState: get } = store
  const dropped = createDroppedFileStore()
  let reading: SheetWorkerClient | null = null

  /** Returns the worker; throws an `AbortError` if the user left the file. */
  const worker = () => {
    if (!reading) throw new DOMException('', 'AbortError')
    return reading
  }

  function end() {
    reading?.close()
    reading = null
    dropped.setState(new Map(), true)
  }

  async function begin(file: File, readOptions?: ImportState['options']): Promise<WorkbookSummary> {
    end()
    set(startFileRead(file, readOptions))
    if (file.size > maxSheetBytes) throw new FileReadError('file.size')
    reading = startSheetWorker(fields, context, (done, total) => set({ progress: { done, total } }))
    const book = await reading.open(new Uint8Array(await file.arrayBuffer()), file.name, readOptions)
    set({ book })
    return book
  }

  /** Selects a sheet and matches its columns with fields. Throws if the sheet is unusable, without changing the state. */
  async function match(place: SheetPosition) {
    const problem = get().book?.sheets[place.sheet]?.problem
    if (problem) throw new FileReadError(problem)
    const byNames = await worker().chooseSheet(place)
    const remembered = findSavedMapping(owner, format, byNames.columns)
    set(getMappedSheet(remembered ? await worker().chooseSheet({ ...place, remembered }) : byNames, byNames))
  }

  /** Stores the worker's analysis of the columns, unless the mapping or answers changed since it was requested. */
  async function understand() {
    const { mapping, answers } = get()
    const understanding = await worker().analyzeColumns(mapping, answers)
    if (get().mapping === mapping && get().answers === answers) set({ understanding })
  }

  async function save() {
    const draft = keep && createImportDraft(get())
    if (draft) set({ kept: await saveImportDraft({ ...draft, owner, format, at: Date.now() }) })
  }

  const fail = (error: unknown, stage: ImportStage, name?: string) =>
    set((state) => setFileReadError(state, error, stage, name))

  return { world, store, set, get, dropped, worker, begin, end, match, understand, save, fail }
}

/** Creates the actions that open a file or draft, read the file with other options, or select another sheet. */
function createFileOpenActions(core: ImportContext, toRows: () => Promise<void>) {
  const { world, set, get, worker, begin, match, understand, save, fail } = core

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
          fail(error, 'columns')
        })
      set({ stage: 'columns' })
      await save()
      world.onDraft(draft)
    } catch (error) {
      fail(error, 'file')
    }
  }

  /** Resumes a draft stored in this browser; returns `false` if there is none. */
  async function restore(id: string): Promise<boolean> {
    const draft = await readImportDraft(id, world.owner)
    if (!draft || draft.format !== world.format || draft.sent) return false
    try {
      await begin(draft.file, draft.options)
      const sheet = await worker().chooseSheet(draft.choice)
      const { mapping, answers, includeHidden, joins, fills, batch, steps } = draft
      set({ draft: id, sheet, mapping, answers, includeHidden, joins, fills, batch, steps, stage: 'columns' })
      await understand()
      if (draft.atRows) await toRows()
      if (draft.atRows && batch) set({ stage: 'sending' })
    } catch (error) {
      fail(error, 'file')
    }
    return true
  }

  /** Rereads the file with another separator or encoding. If that fails, restores the previous state. */
  async function reread(options: ImportState['options']) {
    const before = get()
    set({ busy: true, options: { ...before.options, ...options }, refusal: null, progress: { done: 0, total: 0 } })
    try {
      const book = await worker().reopen(get().options)
      await match({ sheet: before.sheet?.sheet ?? book.proposed })
      set((state) => finishFileReread(state, book, before))
      await understand()
      set({ busy: false })
      void save()
    } catch (error) {
      if (isAbortError(error)) return
      set({ options: before.options })
      await worker()
        .reopen(before.options)
        .then(() => before.sheet && worker().chooseSheet(getSheetPosition(before)))
        .catch(() => undefined)
      fail(error, 'columns')
    }
  }

  /** Selects another sheet or header row. If the sheet is unusable, only shows the error. */
  async function pick(place: SheetPosition) {
    set((state) => ({ busy: true, refusal: null, decided: saveSheetImportSettings(state) }))
    try {
      const decided = findSheetDecision(get().decided, place)
      if (decided) {
        await worker().chooseSheet(getSheetPosition(decided))
        set(decided)
      } else {
        await match(place)
        set({ steps: [] })
      }
      await understand()
      void save()
    } catch (error) {
      fail(error, 'columns', get().book?.sheets[place.sheet]?.name)
    }
    set({ busy: false })
  }
  return { open, restore, reread, pick }
}

function createConversionActions({ world, set, get, worker, save, fail }: ImportContext) {
  const { owner, format, fields, context, lists = [], sources } = world

  const fillsIn = (state: Pick<ImportState, 'mapping' | 'joins' | 'fills'>) =>
    computeDefaultFieldTexts(
      state,
      { fields, context, sources },
      getJoinedFieldKeys(selectListJoins(state, fields, lists)),
    )

  async function convert() {
    const { mapping, answers, includeHidden, joins, steps } = get()
    const joined = toNamedListJoins(selectListJoins({ mapping, joins }, fields, lists), lists)
    if (lists.length > 0)
      await loadListRecords(worker(), await worker().setListJoins(joined, mapping, answers), (done, total) =>
        set({ lookingUp: done < total, progress: { done, total } }),
      )
    await worker().convert({ mapping, answers, includeHidden, fills: fillsIn(get()), sources })
    await replayRowEdits(worker(), steps)
    const loadRecords = joined.length > 0 ? () => loadMissingRecords(worker()) : undefined
    await loadRecords?.()
    const overview = await worker().getOverview()
    const addStep = (step: ImportState['steps'][number]) => {
      set((state) => ({ steps: [...state.steps, step] }))
      void save()
    }
    const editor = createRowEditor(worker(), overview, addStep, loadRecords)
    await editor.show(overview.error > 0 ? 'errors' : 'all')
    return editor
  }

  async function toRows() {
    const { sheet, mapping, editor, made } = get()
    if (!sheet) return
    saveColumnMapping(owner, format, sheet.columns, mapping)
    if (editor && made === serializeConversionInputs(get())) return set({ stage: 'rows' })
    set({ stage: 'validating', progress: { done: 0, total: 0 }, refusal: null })
    try {
      const converted = await convert()
      set((state) => ({ stage: 'rows', editor: converted, made: serializeConversionInputs(state) }))
      void save()
    } catch (error) {
      fail(error, 'columns')
    }
  }
  return { fillsIn, toRows }
}

function createColumnActions({ world, set, worker, understand, save, get }: ImportContext) {
  /** Applies and stores a change of the state, then analyses the columns again in the worker. */
  async function change(next: (state: ImportState) => Partial<ImportState>) {
    set((state) => ({ ...next(state), busy: true }))
    void save()
    try {
      await understand()
    } finally {
      set({ busy: false })
    }
    void save()
  }
  return {
    map: (column: number, key: string) => change((state) => ({ mapping: mapColumn(state, column, key) })),
    /** Sets whether a list fills the field `key`. `instead`: column that filled the field before and is unmapped. */
    join: (key: string, on: boolean, instead?: number) =>
      change((state) => ({
        joins: { ...state.joins, [key]: on },
        mapping: instead === undefined ? state.mapping : mapColumn(state, instead, ''),
      })),
    /** Validates a text typed as the field's default. Returns the error code; `undefined` if valid. */
    faultOf(field: Field, text: string): string | undefined {
      const reading = parseValue(field, text, world.context)
      return 'error' in reading ? reading.error : undefined
    },
    fill(key: string, text: string) {
      set((state) => ({ fills: { ...state.fills, [key]: text } }))
      void save()
    },
    answer: (answers: QuestionAnswers) => change((state) => ({ answers: { ...state.answers, ...answers } })),
    setHidden: (includeHidden: boolean) => change(() => ({ includeHidden })),
    /** Resets the column mapping: matches the columns by name, without the mapping of earlier imports. */
    async forget() {
      const sheet = await worker().chooseSheet(getSheetPosition(get()))
      await change(() => ({ sheet, mapping: getColumnMapping(sheet.columns), remembered: false }))
    },
  }
}

function createEndActions({ world, set, get, end, save }: ImportContext) {
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
      const draft = await readImportDraft(get().draft, world.owner)
      if (draft) await saveImportDraft({ ...draft, batch, sent: true, steps: [], at: Date.now() })
    },
    /** Closes the file and returns to the file step. Deletes the draft unless it contains corrections. */
    async leave() {
      end()
      const { draft, steps } = get()
      if (draft && steps.length === 0) await deleteFile(draft)
      set(emptyImportState)
      world.onDraft(undefined)
    },
    /** Ends the worker when the page closes; the draft remains stored. */
    close() {
      if (get().stage === 'rows' || get().stage === 'columns') void save()
      end()
    },
  }
}
