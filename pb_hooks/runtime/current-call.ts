/**
 * State of the call that this virtual machine runs. A virtual machine runs one call at a time, so a module variable is enough.
 * Nested calls run in another virtual machine with its own state: calls with an API key pass the router twice, and record calls run hooks.
 */
export interface CurrentCall {
  /** Event of the call; undefined in jobs, and in hooks that PocketBase runs by itself. */
  readonly event?: core.RequestEvent | undefined
  /** Releases the slots of the call; undefined once the response was sent. */
  releaseSlots?: (() => void) | undefined
  /** `true` once a transaction was committed; then the client cannot safely repeat the call. */
  hasWritten: boolean
  /** Owners whose connections receive changes until the transaction ends (`realtime.ts`). */
  subscribedOwners: { collection: string; owner: string }[]
}

const idle = (): CurrentCall => ({ hasWritten: false, subscribedOwners: [] })

let current = idle()

/** Returns the state of the running call; in a job, an empty state. */
export const getCurrentCall = (): CurrentCall => current

/** Runs `work` as the call `event` with a new state. Calls `release` once: after `work`, or after an early response. */
export function runAsCurrentCall<Result>(event: core.RequestEvent, release: () => void, work: () => Result): Result {
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
