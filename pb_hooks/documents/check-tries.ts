import { networkOf } from '../lib/network.ts'

/**
 * Codes that are wrong, from one network. There is no limit for all together, which a stranger could hold full: of 2⁶⁰ codes a million may be in
 * use, so that ten thousand tries a second take years to guess one, and few are judged at once (`server/crowd.ts`).
 */
const limit = { most: 30, seconds: 300 }
/** Counts one more try, before it is judged, so that a hundred at once are a hundred; gives the seconds to wait where there were too many. */
export const takeTry = (app: CoreApp, address: string): number => take(app, nameOf(app, address))

/** It was right: only wrong ones count. */
export const forgiveTry = (app: CoreApp, address: string) => giveBack(app, nameOf(app, address))

/**
 * One of 4,096 places, so that what strangers make the server remember has an end. Which networks share one changes with each start, lest
 * somebody use up the tries of another.
 */
function nameOf(app: CoreApp, address: string): string {
  const salt = String(app.store().getOrSet('wrong codes salt', () => $security.randomString(32)))
  return `wrong codes ${$security.hs256(networkOf(address), salt).slice(0, 3)}`
}

/** `<end of the period, in seconds> <tries>`; inside setFunc no other handler reads or writes the store. */
function take(app: CoreApp, name: string): number {
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
