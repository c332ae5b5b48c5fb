/**
 * State of the call that this virtual machine runs. A virtual machine runs one call at a time, so a module variable is
 * enough. Nested calls, such as forwarded calls with an API key and hooks of record calls, run in other virtual
 * machines.
 */
export interface CurrentCall {
  /** Event of the call; `undefined` in jobs and in hooks outside of calls. */
  readonly event?: core.RequestEvent | undefined
  /** Releases the slots of the call; undefined once the response was sent. */
  releaseSlots?: (() => void) | undefined
  /** `true` after a committed transaction. The client then cannot safely repeat the call. */
  hasWritten: boolean
  /** Owners whose connections are subscribed until the transaction ends (`subscribeRecordOwner` in `realtime.ts`). */
  subscribedOwners: { collection: string; owner: string }[]
}

const idle = (): CurrentCall => ({ hasWritten: false, subscribedOwners: [] })

let current = idle()

/** Returns the state of the running call; in a job, a state without event. */
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
