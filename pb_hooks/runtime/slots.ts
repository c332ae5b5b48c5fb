/** What all virtual machines share: counters of who is at something. Inside setFunc no other handler reads or writes the store. */
export type Counters = ReturnType<CoreApp['store']>

/** Gives a place back. */
export type Leave = () => void

/** Takes one of so many places, unless all are taken. */
export function enter(calls: Counters, name: string, places: number): Leave | undefined {
  let isIn = false
  calls.setFunc(name, (now: number | null) => {
    isIn = (now ?? 0) < places
    return (now ?? 0) + (isIn ? 1 : 0)
  })
  return isIn ? () => calls.setFunc(name, (now: number | null) => Math.max(0, (now ?? 0) - 1)) : undefined
}

/** Of many, how many places each one has who has any. */
type Each = Record<string, number> | null

/**
 * The same for one of many, of whom nothing is kept once he has left. They share an entry of the store: to see that an entry is no longer needed and to
 * remove it are two steps, and whoever entered between them would not be counted.
 */
export function enterOwn(calls: Counters, name: string, who: string, places: number): Leave | undefined {
  let isIn = false
  calls.setFunc(name, (each: Each) => {
    const now = each?.[who] ?? 0
    isIn = now < places
    return isIn ? counted(each, who, now + 1) : each
  })
  return isIn ? () => calls.setFunc(name, (each: Each) => each && counted(each, who, (each[who] ?? 0) - 1)) : undefined
}

/** How many places one has. */
export function countOwn(calls: Counters, name: string, who: string): number {
  let count = 0
  calls.setFunc(name, (each: Each) => {
    count = each?.[who] ?? 0
    return each
  })
  return count
}

/** The same object, for it may be large and is copied by nobody. */
function counted(each: Each, who: string, count: number): Each {
  const counts = each ?? {}
  if (count > 0) counts[who] = count
  else delete counts[who]
  return counts
}
