import PocketBase, { BaseAuthStore } from 'pocketbase'
import { fetchWithRetry } from './retry.ts'

declare global {
  /** Requests that `src/public/early.js` sent before the client was loaded. `at`: time in ms since 1970; `answers`: responses by path. */
  var asked: { at: number; token: string; answers: Record<string, Promise<Response>> } | undefined
}

/** PocketBase client. Stores the session in memory only; a cookie restores the session after a reload. */
export const pb = new PocketBase('/', new BaseAuthStore())

// Disabled, because auto-cancellation aborts equal requests of two screens. TanStack Query cancels requests instead.
pb.autoCancellation(false)

/** Maximum age in ms of a response preloaded by `src/public/early.js`; older responses are discarded. */
const tooOld = 30_000

/** Returns the preloaded response of `src/public/early.js` if it is from the same session; each response is used once. Otherwise sends the request. */
function earlyFetch(...[address, call]: Parameters<typeof fetch>): Promise<Response> {
  const ask = () => fetchWithRetry(address, call)
  const { asked } = globalThis
  if (!asked || call?.method !== 'GET' || asked.token !== pb.authStore.token || Date.now() - asked.at > tooOld)
    return ask()
  const path = String(address).replace(location.origin, '')
  const answer = asked.answers[path]
  delete asked.answers[path]
  return answer ? answer.then((early) => (early.ok ? early : ask()), ask) : ask()
}
pb.beforeSend = (url, options) => ({ url, options: { ...options, fetch: options.fetch ?? earlyFetch } })
