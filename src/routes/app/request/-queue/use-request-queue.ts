import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RequestItem } from '../../../../domain/requests/request-output.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { notify } from '../../../../lib/notify.ts'
import { isInitialLoadError, queryClient } from '../../../../lib/query-client.ts'
import { parseQueueSearchParams, type QueueSearchParams, requestPageSize } from '../../../../requests/list-search.ts'
import { requestListQuery } from '../../../../requests/queries.ts'

export interface RequestQueue {
  items: readonly RequestItem[]
  total: number
  /** Id of the viewed request; `undefined` if the queue is empty. */
  at: string | undefined
  /** One-based position of the viewed request in the queue; 0 if it is no longer pending. */
  position: number
  /** Id of the request that will probably be viewed next, for preloading. */
  following: string | undefined
  isReady: boolean
  next: () => void
  previous: () => void
  /** Opens the next request after a decision. Does nothing if the user already opened another request. */
  advanceFrom: (id: string) => void
}

/** Query for one page of pending requests, longest waiting first unless the search sets an order. */
export function queueListQuery({ at: _at, documentKind: _kind, ...search }: QueueSearchParams) {
  return requestListQuery({ sort: 'submittedAt', ...search, status: 'submitted', mine: 'decide' })
}

/** Returns a key from the request's id and stage, because the same approver may decide a request again at a later stage. */
const getStepKey = ({ id, step }: RequestItem) => `${id}:${step}`

const noItems: RequestItem[] = []
const queuePath = '/app/request/queue'

/** State of the queue: viewed request, its position, and navigation. Handles requests that other approvers decide meanwhile. */
export function useRequestQueue(
  search: QueueSearchParams,
  go: (change: QueueSearchParams, isAsked?: boolean) => void,
  say: (what: string) => void,
): RequestQueue {
  const router = useRouter()
  const list = useQuery({ ...queueListQuery(search), throwOnError: isInitialLoadError })
  // Ignores the placeholder of the previous page, because its first request is not on this page.
  const data = list.isPlaceholderData ? undefined : list.data
  // Requests that this user decided but that the loaded list still contains.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const listed = data?.items ?? noItems
  const items = useMemo(() => listed.filter((item) => !decided.has(getStepKey(item))), [listed, decided])
  const at = search.at ?? items[0]?.id
  const found = items.findIndex(({ id }) => id === at)
  // Adds the id to the URL, so that the request stays open even if another approver decides it.
  const first = search.at ? undefined : at
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per first request
  useEffect(() => {
    if (first) go({ at: first }, false)
  }, [first])
  // Last position of the viewed request, for when another approver decided it and the list no longer contains it.
  const stood = useRef(0)
  useEffect(() => {
    if (found >= 0) stood.current = found
  }, [found])
  useEffect(() => {
    if (listed === noItems) return
    setDecided((before) => {
      const left = listed.map(getStepKey).filter((each) => before.has(each))
      return left.length === before.size ? before : new Set(left)
    })
  }, [listed])

  const page = search.page ?? 1
  const pages = data?.totalPages ?? 1
  const total = Math.max(0, (data?.totalItems ?? 0) - (listed.length - items.length))
  const after = found >= 0 ? found + 1 : stood.current
  const before = (found >= 0 ? found : stood.current) - 1

  // True if the page has no requests left, because other approvers decided them.
  const isBeyond = data !== undefined && listed.length === 0 && total > 0 && page > 1 && !at
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per empty page
  useEffect(() => {
    if (isBeyond) go({ page: Math.min(pages, page - 1) }, false)
  }, [isBeyond])

  // Latest state, read by asynchronous callbacks; `null` after unmounting.
  const now = useRef<{ items: typeof items; page: number } | null>(null)
  useLayoutEffect(() => {
    now.current = { items, page }
    return () => {
      now.current = null
    }
  })
  function isStillAt(id: string | undefined) {
    const { pathname, search: asked } = router.latestLocation
    return now.current !== null && pathname === queuePath && parseQueueSearchParams({ ...asked }).at === id
  }
  function advanceFrom(id: string) {
    const item = listed.find((each) => each.id === id)
    if (item) setDecided((known) => new Set([...known, getStepKey(item)]))
    if (!now.current || !isStillAt(id)) return
    const { items, page } = now.current
    const rest = items.filter((item) => item.id !== id)
    const here = items.findIndex((item) => item.id === id)
    const next = rest[here >= 0 ? here : stood.current] ?? rest.at(-1)
    if (next) go({ at: next.id })
    else go(page > 1 ? { page: page - 1 } : {})
  }
  /** Loads the adjacent page `to`, then opens its first (`end` 0) or last (`end` -1) request. */
  async function turn(to: number, end: 0 | -1) {
    try {
      const { items } = await queryClient.query(queueListQuery({ ...search, page: to > 1 ? to : undefined }))
      const item = items.at(end)
      if (item && isStillAt(at)) go({ page: to, at: item.id })
    } catch (cause) {
      notify.error(describeError(cause))
    }
  }
  function walk(item: RequestItem | undefined, to: number, end: 0 | -1) {
    const isThere = item !== undefined || (to >= 1 && to <= pages)
    say(isThere ? '' : end === 0 ? 'Es la última.' : 'Es la primera.')
    if (item) go({ at: item.id })
    else if (isThere) void turn(to, end)
  }

  return {
    items,
    total,
    at,
    position: found < 0 ? 0 : (page - 1) * requestPageSize + found + 1,
    following: items[after]?.id,
    isReady: data !== undefined,
    next: () => walk(items[after], page + 1, 0),
    previous: () => walk(items[before], page - 1, -1),
    advanceFrom,
  }
}
