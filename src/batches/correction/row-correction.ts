import { createStore } from 'zustand'
import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { getListJoins, restrictJoinsToFields } from '../../domain/lists/list-join.ts'
import { describeError } from '../../lib/api-error.ts'
import { createAutosaver } from '../../lib/autosave.ts'
import { queryClient } from '../../lib/query-client.ts'
import { startSheetWorker } from '../../sheets/worker/sheet-worker-client.ts'
import { type JoinableList, loadMissingRecords, toNamedListJoins } from '../list-joins.ts'
import { discardRows, loadInvalidRows } from '../queries.ts'
import { createGridColumns, type GridColumn } from '../rows/grid-column.ts'
import { createRowEditor, type RowEditor } from '../rows/row-editor.ts'
import type { RowFileUpload } from '../sending/file-uploader.ts'
import { sendRows, UnreadableFileError } from '../sending/row-chunks.ts'

export interface RowCorrection {
  editor: RowEditor
  columns: GridColumn[]
  /** True if the batch may have more rows in error, because only the first `maxCorrectionRows` are loaded. */
  cut: boolean
  saving: RowAutosave
  /** Dropped files; `null` if the format has no file fields. */
  attaching: RowFileUpload | null
  close: () => void
}

type RowAutosave = ReturnType<typeof createAutosave>

/** Maximum number of rows in error loaded together, to limit the page's memory. */
export const maxCorrectionRows = 10_000

export async function openRowCorrection(
  batch: string,
  fields: readonly Field[],
  context: ValidationContext,
  /** Keys of the fields filled from lists of the organisation; only lists that the user can read. */
  joined: readonly string[] = [],
  lists: readonly JoinableList[] = [],
): Promise<RowCorrection> {
  const joins = toNamedListJoins(restrictJoinsToFields(getListJoins(fields, lists), new Set(joined)), lists)
  const rows = await loadInvalidRows(batch, maxCorrectionRows)
  const reading = startSheetWorker(fields, context)
  const { overview, keys } = await reading.openRows(rows, joins)
  const hasFiles = fields.some(({ type }) => type === 'file')
  const attaching = hasFiles ? (await import('../sending/file-uploader.ts')).createRowFileUpload(reading, fields) : null
  const saving = createAutosave(batch, () => editor, attaching)
  const loadRecords = joins.length > 0 ? () => loadMissingRecords(reading) : undefined
  const editor = createRowEditor(reading, overview, () => void saving.save(), loadRecords)
  if (loadRecords) {
    await editor.loadRecords()
    await editor.refresh()
  }
  await editor.show(editor.store.getState().overview.error > 0 ? 'errors' : 'all')
  // Saves rows that became valid because their list records changed after the batch was stored.
  if (loadRecords) void saving.save()
  const columns = createGridColumns(Object.fromEntries(keys.map((key, index) => [index, key])), fields, [], joined)
  const close = () => {
    saving.stop()
    attaching?.dropped.setState(new Map(), true)
    reading.close()
  }
  return { editor, columns, cut: rows.length === maxCorrectionRows, saving, attaching, close }
}

/** Creates the autosave. It sends chunks until no changed row is left, because rows may change during a request. */
function createAutosave(batch: string, benchOf: () => RowEditor, attaching: RowFileUpload | null) {
  const stop = new AbortController()
  const store = createStore<{ state: 'saved' | 'saving' | 'failed'; message: string }>()(() => ({
    state: 'saved',
    message: '',
  }))
  async function sendChanges() {
    const editor = benchOf()
    const { reading } = editor
    for (;;) {
      const { sent, discarded } = await reading.getUnsavedRows()
      if (sent.length + discarded.length === 0) return
      if (sent.length > 0) {
        const ready = await withFiles(sent)
        const { errors } = await sendRows(batch, ready)
        await reading.addServerErrors(errors)
      }
      if (discarded.length > 0) await discardRows(batch, discarded)
      await reading.markRowsSaved()
      await editor.refresh()
    }
  }
  async function withFiles(rows: readonly BatchRowInput[]) {
    if (!attaching) return rows
    const { sender } = attaching
    const nothing = () => undefined
    sender.begin(sender.amountOf(rows))
    const how = { signal: stop.signal, onWait: nothing, onProgress: nothing, again: false }
    return await sender.attach(batch, rows, how).finally(() => sender.begin({ count: 0, bytes: 0 }))
  }
  const autosaving = createAutosaver<null>({
    save: sendChanges,
    delay: 0,
    // Never retries by itself: the user presses the retry button.
    isPassing: () => false,
    onStateChange(now, error) {
      if (now === 'failed') store.setState({ state: 'failed', message: getSaveErrorMessage(error) })
      else store.setState({ state: now === 'saved' ? 'saved' : 'saving' })
      if (now === 'saved' || now === 'failed') void queryClient.invalidateQueries({ queryKey: ['batches'] })
    },
  })
  async function save() {
    autosaving.change(null)
    await autosaving.flush()
  }
  return { store, save, flush: autosaving.flush, stop: () => stop.abort() }
}

const getSaveErrorMessage = (error: unknown) =>
  error instanceof UnreadableFileError ? error.message : describeError(error)
