/** Returns whether `what` is allowed once more and counts it: at most `limit` calls in `seconds` for all clients together. Sliding window in memory. */
export function isWithinRateLimit(app: CoreApp, what: string, limit: number, seconds: number): boolean {
  let allowed = false
  // Inside `setFunc` no other handler reads or writes the store, so that parallel calls are counted too.
  app.store().setFunc(`rate ${what}`, (before: string | null) => {
    const now = Date.now()
    const times = (before ?? '').split(' ').filter((time) => Number(time) <= now && now - Number(time) < seconds * 1000)
    allowed = times.length < limit
    return (allowed ? [...times, now] : times).join(' ')
  })
  return allowed
}
