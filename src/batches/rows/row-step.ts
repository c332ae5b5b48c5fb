import type { SheetWorkerCalls } from '../../sheets/worker/protocol.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'

export type RowStepCall = Extract<
  keyof SheetWorkerCalls,
  | 'edit'
  | 'editRow'
  | 'applyToEqual'
  | 'applySuggestions'
  | 'discard'
  | 'discardGroup'
  | 'discardSame'
  | 'accept'
  | 'undo'
  | 'redo'
  | 'take'
  | 'giveFiles'
  | 'chooseFile'
>

/** Serializable correction: a worker call with its arguments. Repeating the corrections of a file in order gives the same rows. */
export type RowStep = { [Call in RowStepCall]: { call: Call; args: Parameters<SheetWorkerCalls[Call]> } }[RowStepCall]

export type RowStepResult<Call extends RowStepCall> = Awaited<ReturnType<SheetWorkerCalls[Call]>>

export function applyRowStep<Call extends RowStepCall>(
  reading: SheetWorkerClient,
  call: Call,
  args: Parameters<SheetWorkerCalls[Call]>,
): Promise<RowStepResult<Call>> {
  const method = reading[call] as unknown as (
    ...args: Parameters<SheetWorkerCalls[Call]>
  ) => Promise<RowStepResult<Call>>
  return method(...args)
}

/** Applies stored corrections again to the rows of the same file. Skips a correction whose row is missing. */
export async function replayRowSteps(reading: SheetWorkerClient, steps: readonly RowStep[]): Promise<void> {
  for (const { call, args } of steps) {
    // Skips calls that no longer exist, because an older version of the app may have stored the correction.
    if (call in reading) await applyRowStep(reading, call, args as never).catch(() => undefined)
  }
}
