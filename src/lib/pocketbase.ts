import PocketBase, { type BaseAuthStore } from 'pocketbase'
import { mustBeJson } from './api-error.ts'
import { authStore } from './auth-store.ts'
import { fetchWithRetry } from './retry.ts'

// Exported here, so that client and subscriptions load as one chunk.
export { subscribeCollections } from './subscriptions.ts'

/** PocketBase client. Loaded after the first paint; `pb` sends read requests without it. */
export const pocketBaseClient = new PocketBase('/', authStore as unknown as BaseAuthStore)

// Disabled, because auto-cancellation aborts equal requests of two screens. TanStack Query cancels requests instead.
pocketBaseClient.autoCancellation(false)

/**
 * Sends a request; rejects if the response is incomplete, for example because the user leaves the page, or not from the
 * server. The client itself would read such a body as `{}`, so that a renewed session would seem to have ended.
 */
async function fetchJson(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchWithRetry(...call)
  if (mustBeJson(response)) await response.clone().json()
  return response
}

pocketBaseClient.beforeSend = (url, options) => ({ url, options: { ...options, fetch: options.fetch ?? fetchJson } })
