import PocketBase, { BaseAuthStore } from 'pocketbase'
import { patientFetch } from './patience.ts'

declare global {
  /** What `public/early.js` asked for before there was a client: when, for whom, and each answer by its address. */
  var asked: { at: number; token: string; answers: Record<string, Promise<Response>> } | undefined
}

/** Kept in memory only: what outlives a reload is the session's own cookie. */
export const pb = new PocketBase('/', new BaseAuthStore())

// TanStack Query owns cancellation; two equal calls of two screens must not end each other.
pb.autoCancellation(false)

/** After so many milliseconds an early answer belongs to a page that is not shown. */
const tooOld = 30_000

/** An answer that is on its way already is taken, once and for its own session only; without one, or a good one, the server is asked. */
function earlyFetch(...[address, call]: Parameters<typeof fetch>): Promise<Response> {
  const ask = () => patientFetch(address, call)
  const { asked } = globalThis
  if (!asked || call?.method !== 'GET' || asked.token !== pb.authStore.token || Date.now() - asked.at > tooOld)
    return ask()
  const path = String(address).replace(location.origin, '')
  const answer = asked.answers[path]
  delete asked.answers[path]
  return answer ? answer.then((early) => (early.ok ? early : ask()), ask) : ask()
}
pb.beforeSend = (url, options) => ({ url, options: { ...options, fetch: options.fetch ?? earlyFetch } })
