import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { runAfterPaint } from '../../../../lib/run-when-idle.ts'
import { markNoticesReadMutation } from '../../../../notices/queries.ts'
import { requestViewQuery } from '../../../../requests/queries.ts'

/** Marks the unread notices of a displayed request as read, after the first paint and once the page is visible. Without unread notices there is no call. */
export function useReadRequestNotices({ request: { id }, unreadNotices }: RequestView) {
  const { mutate } = useMutation({ ...markNoticesReadMutation, meta: { ...markNoticesReadMutation.meta, quiet: true } })
  const unread = unreadNotices.join(' ')
  useEffect(() => {
    if (!unread) return
    function markRead() {
      mutate({ ids: unread.split(' ') })
      queryClient.setQueryData(requestViewQuery(id).queryKey, (view) => view && { ...view, unreadNotices: [] })
    }
    if (!document.hidden) return runAfterPaint(markRead)
    document.addEventListener('visibilitychange', markRead, { once: true })
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [id, unread, mutate])
}
