import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListRow, RecordList } from '../domain/lists/list.ts'
import { pb } from '../lib/pb.ts'
import { isRefusal } from '../lib/refusal.ts'
import { loadSuggestions } from '../ui/suggest-input.tsx'

/** The list that a field is looked for in; null where there is none that one may see. A poor line takes none away that was there. */
export const boundList = (id: string) =>
  queryOptions({
    queryKey: ['lists', 'bound', id],
    queryFn: async (): Promise<RecordList | null> => {
      const list = await pb
        .collection('lists')
        .getOne<RecordList>(id)
        .catch((error) => {
          if (isRefusal(error) && (error.status === 403 || error.status === 404)) return null
          throw error
        })
      // Together with it, lest it takes the place of the input by itself later.
      if (list) await loadSuggestions()
      return list
    },
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
