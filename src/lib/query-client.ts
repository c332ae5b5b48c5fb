import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { messageOf } from './message.ts'
import { notify } from './notify.ts'
import { isPassing } from './patience.ts'
import { isRefusal } from './refusal.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Said in a toast when it worked. */
      success?: string
      /** Keys to read again; without it, those that start with the mutation's own key's first word. */
      invalidates?: QueryKey[]
      /** The screen itself says what went wrong. */
      quiet?: boolean
    }
    queryMeta: {
      /** Further collections, besides the key's first word, whose changes make it be read again. */
      follows?: string[]
    }
  }
}

/** Whoever keeps the session is told of a refusal that ends it. */
export const refusals = new EventTarget()

/** To PocketBase a session that ended is a guest, and to a guest what he asks for is refused or not there. */
export function noticeRefusal(error: unknown) {
  if (isRefusal(error) && [401, 403, 404].includes(error.status)) refusals.dispatchEvent(new Event('unauthorized'))
}

/** For `throwOnError`: what was never read belongs to the route's error component. */
export const hasNothing = (_error: unknown, query: { state: { data: unknown } }) => query.state.data === undefined

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a connection one is told so at once, instead of waiting for it without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 60_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => (isPassing(error) || !isRefusal(error)) && failures < 3,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      noticeRefusal(error)
      // A first load that fails belongs to the route's error component; without a network nothing new is no news.
      if (query.state.data !== undefined && navigator.onLine) notify.error(messageOf(error), 'refresh')
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
      noticeRefusal(error)
      if (!mutation.meta?.quiet) notify.error(messageOf(error))
    },
  }),
})
