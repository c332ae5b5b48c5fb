import { networkOf } from './network.ts'

/** What a network may get wrong: so many in so many seconds. */
export interface TryLimit {
  /** Tells these tries from others. */
  what: string
  most: number
  seconds: number
}

/** Counts one more try; gives the seconds to wait where there were too many. */
export const takeTry = (app: CoreApp, limit: TryLimit, address: string): number =>
  take(app, limit, nameOf(app, limit, address))

/** It was right: only wrong ones count. */
export const forgiveTry = (app: CoreApp, limit: TryLimit, address: string) => giveBack(app, nameOf(app, limit, address))

/**
 * One of 4,096 places, so that what strangers make the server remember has an end. Which networks share one changes with each start, lest
 * somebody use up the tries of another.
 */
function nameOf(app: CoreApp, { what }: TryLimit, address: string): string {
  const salt = String(app.store().getOrSet('tries salt', () => $security.randomString(32)))
  return `${what} ${$security.hs256(networkOf(address), salt).slice(0, 3)}`
}

/** `<end of the period, in seconds> <tries>`; inside setFunc no other handler reads or writes the store. */
function take(app: CoreApp, limit: TryLimit, name: string): number {
  let wait = 0
  app.store().setFunc(name, (before: string | null) => {
    const now = Math.floor(Date.now() / 1000)
    const [end = 0, count = 0] = (before ?? '').split(' ').map(Number)
    // An end that is further away was set by a clock that went wrong.
    if (end <= now || end > now + limit.seconds) return `${now + limit.seconds} 1`
    wait = count < limit.most ? 0 : end - now
    return wait ? before : `${end} ${count + 1}`
  })
  return wait
}

function giveBack(app: CoreApp, name: string) {
  app.store().setFunc(name, (before: string | null) => {
    const [end = 0, count = 0] = (before ?? '').split(' ').map(Number)
    return `${end} ${Math.max(0, count - 1)}`
  })
}
