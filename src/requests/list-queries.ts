import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListRow, RecordList } from '../domain/list.ts'
import { pb } from '../lib/pb.ts'

/** The list that a field is looked for in; null where there is none that one may see. */
export const boundList = (id: string) =>
  queryOptions({
    queryKey: ['lists', 'bound', id],
    queryFn: (): Promise<RecordList | null> =>
      pb
        .collection('lists')
        .getOne<RecordList>(id)
        .catch(() => null),
    retry: false,
  })

/** Its records most like what is typed; whoever asks too often, or has no line, goes on typing. */
export const recordsLike = ({ id, current }: RecordList, q: string) =>
  queryOptions({
    queryKey: ['lists', 'like', id, current, q],
    queryFn: ({ signal }): Promise<ListRow[]> =>
      pb.send<{ items: ListRow[] }>(`/api/app/lists/${id}/search`, { query: { q }, signal }).then(
        ({ items }) => items,
        () => [],
      ),
    enabled: q.trim().length >= 2,
    placeholderData: keepPreviousData,
  })
