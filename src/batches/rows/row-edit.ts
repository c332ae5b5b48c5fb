import type { SheetWorkerCalls } from '../../sheets/worker/protocol.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'

export type RowEditCall = Extract<
  keyof SheetWorkerCalls,
  | 'edit'
  | 'editRow'
  | 'applyToEqual'
  | 'applySuggestions'
  | 'discard'
  | 'discardGroup'
  | 'discardSame'
  | 'confirm'
  | 'confirmSame'
  | 'accept'
  | 'undo'
  | 'redo'
  | 'applyCorrectedCells'
  | 'addFiles'
  | 'chooseFile'
>

/**
 * Correction as a worker call with its arguments, which can be stored. The same corrections in the same order give the
 * same rows.
 */
export type RowEdit = { [Call in RowEditCall]: { call: Call; args: Parameters<SheetWorkerCalls[Call]> } }[RowEditCall]

export type RowEditResult<Call extends RowEditCall> = Awaited<ReturnType<SheetWorkerCalls[Call]>>

export function applyRowEdit<Call extends RowEditCall>(
  reading: SheetWorkerClient,
  call: Call,
  args: Parameters<SheetWorkerCalls[Call]>,
): Promise<RowEditResult<Call>> {
  const method = reading[call] as unknown as (
    ...args: Parameters<SheetWorkerCalls[Call]>
  ) => Promise<RowEditResult<Call>>
  return method(...args)
}

/** Applies stored corrections again to the rows of the same file. Skips a correction whose row is missing. */
export async function replayRowEdits(reading: SheetWorkerClient, steps: readonly RowEdit[]): Promise<void> {
  for (const { call, args } of steps) {
    // Skips calls that no longer exist, because an older version of the app may have stored the correction.
    if (call in reading) await applyRowEdit(reading, call, args as never).catch(() => undefined)
  }
}
