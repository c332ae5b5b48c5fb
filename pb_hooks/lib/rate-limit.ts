/** Whether something may happen once more: at most `limit` times in `seconds`, whoever asks and from wherever. */
export function isWithinRate(app: CoreApp, what: string, limit: number, seconds: number): boolean {
  const now = Date.now()
  let allowed = false
  // Inside setFunc no other handler reads or writes the store, so that parallel calls are counted too.
  app.store().setFunc(`throttle ${what}`, (before: string | null) => {
    const times = (before ?? '').split(' ').filter((time) => now - Number(time) < seconds * 1000)
    allowed = times.length < limit
    return (allowed ? [...times, now] : times).join(' ')
  })
  return allowed
}
