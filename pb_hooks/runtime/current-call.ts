/**
 * State of the work that this virtual machine does. A virtual machine answers one call at a time, so module scope is enough. A nested call (one that an API
 * key makes passes the router twice, a record call runs hooks) is answered by another virtual machine, with a state of its own.
 */
export interface CurrentCall {
  /** Event of the call; undefined in jobs, and in hooks that the engine runs by itself. */
  readonly event?: core.RequestEvent | undefined
  /** Releases the slots of the call. Undefined once the client has its answer. */
  releaseSlots?: (() => void) | undefined
  /** Whether a transaction was committed: then the client cannot safely repeat the call. */
  hasWritten: boolean
  /** Owners whose connections receive changes until the transaction ends (`realtime.ts`). */
  subscribedOwners: { collection: string; owner: string }[]
}

const idle = (): CurrentCall => ({ hasWritten: false, subscribedOwners: [] })

let current = idle()

/** Returns the state of the call that is being answered; in a job, an empty one. */
export const currentCall = (): CurrentCall => current

/** Runs `work` as the call `event`. The state begins empty, and is cleared at the end. `release` runs at most once: after `work`, or after an early response. */
export function asCurrentCall<Result>(event: core.RequestEvent, release: () => void, work: () => Result): Result {
  const call: CurrentCall = { ...idle(), event }
  call.releaseSlots = () => {
    call.releaseSlots = undefined
    release()
  }
  current = call
  try {
    return work()
  } finally {
    call.releaseSlots?.()
    current = idle()
  }
}
