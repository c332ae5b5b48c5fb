/**
 * Counts a call of kind `what`. Returns false if there were already `limit` such calls in `seconds`, by all clients
 * together. The sliding window is in memory.
 */
export function isWithinRateLimit(app: CoreApp, what: string, limit: number, seconds: number): boolean {
  let allowed = false
  // `setFunc` locks the store while it runs, so that parallel calls are counted correctly.
  app.store().setFunc(`rate ${what}`, (before: string | null) => {
    const now = Date.now()
    const times = (before ?? '').split(' ').filter((time) => Number(time) <= now && now - Number(time) < seconds * 1000)
    allowed = times.length < limit
    return (allowed ? [...times, now] : times).join(' ')
  })
  return allowed
}
