import type { SheetClient } from '../../sheets/worker/client.ts'
import type { Calls } from '../../sheets/worker/protocol.ts'

export type StepCall = Extract<
  keyof Calls,
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

/** One thing that a person did to the rows; the same steps on the same file lead to the same rows. */
export type RowStep = { [Call in StepCall]: { call: Call; args: Parameters<Calls[Call]> } }[StepCall]

export type StepResult<Call extends StepCall> = Awaited<ReturnType<Calls[Call]>>

export function takeRowStep<Call extends StepCall>(
  reading: SheetClient,
  call: Call,
  args: Parameters<Calls[Call]>,
): Promise<StepResult<Call>> {
  const method = reading[call] as unknown as (...args: Parameters<Calls[Call]>) => Promise<StepResult<Call>>
  return method(...args)
}

/** Does again what was done; a row that is no longer there is left out. */
export async function repeat(reading: SheetClient, steps: readonly RowStep[]): Promise<void> {
  for (const { call, args } of steps) {
    // A step of an earlier version of the page may not be known any more.
    if (call in reading) await takeRowStep(reading, call, args as never).catch(() => undefined)
  }
}
