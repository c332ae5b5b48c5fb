import PocketBase, { BaseAuthStore } from 'pocketbase'
import { fetchWithRetry } from './retry.ts'

declare global {
  /** Requests that `src/public/early.js` sent before the client was loaded: time in ms, token, and responses by path. */
  var asked: { at: number; token: string; answers: Record<string, Promise<Response>> } | undefined
}

/** PocketBase client. Its store is in memory only; the session's cookie survives a reload. */
export const pb = new PocketBase('/', new BaseAuthStore())

// TanStack Query cancels requests. Auto-cancellation would abort equal requests of two screens.
pb.autoCancellation(false)

/** Maximum age of an early response in ms; older ones belong to a page that was not shown. */
const tooOld = 30_000

/** Uses an early response, once and only for the same session. Otherwise sends the request. */
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
