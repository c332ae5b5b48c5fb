import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Batch, BatchOutcome, BatchProgress, BatchRow, RowStatus } from '../domain/batches/batch.ts'
import type { BatchInput } from '../domain/batches/batch-input.ts'
import type { Field } from '../domain/fields/field.ts'
import type { RecordList } from '../domain/lists/list.ts'
import type { RequestStatus } from '../domain/requests/request.ts'
import { startOf } from '../domain/time/today.ts'
import { pb } from '../lib/pb.ts'
import type { StoredRow } from '../sheets/judging/stored-rows.ts'
import { type BatchSearch, batchFilter, batchPageSize } from './list/batch-search.ts'

export const batchById = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: () => pb.collection('batches').getOne<Batch>(id),
  })

/** The lists to which fields are bound, of those that one may see. */
export const listsOf = (fields: readonly Field[]) => {
  const ids = [...new Set(fields.flatMap(({ list }) => list?.id ?? []))].sort()
  return queryOptions({
    queryKey: ['lists', 'of', ids],
    queryFn: async (): Promise<RecordList[]> => {
      const params = Object.fromEntries(ids.map((id, place) => [`id${place}`, id]))
      const filter = pb.filter(ids.map((_, place) => `id = {:id${place}}`).join(' || '), params)
      return ids.length > 0 ? pb.collection('lists').getFullList<RecordList>({ filter }) : []
    },
  })
}

/** A batch as the list shows it; the owner is given only to administrators. */
export type ListedBatch = Batch & { expand?: { owner?: { name: string } } }

/** One page of the batches that the reader may see, the newest first. Days are those of `country`. */
export const batchList = (search: BatchSearch, country: string) =>
  queryOptions({
    queryKey: ['batches', 'list', search, country],
    queryFn: () => {
      const day = 24 * 60 * 60 * 1000
      const momentOf = (date: string, later = 0) =>
        new Date(startOf(date, country) + later * day).toISOString().replace('T', ' ')
      return pb.collection('batches').getList<ListedBatch>(search.page ?? 1, batchPageSize, {
        filter: batchFilter(search, pb.filter.bind(pb), momentOf),
        sort: '-created',
        expand: 'owner',
      })
    },
    placeholderData: keepPreviousData,
  })

/** The latest batches of a person. */
export const latestBatches = (owner: string, count = 8) =>
  queryOptions({
    queryKey: ['batches', 'latest', owner, count],
    queryFn: () =>
      pb.collection('batches').getList<Batch>(1, count, {
        filter: pb.filter('owner = {:owner}', { owner }),
        sort: '-created',
        skipTotal: true,
      }),
  })

/** The latest batch of the same file for the same format, of those that the asker may see: asked before any work is done. */
export const earlierBatch = (format: string, fileHash: string) =>
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

/** Asked every second while requests are being made, whether or not an event arrives. */
export const batchProgress = (id: string, running: boolean) =>
  queryOptions({
    queryKey: ['batches', 'progress', id],
    queryFn: () => pb.send<BatchProgress>(`/api/app/batches/${id}/progress`, {}),
    refetchInterval: running ? 1_000 : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

/** How many rows of a batch stand so. */
export const rowCount = (batch: string, status: RowStatus) =>
  queryOptions({
    queryKey: ['batches', 'count', batch, status],
    queryFn: async () => {
      const filter = pb.filter('batch = {:batch} && status = {:status}', { batch, status })
      return (await pb.collection('batch_rows').getList(1, 1, { filter, fields: 'id' })).totalItems
    },
  })

/** How many rows of a batch have something to be looked at, discarded ones apart. */
export const warnedCount = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'warned', batch],
    queryFn: async () => {
      // Only of an empty object the text has no colon.
      const filter = pb.filter("batch = {:batch} && status != 'discarded' && warnings ~ ':'", { batch })
      return (await pb.collection('batch_rows').getList(1, 1, { filter, fields: 'id' })).totalItems
    },
  })

