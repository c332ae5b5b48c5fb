import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImportMode, ListInput } from '../domain/lists/list.ts'
import type { ListImportChanges, ListLookupCounts, ListRow, RecordList } from '../domain/lists/list-output.ts'
import { pb } from '../lib/pb.ts'

const lists = () => pb.collection('lists')

export const allListsQuery = queryOptions({
  queryKey: ['lists', 'all'],
  queryFn: () => lists().getFullList<RecordList>({ sort: 'name' }),
})

export const listQuery = (id: string) =>
  queryOptions({ queryKey: ['lists', 'one', id], queryFn: () => lists().getOne<RecordList>(id) })

/** Query for the records of a list that best match the search, at most 20. Without a search, administrators get the first records. */
export const listRecordsQuery = ({ id, current }: Pick<RecordList, 'id' | 'current'>, q: string) =>
  queryOptions({
    queryKey: ['lists', 'records', id, current, q],
    queryFn: async ({ signal }): Promise<ListRow[]> => {
      const { items } = await pb.send<{ items: ListRow[] }>(`/api/app/lists/${id}/search`, { query: { q }, signal })
      return items
    },
    placeholderData: keepPreviousData,
  })

/** Query for the keys that each user looked up in a list, latest days first; only for administrators. */
export const lookupCountsQuery = (list: string) =>
  queryOptions({
    queryKey: ['lists', 'lookups', list],
    queryFn: async () =>
      (await pb.send<{ items: ListLookupCounts[] }>(`/api/app/lists/${list}/lookups`, { method: 'GET' })).items,
    // Long enough that the page does not repeat the request of its loader.
    staleTime: 5_000,
  })

/** Creates a list if `id` is missing; otherwise updates it. */
export const saveListMutation = mutationOptions({
  mutationKey: ['lists', 'save'],
  mutationFn: ({ id, ...input }: ListInput & { id?: string }) =>
    id ? lists().update<RecordList>(id, input) : lists().create<RecordList>(input),
  meta: { success: 'Lista guardada.', quiet: true },
})

export const deleteListMutation = mutationOptions({
  mutationKey: ['lists', 'delete'],
  mutationFn: (id: string) => lists().delete(id),
  // Invalidates only the query for all lists, because a refetch of the deleted list would fail.
  meta: { success: 'Lista borrada.', quiet: true, invalidates: [['lists', 'all']] },
})

const post = <Answer>(path: string, body: object, signal?: AbortSignal) =>
  pb.send<Answer>(`/api/app/lists/${path}`, { method: 'POST', body, ...(signal && { signal }) })

export const undoImportMutation = mutationOptions({
  mutationKey: ['lists', 'undo'],
  mutationFn: ({ id, current }: Pick<RecordList, 'id' | 'current'>) =>
    post<RecordList>(`${id}/undo`, { import: current }),
  meta: { success: 'La lista volvió a la importación anterior.', quiet: true },
})

export interface StagedListImport {
  list: string
  import: string
}

export const beginListImport = async (list: string, fileName: string): Promise<StagedListImport> => ({
  list,
  ...(await post<{ import: string }>(`${list}/import`, { fileName })),
})

export const uploadListImportRows = (
  { list, import: id }: StagedListImport,
  rows: readonly { row: number; values: object }[],
  signal: AbortSignal,
) =>
  post<{ errors: { row: number; errors: Record<string, string> }[] }>(
    `${list}/import/rows`,
    { import: id, rows: rows.map(({ row, values }) => ({ row, values })) },
    signal,
  )

export const previewListImport = ({ list, import: id }: StagedListImport) =>
  pb.send<ListImportChanges>(`/api/app/lists/${list}/import`, { query: { import: id } })

export const confirmImportMutation = mutationOptions({
  mutationKey: ['lists', 'import'],
  mutationFn: ({ list, import: id, mode }: StagedListImport & { mode: ImportMode }) =>
    post<RecordList>(`${list}/import/confirm`, { import: id, mode }),
  meta: { success: 'Registros importados.', quiet: true },
})
