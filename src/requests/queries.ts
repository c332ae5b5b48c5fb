import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Values } from '../domain/fields/field.ts'
import type { Event } from '../domain/history/event.ts'
import type { Dashboard } from '../domain/requests/dashboard.ts'
import type { FilledByDeciders } from '../domain/requests/filled.ts'
import type { PrintedParts, Request, RequestDocument, RequestPage, RequestStatus } from '../domain/requests/request.ts'
import type { RequestRoute } from '../domain/requests/request-route.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { filterOf, type ListSearch, pageSize } from './list-search.ts'

function pageOf(search: ListSearch): Promise<RequestPage> {
  return pb.send('/api/app/requests', { query: { ...search, perPage: pageSize } })
}

/** One page of one's own requests, to an administrator of everybody's. */
export const requestList = ({ view: _, ...search }: ListSearch) =>
  queryOptions({
    queryKey: ['requests', 'list', search],
    queryFn: () => pageOf(search),
    placeholderData: keepPreviousData,
  })

/** How many of each status a search finds. Of its own word in the cache: it is not asked for at each change of a row. */
export const requestCounts = (search: ListSearch) =>
  queryOptions({
    queryKey: ['request-counts', { ...filterOf(search), status: undefined }],
    queryFn: () =>
      pb.send<Record<RequestStatus, number>>('/api/app/requests/counts', {
        query: { ...filterOf(search), status: undefined },
      }),
    staleTime: 5_000,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })

/** Requests whose documents are wanted: named, or found by a list. */
export type Wanted = { ids: readonly string[] } | { search: ListSearch }

const wantedQuery = (wanted: Wanted) => ('ids' in wanted ? { ids: wanted.ids.join() } : filterOf(wanted.search))

/** How many of these documents are made, and in which parts they are printed; asked again while some are on their way. */
export const documentParts = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['requests', 'document-parts', wantedQuery(wanted)],
    queryFn: () => pb.send<PrintedParts>('/api/app/requests/documents/parts', { query: wantedQuery(wanted) }),
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
    staleTime: 0,
  })

/** Where documents are in one file for the next two minutes: an address, so that the browser streams it to the disk. */
export async function bundleUrl(wanted: Wanted, shape: Record<string, string>): Promise<string> {
  const token = await pb.files.getToken()
  const query = new URLSearchParams({ ...wantedQuery(wanted), ...shape, token })
  return pb.buildURL(`/api/app/requests/documents?${query}`)
}

/** How many documents are still to be made. Pages that hear of them at the same moment do not all ask at the same. */
export const pendingDocuments = queryOptions({
  queryKey: ['requests', 'pending-documents'],
  queryFn: () => pb.send<{ pending: number }>('/api/app/requests/documents/progress', {}),
  refetchInterval: ({ state }) => (state.data?.pending ? 2_000 + Math.random() * 2_000 : false),
  staleTime: 2_000,
})

/** With the names of its owner and of who decided it, for those who may see people. */
export type SeenRequest = RequestView['request']

/** A request with everything that a decider's screen shows of it, in one call. */
export const requestView = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'view', id],
    queryFn: () => pb.send<RequestView>(`/api/app/requests/${id}/view`, {}),
    enabled: id !== '',
    meta: { follows: ['events'] },
  })

export const requestById = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: () => pb.collection('requests').getOne<SeenRequest>(id, { expand: 'owner,reviewer' }),
  })

/** A request that nobody may have stored yet, or null; always asked anew. A list answers where a single record is an error. */
export const requestIfThere = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'if-there', id],
    queryFn: async () => {
      const filter = pb.filter('id = {:id}', { id })
      const found = await pb.collection('requests').getList<Request>(1, 1, { filter, skipTotal: true })
      return found.items[0] ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })

/** What happened to a request, the oldest first. */
export const requestHistory = (id: string) =>
  queryOptions({
    queryKey: ['events', 'requests', id],
    queryFn: () => pb.send<Event[]>(`/api/app/requests/${id}/history`, {}),
    // Events written in bulk bring no realtime event of their own; the request's does.
    meta: { follows: ['requests'] },
  })

/**
 * What a request said at its submission number `revision`, from 0. Only what was written over is kept: null where nothing was, so that
 * what was sent is what the request says now.
 */
export const sentValues = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['requests', 'sent', id, revision],
    queryFn: async () => {
      const query = { revision }
      return sentIn(await pb.send<SentValues>(`/api/app/requests/${id}/sent`, { query }))
    },
  })

type SentValues = { values: Values }[]

/** Values of a submission, or null if they are the present ones. */
export const sentIn = ([first]: SentValues) => first?.values ?? null

/** What deciders filled, as far as whoever asks may see it. */
export const filledByDeciders = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'filled', id],
    queryFn: () => pb.send<FilledByDeciders>(`/api/app/requests/${id}/filled`, {}),
  })

/** Where a request stands in its route, and whether whoever asks may decide it now. */
export const requestRoute = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'route', id],
    queryFn: () => pb.send<RequestRoute>(`/api/app/requests/${id}/route`, {}),
  })

/** The documents of a request that others took the place of, by the names of their files. */
export const earlierDocuments = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'earlier-documents', id],
    queryFn: async () => {
      const found = await pb.send<RequestDocument[]>(`/api/app/requests/${id}/documents`, {})
      return new Map(found.map((earlier) => [earlier.file, earlier]))
    },
  })

type Owner = Pick<User, 'id' | 'name' | 'email'>

/** The people whose requests an administrator may look for. */
export const owners = queryOptions({
  queryKey: ['users', 'owners'],
  queryFn: () => pb.collection('users').getFullList<Owner>({ fields: 'id,name,email', sort: 'name' }),
})

/** Counts and to-do of whoever asks; it follows the requests and, for an administrator, the people. */
export const dashboard = queryOptions({
  queryKey: ['requests', 'dashboard'],
  queryFn: () => pb.send<Dashboard>('/api/app/dashboard', {}),
  meta: { follows: ['users', 'batches'] },
})
