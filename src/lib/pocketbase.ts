import PocketBase, { type BaseAuthStore } from 'pocketbase'
import { authStore } from './auth-store.ts'
import { fetchWithRetry } from './retry.ts'

// In the same file as the client, because one is of no use without the other.
export { subscribeCollections } from './subscriptions.ts'

/** PocketBase client. Loaded after the first paint; `pb` sends read requests without it. */
export const pocketBaseClient = new PocketBase('/', authStore as unknown as BaseAuthStore)

// Disabled, because auto-cancellation aborts equal requests of two screens. TanStack Query cancels requests instead.
pocketBaseClient.autoCancellation(false)

pocketBaseClient.beforeSend = (url, options) => ({
  url,
  options: { ...options, fetch: options.fetch ?? fetchWithRetry },
})
