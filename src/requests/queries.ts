import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Field, Values } from '../domain/fields/field.ts'
import type { Format } from '../domain/formats/format.ts'
import type { Dashboard } from '../domain/requests/dashboard.ts'
import type { RequestStatus } from '../domain/requests/request.ts'
import type { DocumentPrintSummary, Request, RequestDocument, RequestPage } from '../domain/requests/request-output.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { type RequestListSearchParams, requestPageSize, toRequestFilter } from './list-search.ts'

/** Query for one page of requests: the user's own requests, or all requests for administrators. */
export const requestListQuery = ({ view: _, ...search }: RequestListSearchParams) =>
  queryOptions({
    queryKey: ['requests', 'list', search],
    queryFn: () => pb.send<RequestPage>('/api/app/requests', { query: { ...search, perPage: requestPageSize } }),
    placeholderData: keepPreviousData,
  })

/** Query for the number of results by status. Has its own cache key, so that row changes do not refetch it. */
export const requestCountsQuery = (search: RequestListSearchParams) =>
  queryOptions({
    queryKey: ['request-counts', { ...toRequestFilter(search), status: undefined }],
    queryFn: () =>
      pb.send<Record<RequestStatus, number>>('/api/app/requests/counts', {
        query: { ...toRequestFilter(search), status: undefined },
      }),
    staleTime: 5_000,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })

/** Documents to download: by request ids, or by a search. */
export type DocumentSelection = { ids: readonly string[] } | { search: RequestListSearchParams }

const toDocumentQuery = (wanted: DocumentSelection) =>
  'ids' in wanted ? { ids: wanted.ids.join() } : toRequestFilter(wanted.search)

/** Query for the number of finished documents and their print files. Polls every 3 s while documents are pending. */
export const documentPrintQuery = (wanted: DocumentSelection) =>
  queryOptions({
    queryKey: ['requests', 'document-parts', toDocumentQuery(wanted)],
    queryFn: () =>
      pb.send<DocumentPrintSummary>('/api/app/requests/documents/parts', { query: toDocumentQuery(wanted) }),
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
    staleTime: 0,
  })

/** Returns a URL of the documents in one file, valid for two minutes. The browser streams the file to disk. */
export async function getDocumentsDownloadUrl(
  wanted: DocumentSelection,
  options: Record<string, string>,
): Promise<string> {
  const token = await pb.files.getToken()
  const query = new URLSearchParams({ ...toDocumentQuery(wanted), ...options, token })
  return pb.buildURL(`/api/app/requests/documents?${query}`)
}

/**
 * Query for the number of pending documents. Polls every 2–4 s at random, so that clients do not poll simultaneously.
 */
export const pendingDocumentCountQuery = queryOptions({
  queryKey: ['requests', 'pending-documents'],
  queryFn: () => pb.send<{ pending: number }>('/api/app/requests/documents/progress', {}),
  refetchInterval: ({ state }) => (state.data?.pending ? 2_000 + Math.random() * 2_000 : false),
  staleTime: 2_000,
})

/** Request of a view. `decidable`: whether the user may decide its current stage; absent if it is at no stage. */
export type ViewedRequest = RequestView['request'] & { decidable?: boolean }
export interface OpenedRequest extends RequestView {
  request: ViewedRequest
}

/** Query for a request with all data of its detail page, in one call. */
export const requestViewQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'view', id],
    queryFn: async (): Promise<OpenedRequest> => {
      const opened = await pb.send<RequestView>(`/api/app/requests/${id}/view`, {})
      const { request, route } = await addDraftComputedValues(opened)
      return { ...opened, request: request.step > 0 ? { ...request, decidable: route.decidable } : request }
    },
    enabled: id !== '',
    meta: { follows: ['events'] },
  })

/** Adds computed values to a request that may have changed since its last submission, because the server stores them on submission. */
async function addDraftComputedValues(opened: RequestView): Promise<RequestView> {
  const { request, version } = opened
  const mayHaveChanged = ['draft', 'returned', 'cancelled'].includes(request.status)
  if (!mayHaveChanged || !hasComputedFields(version.fields)) return opened
  // Lazy-loaded, because few opened requests need it.
  const { addComputedValues } = await import('../domain/fields/computation.ts')
  return { ...opened, request: { ...request, values: addComputedValues(version.fields, request.values) } }
}

const hasComputedFields = (fields: readonly Field[]): boolean =>
  fields.some(({ type, columns }) => type === 'computed' || columns?.some((column) => column.type === 'computed'))

/**
 * Query for a request that may not be stored yet; `null` if missing. Uses a list call, because a single-record call
 * would fail with 404.
 */
export const optionalRequestQuery = (id: string) =>
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

/**
 * Query for the values of submission `revision` (zero-based). The server stores them only if they were overwritten
 * later; `null` if they are the request's current values.
 */
export const submittedValuesQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['requests', 'sent', id, revision],
    queryFn: async () => {
      const query = { revision }
      return getSubmittedValues(await pb.send<SubmittedValues>(`/api/app/requests/${id}/sent`, { query }))
    },
  })

type SubmittedValues = { values: Values }[]

/** Returns the values of a submission; `null` if they are the current values. */
export const getSubmittedValues = ([first]: SubmittedValues) => first?.values ?? null

/** Query for the replaced documents of a request, by file name. */
export const replacedDocumentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'earlier-documents', id],
    queryFn: async () => {
      const found = await pb.send<RequestDocument[]>(`/api/app/requests/${id}/documents`, {})
      return new Map(found.map((earlier) => [earlier.file, earlier]))
    },
  })

type Requester = Pick<User, 'id' | 'name' | 'email'>

/** Query for the users for the administrators' filter by requester. */
export const requesterListQuery = queryOptions({
  queryKey: ['users', 'owners'],
  queryFn: () => pb.collection('users').getFullList<Requester>({ fields: 'id,name,email', sort: 'name' }),
})

/** Query for the formats of requests that a user sees. An approver may not request all of them, so the catalogue omits some. */
export const seenFormatsQuery = queryOptions({
  queryKey: ['requests', 'formats'],
  queryFn: async () => (await pb.send<{ items: Pick<Format, 'id' | 'name'>[] }>('/api/app/requests/formats', {})).items,
})

/** Query for the user's counts and pending work. Refetched when requests, users or batches change. */
export const dashboardQuery = queryOptions({
  queryKey: ['requests', 'dashboard'],
  queryFn: () => pb.send<Dashboard>('/api/app/dashboard', {}),
  meta: { follows: ['users', 'batches'] },
})
