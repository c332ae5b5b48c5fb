import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { isInitialLoadError } from '../lib/query-client.ts'
import { noticeListQuery } from './queries.ts'

/**
 * Returns a page of the user's notices. Does not refetch while another page loads, because the button above the notices
 * would disappear and move the notice that was pressed.
 */
export function useNoticeList(page: number) {
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })
  return useQuery({ ...noticeListQuery(page), throwOnError: isInitialLoadError, enabled: !isLeaving })
}
