import PocketBase, { BaseAuthStore } from 'pocketbase'
import { mustBeJson } from './api-error.ts'
import { fetchWithRetry } from './retry.ts'

/** PocketBase client. Holds the session in memory only; a cookie restores it after a reload. */
export const pb = new PocketBase('/', new BaseAuthStore())

// Disabled, because auto-cancellation aborts equal requests of two screens. TanStack Query cancels requests instead.
pb.autoCancellation(false)

/**
 * Sends a request; rejects if the response is incomplete, for example because the user leaves the page, or not from the
 * server. The client itself would read such a body as `{}`, so that a renewed session would seem to have ended.
 */
async function fetchJson(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchWithRetry(...call)
  if (mustBeJson(response)) await response.clone().json()
  return response
}

pb.beforeSend = (url, options) => ({ url, options: { ...options, fetch: options.fetch ?? fetchJson } })
