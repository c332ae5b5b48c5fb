/** A sliding window in memory: whether `what` may happen once more, at most `limit` times in `seconds`, all callers together. Counts the call it allows. */
export function isWithinRate(app: CoreApp, what: string, limit: number, seconds: number): boolean {
  let allowed = false
  // Inside setFunc no other handler reads or writes the store, so that parallel calls are counted too.
  app.store().setFunc(`rate ${what}`, (before: string | null) => {
    const now = Date.now()
    const times = (before ?? '').split(' ').filter((time) => Number(time) <= now && now - Number(time) < seconds * 1000)
    allowed = times.length < limit
    return (allowed ? [...times, now] : times).join(' ')
  })
  return allowed
}
