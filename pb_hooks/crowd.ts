import { errors } from '../src/domain/errors.ts'

/**
 * How many calls of a kind are worked on at once, and how many of them may be one person's, who could hold them all by never reading
 * the answers. Each holds a virtual machine until it is answered, also while it waits for the database: of a thousand at once each took
 * ten seconds, and all of them half a gigabyte.
 */
const most = { all: 300, one: 256 }
/** Each kind is counted by itself: strangers do not take the places of those inside. */
export type Kind = 'reading' | 'writing' | 'entering'

/** Seconds after which to ask again. */
const pause = 2

/** Milliseconds after which a place is free whatever became of it: a call that made the engine itself fail never leaves. */
const forgotten = 60_000

/** Does the work of a call, unless too many others are at it: then nothing of it is done, and the answer says when to come again. */
export function admitted(e: core.RequestEvent, kind: Kind, work: () => unknown): unknown {
  awaitBody(e)
  const own = e.auth ? enter(e.app, `${kind} ${e.auth.id}`, most.one) : null
  const common = own === undefined ? undefined : enter(e.app, kind, most.all)
  try {
    return common ? work() : refuseForNow(e)
  } finally {
    for (const place of [own, common]) if (place) leave(e.app, place)
  }
}

/** Who sends slowly takes nobody's place meanwhile. What cannot be read is refused by the call itself. */
function awaitBody({ request }: core.RequestEvent) {
  if (!request?.body || request.contentLength === 0) return
  try {
    toBytes(request.body)
  } catch {}
  ;(request.body as unknown as { reread(): void }).reread()
}

/** A place in a count of calls, or undefined when there is none left. Of the stretches of time in which calls began the last two are counted. */
function enter(app: CoreApp, count: string, places: number): string | undefined {
  const stretch = Math.floor(Date.now() / forgotten)
  const name = (of: number) => `crowd ${count} ${of % 3}`
  const store = app.store()
  store.set(name(stretch + 1), 0)
  const before = Number(store.get(name(stretch - 1)) ?? 0)
  let isIn = false
  // Inside setFunc no other handler reads or writes the store.
  store.setFunc(name(stretch), (now: number | null) => {
    isIn = before + (now ?? 0) < places
    return (now ?? 0) + (isIn ? 1 : 0)
  })
  return isIn ? name(stretch) : undefined
}

function leave(app: CoreApp, place: string) {
  app.store().setFunc(place, (now: number | null) => Math.max(0, (now ?? 0) - 1))
}

/** Not thrown: what is thrown with such a status is noted as a fault of the server. */
function refuseForNow(e: core.RequestEvent) {
  // The event of a record call has no response of its own (PocketBase 0.40.4).
  const { response } = (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent ?? e
  response.header().set('Retry-After', String(pause))
  const message = errors['server.busy']
  return e.json(503, { status: 503, message, data: { code: { code: 'server.busy', message } } })
}
