import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { markNoticesReadMutation } from '../../../../notices/queries.ts'
import { requestViewQuery } from '../../../../requests/queries.ts'

/** Notices that this page load marked as read. An answer that the server prepared before may still contain them. After an error, the next page load marks them. */
const marked = new Set<string>()

/** Marks the unread notices of a displayed request as read, once the page is visible. Without unread notices there is no call. */
export function useReadRequestNotices({ request: { id }, unreadNotices }: RequestView) {
  const { mutate } = useMutation({ ...markNoticesReadMutation, meta: { ...markNoticesReadMutation.meta, quiet: true } })
  const unread = unreadNotices.filter((notice) => !marked.has(notice)).join(' ')
  useEffect(() => {
    if (!unread) return
    function markRead() {
      const ids = unread.split(' ')
      for (const notice of ids) marked.add(notice)
      mutate({ ids })
      queryClient.setQueryData(requestViewQuery(id).queryKey, (view) => view && { ...view, unreadNotices: [] })
    }
    if (!document.hidden) return markRead()
    document.addEventListener('visibilitychange', markRead, { once: true })
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [id, unread, mutate])
}
