import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { describeError } from './error-message.ts'
import { notify } from './notify.ts'
import { isTransientError } from './retry.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Message of a toast shown after success. */
      success?: string
      /** Query keys to invalidate. Default: all query keys with the same first element as the mutation's key. */
      invalidates?: QueryKey[]
      /** True if the screen shows the error itself, so that no toast appears. */
      quiet?: boolean
    }
    queryMeta: {
      /** Collections whose changes trigger a refetch, in addition to the collection that is the query key's first element. */
      follows?: string[]
    }
  }
}

/** Target of `unauthorized` events, sent when a rejected request may mean that the session ended. The session watcher handles them. */
export const unauthorizedEvents = new EventTarget()

/** Sends an `unauthorized` event for status 401, 403 or 404: PocketBase treats a client with an ended session as anonymous. */
export function reportUnauthorized(error: unknown) {
  if (isApiError(error) && [401, 403, 404].includes(error.status))
    unauthorizedEvents.dispatchEvent(new Event('unauthorized'))
}

/** Returns true if a query never loaded. Used for `throwOnError`, so that the route's error component handles the error. */
export const isInitialLoadError = (_error: unknown, query: { state: { data: unknown } }) =>
  query.state.data === undefined

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Fails at once when offline; by default TanStack Query would pause silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 60_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => (isTransientError(error) || !isApiError(error)) && failures < 3,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      reportUnauthorized(error)
      // Shows errors of refetches only, because the route's error component shows errors of first loads. Ignores errors while offline.
      if (query.state.data !== undefined && navigator.onLine) notify.error(describeError(error), 'refresh')
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(_data, _variables, _onMutateResult, mutation) {
      const { success, invalidates } = mutation.meta ?? {}
      if (success) notify.success(success)
      const own = mutation.options.mutationKey?.slice(0, 1)
      const keys = invalidates ?? (own ? [own] : [])
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    onError(error, _variables, _onMutateResult, mutation) {
      reportUnauthorized(error)
      if (!mutation.meta?.quiet) notify.error(describeError(error))
    },
  }),
})
