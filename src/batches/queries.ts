import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Batch, BatchInput, BatchProgress, BatchRow, Portion, PortionOutcome, RowStatus } from '../domain/batch.ts'
import { pb } from '../lib/pb.ts'

export const rowPageSize = 50

export const batchById = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: () => pb.collection('batches').getOne<Batch>(id, { requestKey: null }),
  })

/** The latest batches of the asker, to an administrator of everybody. */
export const batchList = (count = 10) =>
  queryOptions({
    queryKey: ['batches', 'list', count],
    queryFn: () => pb.collection('batches').getList<Batch>(1, count, { sort: '-created', requestKey: null }),
  })

/** Asked every second while requests are being made, whether or not an event arrives. */
export const batchProgress = (id: string, running: boolean) =>
  queryOptions({
    queryKey: ['batches', 'progress', id],
    queryFn: () => pb.send<BatchProgress>(`/api/app/batches/${id}/progress`, { requestKey: null }),
    refetchInterval: running ? 1_000 : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

export const batchRows = (batch: string, status: RowStatus, page: number) =>
  queryOptions({
    queryKey: ['batches', 'rows', batch, status, page],
    queryFn: () =>
      pb.collection('batch_rows').getList<BatchRow>(page, rowPageSize, {
        filter: pb.filter('batch = {:batch} && status = {:status}', { batch, status }),
        sort: 'row',
        requestKey: null,
      }),
    placeholderData: keepPreviousData,
  })

const post = <Answer>(path: string, body: object) =>
  pb.send<Answer>(`/api/app/batches${path}`, { method: 'POST', body, requestKey: null })

export const createBatch = (input: BatchInput) => post<Batch>('', input)

export const sendRows = (id: string, rows: Portion['rows']) => post<PortionOutcome>(`/${id}/rows`, { rows })

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

export const discardRows = () =>
  mutationOptions({
    mutationKey: ['batches', 'discard'],
    mutationFn: ({ id, rows }: { id: string; rows: number[] }) => post<Batch>(`/${id}/discard`, { rows }),
    meta: { quiet: true },
  })

/** Where the ZIP of a batch is for the next two minutes: an address, so that the browser streams it to the disk. */
export async function documentsUrl(id: string): Promise<string> {
  const token = await pb.files.getToken({ requestKey: null })
  return pb.buildURL(`/api/app/batches/${id}/documents?token=${encodeURIComponent(token)}`)
}
