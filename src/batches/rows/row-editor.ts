import { createStore } from 'zustand'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { isApiError } from '../../lib/api-error.ts'
import { describeError } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/number-format.ts'
import type { WorkbookOrigin } from '../../sheets/files/row-stamp.ts'
import type { ConversionOverview, RowFilter, RowView } from '../../sheets/validation/conversion-overview.ts'
import type { CorrectedCell } from '../../sheets/validation/correction-diff.ts'
import type { SheetWorkerCalls } from '../../sheets/worker/protocol.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { applyRowStep, type RowStep, type RowStepCall, type RowStepResult } from './row-step.ts'

interface RowEditorState {
  overview: ConversionOverview
  filter: RowFilter
  /** Number of rows shown by the filter; unchanged while they are corrected. */
  count: number
  /** Counter, increased each time other rows are shown. */
  shown: number
  /** Counter, increased with each change; pages read at a lower version are stale. */
  version: number
  busy: boolean
  /** Sentence about the result of the last step. */
  said: string
}

export type RowEditor = ReturnType<typeof createRowEditor>

/**
 * Creates the state of the rows of a file or a batch while they are corrected. `onStep` is called after each step, once `settle` has
 * requested the list records that the changed rows name.
 */
export function createRowEditor(
  reading: SheetWorkerClient,
  overview: ConversionOverview,
  onStep: (step: RowStep) => void,
  settle: () => Promise<void> = async () => {},
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

  async function act<Call extends RowStepCall>(
    call: Call,
    ...args: Parameters<SheetWorkerCalls[Call]>
  ): Promise<RowStepResult<Call>> {
    set({ busy: true, said: '' })
    try {
      const result = await applyRowStep(reading, call, args)
      await settleRows()
      onStep({ call, args } as RowStep)
      await refresh()
      return result
    } finally {
      set({ busy: false })
    }
  }
  /** Runs `settle`. A refusal is reported in `said`, because the step itself was applied and remains. */
  async function settleRows() {
    await settle().catch((error) => {
      if (!isApiError(error)) throw error
      say(describeError(error))
    })
  }
  async function show(filter: RowFilter) {
    const count = await reading.show(filter)
    set({ filter, count, shown: get().shown + 1 })
  }
  /** Reloads overview and rows, because the server may have found other errors. */
  async function refresh() {
    set({ overview: await reading.overview(), version: get().version + 1 })
    // Reloads the filter if it showed no rows: errors may exist now, and no scroll position is lost.
    if (get().count === 0) await show(get().filter)
  }
  const say = (message: string) => set({ said: `${message} ${get().said}`.trim() })

  return {
    store,
    reading,
    show,
    refresh,
    settle: settleRows,
    page: (from: number, to: number): Promise<RowView[]> => reading.page(from, to),
    edit: (row: number, key: string, text: string) => act('edit', row, key, text),
    async editRow(row: number, texts: Record<string, string>) {
      const view = await act('editRow', row, texts)
      return view.waits ? (await reading.row(row)).view : view
    },
    async applyToEqual(key: string, code: string, text: string, replacement: string) {
      say(formatChangedRows(await act('applyToEqual', key, code, text, replacement)))
    },
    async applySuggestions(key: string, code: string) {
      say(formatChangedRows(await act('applySuggestions', key, code)))
    },
    async discard(rows: number[], on = true) {
      await act('discard', rows, on)
      say(`${formatCount(rows.length, 'fila', 'filas')} ${on ? 'fuera del envío.' : 'de vuelta en el envío.'}`)
    },
    async discardGroup(key: string, code: string) {
      say(`${formatCount(await act('discardGroup', key, code), 'fila', 'filas')} fuera del envío.`)
    },
    async discardSame() {
      say(`${formatCount(await act('discardSame'), 'fila', 'filas')} fuera del envío.`)
    },
    accept: (rows: number[]) => act('accept', rows),
    async undo() {
      if (get().overview.undoable > 0) say(`Se deshizo: ${formatCount(await act('undo'), 'cambio', 'cambios')}.`)
    },
    async redo() {
      if (get().overview.redoable > 0) say(`Se rehizo: ${formatCount(await act('redo'), 'cambio', 'cambios')}.`)
    },
    /** Returns the changes in a corrected error workbook; throws a `FileReadError` if the file is unreadable. */
    async weigh(file: File, origin: WorkbookOrigin) {
      return reading.weigh(new Uint8Array(await file.arrayBuffer()), file.name, origin)
    },
    take: (cells: CorrectedCell[]) => act('take', cells),
    giveFiles: (files: UploadedFile[]) => act('giveFiles', files),
    chooseFile: (name: string, path: string) => act('chooseFile', name, path),
  }
}

function formatChangedRows(rows: number): string {
  return rows === 1 ? '1 fila cambió.' : `${formatCount(rows, 'fila', 'filas')} cambiaron.`
}
