import { countSlots, type SlotStore } from './slots.ts'

/** Reading calls at once from which on the server accepts further connections slowly: twice the pool. */
const crowdedFrom = 24
/** Maximum connections accepted without a pause, so that a crowd is counted before all of it is accepted. A page opens at most six. */
const burst = { connections: 8, ms: 20 }
/** Maximum pause per connection in ms, so that even a crowd that never ends leaves others ten new connections a second. */
const maxPauseMs = 100
const retryDelayMs = 3

/**
 * Pauses before the server accepts a further connection while many calls read. The others wait in the operating system, where they take no memory:
 * PocketBase builds a virtual machine for each call before our code could let it wait. Go calls `connContext` for one connection after the other, so
 * no other code may run in this virtual machine after startup.
 */
export function pauseBetweenConnections(server: http.Server, counters: SlotStore) {
  let burstStart = 0
  let accepted = 0
  const mustWait = (now: number) => {
    if (now - burstStart >= burst.ms) {
      burstStart = now
      accepted = 0
    }
    return accepted >= burst.connections || countSlots(counters, 'reading') >= crowdedFrom
  }
  server.connContext = (context) => {
    const until = Date.now() + maxPauseMs
    for (let now = Date.now(); now < until && mustWait(now); now = Date.now()) sleep(retryDelayMs)
    accepted++
    return context
  }
}
