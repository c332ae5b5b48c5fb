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

/** Serializable correction of the rows. The same steps on the same file produce the same rows. */
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

/** Repeats stored steps on the rows of the same file. Skips a step if its row is missing. */
export async function replayRowSteps(reading: SheetWorkerClient, steps: readonly RowStep[]): Promise<void> {
  for (const { call, args } of steps) {
    // A stored step may name a call that this version of the page no longer has.
    if (call in reading) await applyRowStep(reading, call, args as never).catch(() => undefined)
  }
}
