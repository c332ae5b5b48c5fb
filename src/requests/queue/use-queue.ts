import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RequestItem } from '../../domain/request.ts'
import { hasNothing } from '../../lib/query-client.ts'
import { pageSize } from '../list-search.ts'
import { requestList } from '../queries.ts'
import type { QueueSearch } from './queue-search.ts'

export interface Queue {
  items: readonly RequestItem[]
  /** How many wait in all. */
  total: number
  /** Id of the request that is looked at; undefined where none waits. */
  at: string | undefined
  /** Its number in the queue, from 1; 0 where it waits no longer. */
  place: number
  /** What will most likely be looked at next. */
  coming: readonly string[]
  isReady: boolean
  next: () => void
  previous: () => void
  /** Leaves a request that was just decided, for the one that came after it. */
  leave: (id: string) => void
}

/** A page of what waits to be decided; what waits longest comes first, unless the address says otherwise. */
export function waitingList({ at: _at, documentKind: _kind, ...search }: QueueSearch) {
  return requestList({ sort: 'submittedAt', ...search, status: 'submitted' })
}

const none: RequestItem[] = []

/** Where one is among those that wait, however others change them meanwhile. */
export function useQueue(search: QueueSearch, go: (change: QueueSearch, isAsked?: boolean) => void): Queue {
  const { data } = useQuery({ ...waitingList(search), throwOnError: hasNothing })
  // The list hears of a decision later than who takes it.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const listed = data?.items ?? none
  const items = useMemo(() => listed.filter(({ id }) => !decided.has(id)), [listed, decided])
  const at = search.at ?? items[0]?.id
  const found = items.findIndex(({ id }) => id === at)
  // Named in the address, it stays when somebody else decides it.
  const first = search.at ? undefined : at
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each
  useEffect(() => {
    if (first) go({ at: first }, false)
  }, [first])
  // Where the one that is looked at stood before somebody else took it away.
  const stood = useRef(0)
  useEffect(() => {
    if (found >= 0) stood.current = found
  }, [found])
  useEffect(() => {
    setDecided((before) => {
      const left = listed.filter(({ id }) => before.has(id)).map(({ id }) => id)
      return left.length === before.size ? before : new Set(left)
    })
  }, [listed])

  const page = search.page ?? 1
  const pages = data?.totalPages ?? 1
  const total = Math.max(0, (data?.totalItems ?? 0) - (listed.length - items.length))
  const after = found >= 0 ? found + 1 : stood.current
  const before = (found >= 0 ? found : stood.current) - 1

  function leave(id: string) {
    const rest = items.filter((item) => item.id !== id)
    const here = items.findIndex((item) => item.id === id)
    setDecided((known) => new Set([...known, id]))
    const next = rest[here >= 0 ? here : stood.current] ?? rest.at(-1)
    if (next) go({ at: next.id })
    else go(page > 1 ? { page: page - 1 } : {})
  }

  return {
    items,
    total,
    at,
    place: found < 0 ? 0 : (page - 1) * pageSize + found + 1,
    coming: items.slice(after, after + 2).map(({ id }) => id),
    isReady: data !== undefined,
    next: () => {
      const item = items[after]
      if (item) go({ at: item.id })
      else if (page < pages) go({ page: page + 1 })
    },
    previous: () => {
      const item = items[before]
      if (item) go({ at: item.id })
      else if (page > 1) go({ page: page - 1 })
    },
    leave,
  }
}
