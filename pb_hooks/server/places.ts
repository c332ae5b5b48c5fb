/** What all virtual machines share: counters of who is at something. */
export type Counters = ReturnType<CoreApp['store']>

/** The place that was taken, unless all are. Inside setFunc no other handler reads or writes the store. */
export function enter(calls: Counters, name: string, places: number): string | undefined {
  let isIn = false
  calls.setFunc(name, (now: number | null) => {
    isIn = (now ?? 0) < places
    return (now ?? 0) + (isIn ? 1 : 0)
  })
  return isIn ? name : undefined
}

export function leave(calls: Counters, name: string) {
  calls.setFunc(name, (now: number | null) => Math.max(0, (now ?? 0) - 1))
}

/** A name of few at once, which is gone with the last of them. */
export function leaveOwn(calls: Counters, name: string) {
  leave(calls, name)
  if (!calls.get(name)) calls.remove(name)
}
