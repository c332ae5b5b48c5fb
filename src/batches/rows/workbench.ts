import { createStore } from 'zustand'
import type { GivenFile } from '../../domain/attachments/file-names.ts'
import { countOf } from '../../lib/count.ts'
import { messageOf } from '../../lib/message.ts'
import { isRefusal } from '../../lib/refusal.ts'
import type { Origin } from '../../sheets/files/origin.ts'
import type { CellChange } from '../../sheets/judging/correction.ts'
import type { Overview, RowFilter, RowView } from '../../sheets/judging/overview.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import type { Calls } from '../../sheets/worker/protocol.ts'
import { type RowStep, type StepCall, type StepResult, takeRowStep } from './row-step.ts'

interface State {
  overview: Overview
  filter: RowFilter
  /** How many rows the filter shows; it stays so while they are mended. */
  count: number
  /** Rises each time that other rows are shown. */
  shown: number
  /** Rises with each change: pages that were read before are stale. */
  version: number
  busy: boolean
  /** What the last step did, in words. */
  said: string
}

export type Workbench = ReturnType<typeof createWorkbench>

/**
 * The rows of one file, or of one batch, while they are mended. `onStep` is told of each step after it was taken, and after `settle` brought
 * what the rows need since.
 */
export function createWorkbench(
  reading: SheetClient,
  overview: Overview,
  onStep: (step: RowStep) => void,
  settle: () => Promise<void> = async () => {},
) {
  const store = createStore<State>()(() => ({
    overview,
    filter: 'all',
    count: 0,
    shown: 0,
    version: 0,
    busy: false,
    said: '',
  }))
  const { setState: set, getState: get } = store

  async function act<Call extends StepCall>(call: Call, ...args: Parameters<Calls[Call]>): Promise<StepResult<Call>> {
    set({ busy: true, said: '' })
    try {
      const result = await takeRowStep(reading, call, args)
      await settleRows()
      onStep({ call, args } as RowStep)
      await refresh()
      return result
    } finally {
      set({ busy: false })
    }
  }
  /** Runs `settle`. A refusal is reported in `said`, because the step itself was taken and remains. */
  async function settleRows() {
    await settle().catch((error) => {
      if (!isRefusal(error)) throw error
      say(messageOf(error))
    })
  }
  async function show(filter: RowFilter) {
    const count = await reading.show(filter)
    set({ filter, count, shown: get().shown + 1 })
  }
  /** What the server found changes marks as well. */
  async function refresh() {
    set({ overview: await reading.overview(), version: get().version + 1 })
    // Where nothing was shown there may be something now, and no place in it to lose.
    if (get().count === 0) await show(get().filter)
  }
  const say = (said: string) => set({ said: `${said} ${get().said}`.trim() })

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
      say(mended(await act('applyToEqual', key, code, text, replacement)))
    },
    async applySuggestions(key: string, code: string) {
      say(mended(await act('applySuggestions', key, code)))
    },
    async discard(rows: number[], on = true) {
      await act('discard', rows, on)
      say(`${countOf(rows.length, 'fila', 'filas')} ${on ? 'fuera del envío.' : 'de vuelta en el envío.'}`)
    },
    async discardGroup(key: string, code: string) {
      say(`${countOf(await act('discardGroup', key, code), 'fila', 'filas')} fuera del envío.`)
    },
    async discardSame() {
      say(`${countOf(await act('discardSame'), 'fila', 'filas')} fuera del envío.`)
    },
    accept: (rows: number[]) => act('accept', rows),
    async undo() {
      if (get().overview.undoable > 0) say(`Se deshizo: ${countOf(await act('undo'), 'cambio', 'cambios')}.`)
    },
    async redo() {
      if (get().overview.redoable > 0) say(`Se rehizo: ${countOf(await act('redo'), 'cambio', 'cambios')}.`)
    },
    /** What a corrected error workbook would change; throws a `ReadingError` for what is no sheet. */
    async weigh(file: File, origin: Origin) {
      return reading.weigh(new Uint8Array(await file.arrayBuffer()), file.name, origin)
    },
    take: (cells: CellChange[]) => act('take', cells),
    giveFiles: (files: GivenFile[]) => act('giveFiles', files),
    chooseFile: (name: string, path: string) => act('chooseFile', name, path),
  }
}

function mended(rows: number): string {
  return rows === 1 ? '1 fila cambió.' : `${countOf(rows, 'fila', 'filas')} cambiaron.`
}
