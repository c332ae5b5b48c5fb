import { errors } from '../src/domain/errors.ts'

/**
 * How many calls of a kind are worked on at once. Each holds a virtual machine until it is answered, and who writes waits in it for those
 * who write before: past the pool (`engine/server.mjs`) each call would build a machine of its own, and none would come to an end.
 * Each kind is counted by itself: strangers do not take the places of those inside.
 */
const most = { reading: 256, writing: 32, entering: 40 }
export type Kind = keyof typeof most

/** Seconds after which to ask again. */
const pause = 2

/** Does the work of a call, unless too many others are at it: then nothing of it is done, and the answer says when to come again. */
export function admitted(e: core.RequestEvent, kind: Kind, work: () => unknown): unknown {
  awaitBody(e)
  const calls = e.app.store()
  let isIn = false
  // Inside setFunc no other handler reads or writes the store.
  calls.setFunc(kind, (now: number | null) => {
    isIn = (now ?? 0) < most[kind]
    return (now ?? 0) + (isIn ? 1 : 0)
  })
  if (!isIn) return refuseForNow(e)
  try {
    return work()
  } finally {
    calls.setFunc(kind, (now: number | null) => Math.max(0, (now ?? 0) - 1))
  }
}

/** A call that made the engine itself fail never leaves: each minute all places are free again. */
export function emptyRooms() {
  for (const kind of Object.keys(most)) $app.store().set(kind, 0)
}

/** Who sends slowly takes nobody's place meanwhile. What cannot be read is refused by the call itself. */
function awaitBody({ request }: core.RequestEvent) {
  if (!request?.body || request.contentLength === 0) return
  try {
    toBytes(request.body)
  } catch {}
  ;(request.body as unknown as { reread(): void }).reread()
}

/** Not thrown: what is thrown with such a status is noted as a fault of the server. */
function refuseForNow(e: core.RequestEvent) {
  // The event of a record call has no response of its own (PocketBase 0.40.4).
  const { response } = (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent ?? e
  response.header().set('Retry-After', String(pause))
  const message = errors['server.busy']
  return e.json(503, { status: 503, message, data: { code: { code: 'server.busy', message } } })
}
