import { getConnectionPool } from './connection-pool.ts'

/** Interval of the checks for writers, and maximum wait, in ms. */
const pollMs = 4
const maxWaitMs = 60

/**
 * Waits between two chunks of long work until no other call writes. Go gives the only write connection to a random
 * waiting caller; without this pause, long work would get it as often as all other callers together.
 */
export function yieldToWriters(app: CoreApp) {
  const writers = getConnectionPool(app.nonconcurrentDB())
  for (let waited = 0; waited < maxWaitMs && writers.stats().inUse; waited += pollMs) sleep(pollMs)
}
