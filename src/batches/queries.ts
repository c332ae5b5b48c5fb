import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { RowStatus } from '../domain/batches/batch.ts'
import type { BatchInput } from '../domain/batches/batch-input.ts'
import type { Batch, BatchProgress, BatchRow, BatchRowResult } from '../domain/batches/batch-output.ts'
import type { Field } from '../domain/fields/field.ts'
import type { RecordList } from '../domain/lists/list-output.ts'
import type { RequestStatus } from '../domain/requests/request.ts'
import { getStartOfDay } from '../domain/time/local-time.ts'
import { pb } from '../lib/pb.ts'
import type { StoredBatchRow } from '../sheets/validation/stored-rows.ts'
import { type BatchListSearchParams, batchPageSize } from './list/batch-search.ts'

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: () => pb.collection('batches').getOne<Batch>(id),
  })

/** Query for the lists of the organisation that the fields refer to. Excludes lists that the user cannot read. */
export const fieldListsQuery = (fields: readonly Field[]) => {
  const ids = [...new Set(fields.flatMap(({ list }) => list?.id ?? []))].sort()
  return queryOptions({
    queryKey: ['lists', 'of', ids],
    queryFn: async (): Promise<RecordList[]> => {
      const params = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]))
      const filter = pb.filter(ids.map((_, index) => `id = {:id${index}}`).join(' || '), params)
      return ids.length > 0 ? pb.collection('lists').getFullList<RecordList>({ filter }) : []
    },
  })
}

/** Batch with its owner's name, which the server returns only to administrators. */
export type ListedBatch = Batch & { expand?: { owner?: { name: string } } }

/** Query for one page of the batches that the user can see, newest first. `zone`: time zone of the filter's days. */
export const batchListQuery = (search: BatchListSearchParams, zone: string) =>
  queryOptions({
    queryKey: ['batches', 'list', search, zone],
    queryFn: () =>
      pb.collection('batches').getList<ListedBatch>(search.page ?? 1, batchPageSize, {
        filter: createBatchFilter(search, zone),
        sort: '-created',
        expand: 'owner',
      }),
    placeholderData: keepPreviousData,
  })

function createBatchFilter({ search, status, format, owner, from, to }: BatchListSearchParams, zone: string) {
  const day = 24 * 60 * 60 * 1000
  const getStart = (date: string, later = 0) =>
    new Date(getStartOfDay(date, zone) + later * day).toISOString().replace('T', ' ')
  const parts: string[] = []
  if (owner) parts.push(pb.filter('owner = {:owner}', { owner }))
  if (status) parts.push(pb.filter('status = {:status}', { status }))
  if (format) parts.push(pb.filter('format = {:format}', { format }))
  if (from) parts.push(pb.filter('created >= {:from}', { from: getStart(from) }))
  if (to) parts.push(pb.filter('created < {:to}', { to: getStart(to, 1) }))
  if (search) parts.push(pb.filter('(number ~ {:search} || fileName ~ {:search})', { search: search.trim() }))
  return parts.join(' && ')
}

export const latestBatchesQuery = (owner: string) =>
  queryOptions({
    queryKey: ['batches', 'latest', owner],
    queryFn: () =>
      pb.collection('batches').getList<Batch>(1, 8, {
        filter: pb.filter('owner = {:owner}', { owner }),
        sort: '-created',
        skipTotal: true,
      }),
  })

/** Query for the latest visible batch of the same file and format, used to warn about a repeated import. */
export const previousBatchQuery = (format: string, fileHash: string) =>
  queryOptions({
    queryKey: ['batches', 'earlier', format, fileHash],
    queryFn: async () => {
      const filter = pb.filter("fileHash = {:fileHash} && format = {:format} && status != 'cancelled'", {
        fileHash,
        format,
      })
      const found = { filter, sort: '-created', skipTotal: true }
      return (await pb.collection('batches').getList<Batch>(1, 1, found)).items[0] ?? null
    },
    staleTime: 0,
  })

/** Query for a batch's progress. Polls every second if `running`, because realtime events may be lost. */
export const batchProgressQuery = (id: string, running: boolean) =>
  queryOptions({
    queryKey: ['batches', 'progress', id],
    queryFn: () => pb.send<BatchProgress>(`/api/app/batches/${id}/progress`, {}),
    refetchInterval: running ? 1_000 : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

async function countRecords(collection: string, batch: string, filter: string) {
  const found = pb.filter(`batch = {:batch} && ${filter}`, { batch })
  return (await pb.collection(collection).getList(1, 1, { filter: found, fields: 'id' })).totalItems
}

export const batchRowCountQuery = (batch: string, status: RowStatus) =>
  queryOptions({
    queryKey: ['batches', 'count', batch, status],
    queryFn: () => countRecords('batch_rows', batch, `status = '${status}'`),
  })

/** Query for the number of rows with warnings, without discarded rows. */
export const warningRowCountQuery = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'warned', batch],
    // Selects warnings that contain a colon, because they are stored as JSON and only the empty object `{}` has none.
    queryFn: () => countRecords('batch_rows', batch, "status != 'discarded' && warnings ~ ':'"),
  })

