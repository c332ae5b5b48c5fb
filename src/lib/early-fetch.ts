import { authStore } from './auth-store.ts'
import { fetchWithRetry } from './retry.ts'

declare global {
  /**
   * Requests sent by `src/public/early.js` before the scripts were loaded. `at`: time in ms since 1970; `answers`:
   * responses by path.
   */
  var asked: { at: number; token: string; answers: Record<string, Promise<Response>> } | undefined
}

/** Maximum age in ms of a response preloaded by `src/public/early.js`; older responses are discarded. */
const tooOld = 30_000
/** Age in ms from which a preloaded response is outdated: realtime events may not report all later changes, see `getFreshTime` in `subscriptions.ts`. */
const outdatedAge = 3_000

let outdatedAt = 0

/** Returns when an outdated preloaded response was used last, in ms since 1970; 0 if never. */
export const getOutdatedResponseTime = () => outdatedAt

/** Discards the preloaded responses that were not used yet, because the data has changed. */
export function discardEarlyResponses() {
  globalThis.asked = undefined
}

/**
 * Returns the response that `src/public/early.js` preloaded for the same session; each is used only once. Otherwise
 * sends the request.
 */
export function earlyFetch(path: string, call: RequestInit): Promise<Response> {
  const ask = () => fetchWithRetry(path, call)
  const { asked } = globalThis
  if (!asked || asked.token !== authStore.token || Date.now() - asked.at > tooOld) return ask()
  const answer = asked.answers[path]
  delete asked.answers[path]
  const use = (early: Response) => {
    if (!early.ok) return ask()
    if (Date.now() - asked.at > outdatedAge) outdatedAt = Date.now()
    return early
  }
  return answer ? answer.then(use, ask) : ask()
}
