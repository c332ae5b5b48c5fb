import { networkOf } from '../lib/network.ts'

/**
 * Codes that are wrong, from one network and from all together. Of 2⁶⁰ codes a million may be in use: at three thousand tries a minute
 * one is guessed in seven hundred years.
 */
const ofOne = { most: 30, seconds: 300 }
const ofAll = { most: 3_000, seconds: 60 }
type Limit = typeof ofOne

/** Counts one more try, before it is judged, so that a hundred at once are a hundred; gives the seconds to wait where there were too many. */
export function takeTry(app: CoreApp, address: string): number {
  const own = nameOf(app, address)
  const wait = take(app, own, ofOne)
  if (wait) return wait
  const later = take(app, 'wrong codes', ofAll)
  if (later) giveBack(app, own)
  return later
}

/** It was right: only wrong ones count. */
export function forgiveTry(app: CoreApp, address: string) {
  giveBack(app, nameOf(app, address))
  giveBack(app, 'wrong codes')
}

/**
 * One of 4,096 places, so that what strangers make the server remember has an end. Which networks share one changes with each start, lest
 * somebody use up the tries of another.
 */
function nameOf(app: CoreApp, address: string): string {
  const salt = String(app.store().getOrSet('wrong codes salt', () => $security.randomString(32)))
  return `wrong codes ${$security.hs256(networkOf(address), salt).slice(0, 3)}`
}

/** `<end of the period, in seconds> <tries>`; inside setFunc no other handler reads or writes the store. */
function take(app: CoreApp, name: string, { most, seconds }: Limit): number {
  const now = Math.floor(Date.now() / 1000)
  let wait = 0
  app.store().setFunc(name, (before: string | null) => {
    const [end = 0, count = 0] = (before ?? '').split(' ').map(Number)
    if (end <= now) return `${now + seconds} 1`
    wait = count < most ? 0 : end - now
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
