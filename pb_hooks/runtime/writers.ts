import { connectionPool } from './connection-pool.ts'

/** Milliseconds between two looks at the writers, and milliseconds after which the work goes on in any case. */
const pollMs = 4
const maxWaitMs = 60

/**
 * Waits between two chunks of a long piece of work until no other call writes. Go chooses at random among the callers that wait for the only
 * writing connection, and work that asks for it again at once would win as often as all others.
 */
export function yieldToWriters(app: CoreApp) {
  const writers = connectionPool(app.nonconcurrentDB())
  for (let waited = 0; waited < maxWaitMs && writers.stats().inUse; waited += pollMs) sleep(pollMs)
}
