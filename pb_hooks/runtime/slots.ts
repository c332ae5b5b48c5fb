/** Store with the slot counters, shared by all virtual machines. `setFunc` locks the store while it runs. */
export type SlotStore = ReturnType<CoreApp['store']>

export type ReleaseSlot = () => void

/** Takes one of `limit` slots; returns undefined if all are taken. */
export function acquireSlot(counters: SlotStore, name: string, limit: number): ReleaseSlot | undefined {
  let isFree = false
  counters.setFunc(name, (count: number | null) => {
    isFree = (count ?? 0) < limit
    return (count ?? 0) + (isFree ? 1 : 0)
  })
  return isFree ? () => counters.setFunc(name, (count: number | null) => Math.max(0, (count ?? 0) - 1)) : undefined
}

/**
 * Returns the name of the slot counter for the current period of five minutes. The last two periods count. A call that
 * makes PocketBase panic never releases its slots, so these expire with their period.
 */
export function getCounterName(kind: string, periods = 0): string {
  return `${kind} ${(Math.floor(Date.now() / 300_000) + periods + 3) % 3}`
}

/** Returns how many slots of a kind are taken. */
export function countSlots(counters: SlotStore, kind: string): number {
  return Number(counters.get(getCounterName(kind)) ?? 0) + Number(counters.get(getCounterName(kind, -1)) ?? 0)
}

type OwnerCounts = Record<string, number> | null

/**
 * Takes one of `limit` slots of an owner; returns undefined if all are taken. One store entry contains the counts of
 * all owners, so that removing an owner's count is atomic.
 */
export function acquireOwnerSlot(
  counters: SlotStore,
  name: string,
  owner: string,
  limit: number,
): ReleaseSlot | undefined {
  let isFree = false
  counters.setFunc(name, (byOwner: OwnerCounts) => {
    const count = byOwner?.[owner] ?? 0
    isFree = count < limit
    return isFree ? setCount(byOwner, owner, count + 1) : byOwner
  })
  const release = (byOwner: OwnerCounts) => byOwner && setCount(byOwner, owner, (byOwner[owner] ?? 0) - 1)
  return isFree ? () => counters.setFunc(name, release) : undefined
}

/** Returns how many slots an owner has taken. */
export function countTakenSlots(counters: SlotStore, name: string, owner: string): number {
  let count = 0
  counters.setFunc(name, (byOwner: OwnerCounts) => {
    count = byOwner?.[owner] ?? 0
    return byOwner
  })
  return count
}

/** Changes the count of an owner. Modifies the object instead of copying it, because it may be large. */
function setCount(byOwner: OwnerCounts, owner: string, count: number): OwnerCounts {
  const counts = byOwner ?? {}
  if (count > 0) counts[owner] = count
  else delete counts[owner]
  return counts
}