/** The first rows that can be sent, with what they hold. */
export const firstRows = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'first', batch],
    queryFn: async () => {
      const filter = pb.filter("batch = {:batch} && status = 'valid'", { batch })
      const found = { filter, sort: 'row', fields: 'row,values', skipTotal: true }
      return (await pb.collection('batch_rows').getList<Pick<BatchRow, 'row' | 'values'>>(1, 20, found)).items
    },
    staleTime: 0,
  })

/** Number of the last row that a batch keeps; 0 without any. */
export async function lastRowOf(batch: string): Promise<number> {
  const { items } = await pb.collection('batch_rows').getList<BatchRow>(1, 1, {
    filter: pb.filter('batch = {:batch}', { batch }),
    sort: '-row',
    fields: 'row',
    skipTotal: true,
  })
  return items[0]?.row ?? 0
}

/** What became of the rows after a number, in their order; none after the last one. With `values` also what they held. */
export const outcomesAfter = (
  batch: string,
  after: number,
  { signal, ...wanted }: { status?: RowStatus; values?: true; signal?: AbortSignal },
) =>
  pb.send<BatchOutcome[]>(`/api/app/batches/${batch}/outcomes`, {
    query: { after, ...wanted },
    ...(signal && { signal }),
  })

/** A row with what it held, of an outcome that was asked for with its values. */
export function storedRow({ row, values = '{}', wrong = '{}', errors = '{}' }: BatchOutcome): StoredRow {
  return { row, values: JSON.parse(values), wrong: JSON.parse(wrong), errors: JSON.parse(errors) }
}

/** Rows in error, as they are mended. */
export async function rowsInError(batch: string, most: number): Promise<StoredRow[]> {
  const found: StoredRow[] = []
  while (found.length < most) {
    const rows = await outcomesAfter(batch, found.at(-1)?.row ?? 0, { status: 'error', values: true })
    if (rows.length === 0) break
    found.push(...rows.map(storedRow))
  }
  return found.slice(0, most)
}

/** How some rows of a batch stand; one that it does not have is not told. */
export async function statusesOf(batch: string, rows: readonly number[]): Promise<Map<number, RowStatus>> {
  const wanted = new Set(rows)
  const last = rows.reduce((most, row) => Math.max(most, row), 0)
  const found = new Map<number, RowStatus>()
  for (let after = rows.reduce((least, row) => Math.min(least, row), last) - 1; after < last; ) {
    const outcomes = await outcomesAfter(batch, after, {})
    for (const { row, status } of outcomes) if (wanted.has(row)) found.set(row, status)
    after = outcomes.at(-1)?.row ?? last
  }
  return found
}

/** How many requests of a batch have which status; a status that none has is not told. */
export const batchCounts = (id: string) =>
  queryOptions({
    queryKey: ['request-counts', 'batch', id],
    queryFn: () => pb.send<Partial<Record<RequestStatus, number>>>(`/api/app/batches/${id}/counts`, {}),
    refetchInterval: 5_000,
  })

/** How many documents of a batch can be downloaded. */
export const readyDocuments = (batch: string, waiting: boolean) =>
  queryOptions({
    queryKey: ['requests', 'ready', batch],
    queryFn: async () => {
      const filter = pb.filter("batch = {:batch} && documentStatus = 'ready'", { batch })
      return (await pb.collection('requests').getList(1, 1, { filter, fields: 'id' })).totalItems
    },
    refetchInterval: waiting ? 3_000 : false,
  })

const post = <Answer>(path: string, body: object, signal?: AbortSignal) =>
  pb.send<Answer>(`/api/app/batches${path}`, { method: 'POST', body, ...(signal && { signal }) })

export const createBatch = (input: BatchInput) => post<Batch>('', input)

export const discardRows = (id: string, rows: number[]) => post<Batch>(`/${id}/discard`, { rows })

export const confirmBatch = () =>
  mutationOptions({
    mutationKey: ['batches', 'confirm'],
    mutationFn: (id: string) => post<Batch>(`/${id}/confirm`, {}),
    meta: { quiet: true },
  })

export const cancelBatch = () =>
  mutationOptions({
    mutationKey: ['batches', 'cancel'],
    mutationFn: (id: string) => post<Batch>(`/${id}/cancel`, {}),
    meta: { quiet: true, success: 'Lote cancelado.' },
  })
