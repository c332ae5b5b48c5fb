import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { describeError, isApiError } from './api-error.ts'
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

/**
 * Receives an `unauthorized` event when a rejected request may mean that the session ended. The session watcher listens
 * to it.
 */
export const unauthorizedEvents = new EventTarget()

/**
 * Dispatches `unauthorized` for status 401, 403 or 404, because PocketBase treats a client with an ended session as
 * anonymous.
 */
export function reportUnauthorized(error: unknown) {
  if (isApiError(error) && [401, 403, 404].includes(error.status))
    unauthorizedEvents.dispatchEvent(new Event('unauthorized'))
}

/**
 * Returns true if a query has never loaded. As `throwOnError`, it passes such errors to the route's error component.
 */
export const isInitialLoadError = (_error: unknown, query: { state: { data: unknown } }) =>
  query.state.data === undefined

/** Time in ms for which loaded data is shown again without a request, unless it changes. */
export const staleTime = 60_000

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Fails immediately when offline; by default TanStack Query would pause silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime,
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
      // Notifies about failed refetches only, because the route's error component shows failed first loads. Ignores
      // errors while offline.
      if (query.state.data !== undefined && navigator.onLine) notify.error(describeError(error), 'refresh')
    },
  }),
  mutationCache: new MutationCache({
    async onSuccess(_data, _variables, _onMutateResult, mutation) {
      const { success, invalidates } = mutation.meta ?? {}
      if (success) notify.success(success)
      const own = mutation.options.mutationKey?.slice(0, 1)
      const keys = invalidates ?? (own ? [own] : [])
      await Promise.all(keys.map(refetchChanged))
    },
    onError(error, _variables, _onMutateResult, mutation) {
      reportUnauthorized(error)
      if (!mutation.meta?.quiet) notify.error(describeError(error))
    },
  }),
})

/**
 * Refetches the queries whose key starts with `queryKey`. TanStack Query does not restart a first load that is running.
 * It is repeated after its end, because it may have read the data before the change.
 */
async function refetchChanged(queryKey: QueryKey) {
  const running = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  const firstLoads = running.filter(({ state }) => state.data === undefined)
  await Promise.allSettled([queryClient.invalidateQueries({ queryKey }), ...firstLoads.map(({ promise }) => promise)])
  if (firstLoads.length > 0)
    await queryClient.invalidateQueries({ queryKey, predicate: (query) => firstLoads.includes(query) })
}