/** Query for the first rows that can be sent, with their values; at most 20. */
export const firstRowsToSendQuery = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'first', batch],
    queryFn: async () => {
      const filter = pb.filter("batch = {:batch} && status = 'valid'", { batch })
      const found = { filter, sort: 'row', fields: 'row,values', skipTotal: true }
      return (await pb.collection('batch_rows').getList<Pick<BatchRow, 'row' | 'values'>>(1, 20, found)).items
    },
    staleTime: 0,
  })

/** Rows of a batch on the server. `last`: greatest row number, 0 without rows. */
export interface StoredRows {
  last: number
  count: number
}

export async function getStoredRows(batch: string): Promise<StoredRows> {
  const { items, totalItems } = await pb.collection('batch_rows').getList<BatchRow>(1, 1, {
    filter: pb.filter('batch = {:batch}', { batch }),
    sort: '-row',
    fields: 'row',
  })
  return { last: items[0]?.row ?? 0, count: totalItems }
}

/** Returns the next page of row results after row number `after`; empty after the last row. `values`: includes the values of each row. */
export const listRowResults = (
  batch: string,
  after: number,
  { signal, ...wanted }: { status?: RowStatus; values?: true; signal?: AbortSignal },
) =>
  pb.send<BatchRowResult[]>(`/api/app/batches/${batch}/outcomes`, {
    query: { after, ...wanted },
    ...(signal && { signal }),
  })

/** Parses the JSON columns of a row result that was requested with `values`. */
export function parseStoredRow({ row, values = '{}', wrong = '{}', errors = '{}' }: BatchRowResult): StoredBatchRow {
  return { row, values: JSON.parse(values), wrong: JSON.parse(wrong), errors: JSON.parse(errors) }
}

export async function loadInvalidRows(batch: string, limit: number): Promise<StoredBatchRow[]> {
  const found: StoredBatchRow[] = []
  while (found.length < limit) {
    const rows = await listRowResults(batch, found.at(-1)?.row ?? 0, { status: 'error', values: true })
    if (rows.length === 0) break
    found.push(...rows.map(parseStoredRow))
  }
  return found.slice(0, limit)
}

/** Returns the statuses by row number; omits rows that the batch does not have. */
export async function getRowStatuses(batch: string, rows: readonly number[]): Promise<Map<number, RowStatus>> {
  const wanted = new Set(rows)
  const last = rows.reduce((limit, row) => Math.max(limit, row), 0)
  const found = new Map<number, RowStatus>()
  for (let after = rows.reduce((least, row) => Math.min(least, row), last) - 1; after < last; ) {
    const outcomes = await listRowResults(batch, after, {})
    for (const { row, status } of outcomes) if (wanted.has(row)) found.set(row, status)
    after = outcomes.at(-1)?.row ?? last
  }
  return found
}

/** Query for the number of a batch's requests by status; omits statuses without requests. */
export const batchRequestCountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['request-counts', 'batch', id],
    queryFn: () => pb.send<Partial<Record<RequestStatus, number>>>(`/api/app/batches/${id}/counts`, {}),
    refetchInterval: 5_000,
  })

/** Query for the number of a batch's generated documents. Polls every 3 s if `waiting`. */
export const readyDocumentCountQuery = (batch: string, waiting: boolean) =>
  queryOptions({
    queryKey: ['requests', 'ready', batch],
    queryFn: () => countRecords('requests', batch, "documentStatus = 'ready'"),
    refetchInterval: waiting ? 3_000 : false,
  })

const post = <Answer>(path: string, body: object, signal?: AbortSignal) =>
  pb.send<Answer>(`/api/app/batches${path}`, { method: 'POST', body, ...(signal && { signal }) })

export const createBatch = (input: BatchInput) => post<Batch>('', input)

export const discardRows = (id: string, rows: number[]) => post<Batch>(`/${id}/discard`, { rows })

export const confirmBatchMutation = mutationOptions({
  mutationKey: ['batches', 'confirm'],
  mutationFn: (id: string) => post<Batch>(`/${id}/confirm`, {}),
  meta: { quiet: true },
})

export const cancelBatchMutation = mutationOptions({
  mutationKey: ['batches', 'cancel'],
  mutationFn: (id: string) => post<Batch>(`/${id}/cancel`, {}),
  meta: { quiet: true, success: 'Lote cancelado.' },
})
