import { createStore } from 'zustand'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { describeError, isApiError } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/number-format.ts'
import type { WorkbookOrigin } from '../../sheets/files/row-stamp.ts'
import type { ConversionOverview, RowFilter, RowView } from '../../sheets/validation/conversion-overview.ts'
import type { CorrectedCell } from '../../sheets/validation/correction-diff.ts'
import type { RowTarget } from '../../sheets/worker/converted-sheet.ts'
import type { SheetWorkerCalls, SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'

interface RowEditorState {
  overview: ConversionOverview
  filter: RowFilter
  /** Number of rows that matched the filter when it was applied; corrected rows stay in the list. */
  count: number
  /** Counter that increases each time a filter is applied. */
  shown: number
  /** Counter that increases with each change of the rows. Cached row pages of a lower version are stale. */
  version: number
  busy: boolean
  /** Message about the result of the last correction, for screen readers and the status line. */
  said: string
}

export type RowEditor = ReturnType<typeof createRowEditor>

/** Creates the state of a row correction. `loadRecords` loads list records after a correction, before `onStep`. */
export function createRowEditor(
  reading: SheetWorkerClient,
  overview: ConversionOverview,
  onStep: (step: RowEdit) => void,
  loadRecords: () => Promise<void> = async () => {},
) {
  const store = createStore<RowEditorState>()(() => ({
    overview,
    filter: 'all',
    count: 0,
    shown: 0,
    version: 0,
    busy: false,
    said: '',
  }))
  const { setState: set, getState: get } = store

  async function act<Call extends RowEditCall>(
    call: Call,
    ...args: Parameters<SheetWorkerCalls[Call]>
  ): Promise<RowEditResult<Call>> {
    set({ busy: true, said: '' })
    try {
      const result = await applyRowEdit(reading, call, args)
      await loadMissingRecords()
      onStep({ call, args } as RowEdit)
      await refresh()
      return result
    } finally {
      set({ busy: false })
    }
  }
  /** Calls `loadRecords`. Reports its error in `said` instead of throwing, because the correction itself was applied. */
  async function loadMissingRecords() {
    await loadRecords().catch((error) => {
      if (!isApiError(error)) throw error
      say(describeError(error))
    })
  }
  async function show(filter: RowFilter) {
    const count = await reading.applyFilter(filter)
    set({ filter, count, shown: get().shown + 1 })
  }
  /** Refetches the overview and the rows from the worker, for example after the server reported further errors. */
  async function refresh() {
    set({ overview: await reading.getOverview(), version: get().version + 1 })
    // If the filter matched no rows, applies it again, because rows may match now.
    if (get().count === 0) await show(get().filter)
  }
  const say = (message: string) => set({ said: `${message} ${get().said}`.trim() })

  return {
    store,
    reading,
    show,
    refresh,
    loadRecords: loadMissingRecords,
    page: (from: number, to: number): Promise<RowView[]> => reading.getRows(from, to),
    edit: (row: number, key: string, text: string) => act('edit', row, key, text),
    async applyToEqual(key: string, code: string, text: string, replacement: string) {
      say(formatChangedRows(await act('applyToEqual', key, code, text, replacement)))
    },
    async applySuggestions(key: string, code: string) {
      say(formatChangedRows(await act('applySuggestions', key, code)))
    },
    async discard(target: RowTarget, on = true) {
      const rows = await act('discard', target, on)
      say(`${formatCount(rows, 'fila', 'filas')} ${on ? 'fuera del envío.' : 'de vuelta en el envío.'}`)
    },
    confirm: (target: RowTarget) => act('confirm', target),
    accept: (rows: number[]) => act('accept', rows),
    async undo() {
      if (get().overview.undoable > 0) say(`Se deshizo: ${formatCount(await act('undo'), 'cambio', 'cambios')}.`)
    },
    async redo() {
      if (get().overview.redoable > 0) say(`Se rehizo: ${formatCount(await act('redo'), 'cambio', 'cambios')}.`)
    },
    /** Compares a corrected error workbook with the open rows and returns the changes. Throws a `FileReadError` if the file is unreadable. */
    async compareErrorWorkbook(file: File, origin: WorkbookOrigin) {
      return reading.compareErrorWorkbook(new Uint8Array(await file.arrayBuffer()), file.name, origin)
    },
    applyCorrectedCells: (cells: CorrectedCell[]) => act('applyCorrectedCells', cells),
    addFiles: (files: UploadedFile[]) => act('addFiles', files),
    chooseFile: (name: string, path: string) => act('chooseFile', name, path),
  }
}

function formatChangedRows(rows: number): string {
  return rows === 1 ? '1 fila cambió.' : `${formatCount(rows, 'fila', 'filas')} cambiaron.`
}

type RowEditCall = Extract<
  keyof SheetWorkerCalls,
  | 'edit'
  | 'applyToEqual'
  | 'applySuggestions'
  | 'discard'
  | 'confirm'
  | 'accept'
  | 'undo'
  | 'redo'
  | 'applyCorrectedCells'
  | 'addFiles'
  | 'chooseFile'
>

/** Correction as a worker call with its arguments. The same corrections in the same order give the same rows. */
export type RowEdit = { [Call in RowEditCall]: { call: Call; args: Parameters<SheetWorkerCalls[Call]> } }[RowEditCall]

type RowEditResult<Call extends RowEditCall> = Awaited<ReturnType<SheetWorkerCalls[Call]>>

function applyRowEdit<Call extends RowEditCall>(
  reading: SheetWorkerClient,
  call: Call,
  args: Parameters<SheetWorkerCalls[Call]>,
): Promise<RowEditResult<Call>> {
  const method = reading[call] as unknown as (
    ...args: Parameters<SheetWorkerCalls[Call]>
  ) => Promise<RowEditResult<Call>>
  return method(...args)
}

/** Applies stored corrections again. Skips those whose row is missing or whose call an older version stored. */
export async function replayRowEdits(reading: SheetWorkerClient, steps: readonly RowEdit[]): Promise<void> {
  for (const { call, args } of steps) await applyRowEdit(reading, call, args as never).catch(() => undefined)
}
