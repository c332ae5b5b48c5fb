/**
 * State of the call that this virtual machine runs. A virtual machine runs one call at a time, so a module variable is
 * enough. Nested calls, such as forwarded calls with an API key and hooks of record calls, run in other virtual
 * machines.
 */
export interface CurrentCall {
  /** Event of the call; `undefined` in jobs and in hooks outside of calls. */
  readonly event?: core.RequestEvent | undefined
  /** `true` after a committed transaction. The client then cannot safely repeat the call. */
  hasWritten: boolean
  /** Owners whose connections are subscribed until the transaction ends (`writeAndPushRecord`). */
  subscribedOwners: { collection: string; owner: string }[]
}

const idle = (): CurrentCall => ({ hasWritten: false, subscribedOwners: [] })

let current = idle()

/** Returns the state of the running call; in a job, a state without event. */
export const getCurrentCall = (): CurrentCall => current

/** Event of a call or a hook; `undefined` in jobs. */
type HookEvent = { request?: unknown; requestEvent?: core.RequestEvent } | undefined

/**
 * Runs `work` as the call `e` with a new state. Notes in the event if the call stored data, so that a refusal does not ask the client to repeat
 * it (`StoredKey` in `engine/admission`).
 */
export function runAsCurrentCall<Result>(e: HookEvent, work: () => Result): Result {
  // An event of a record has the event of its call; only events of calls have a request.
  const event = e?.requestEvent ?? (e?.request ? (e as core.RequestEvent) : undefined)
  const call: CurrentCall = { ...idle(), event }
  current = call
  try {
    return work()
  } finally {
    if (call.hasWritten) event?.set('admissionStored', true)
    current = idle()
  }
}
