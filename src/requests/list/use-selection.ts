import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { maxExcludedIds } from '../../domain/requests/request-filter.ts'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import { notify } from '../../lib/notify.ts'
import { type RequestListSearchParams, selectAllUrlFragment, toRequestFilter } from '../list-search.ts'
import type { Selection } from './selection.ts'

/** State of the selection in the request list: single rows, or all results except deselected rows. */
export function useSelection(search: RequestListSearchParams, items: readonly RequestItem[], total: number) {
  const navigate = useNavigate({ from: '/app/request/' })
  const hash = useLocation({ select: (location) => location.hash })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(hash === selectAllUrlFragment)
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const narrowed = JSON.stringify(toRequestFilter(search))
  const [chosenOf, setChosenOf] = useState(narrowed)

  function choose(ids: ReadonlySet<string>) {
    setSelected(ids)
    setAll(false)
    setExcept(new Set())
  }
  // Clears the selection if the filter changed without `prepareChange`, for example by the browser's Back button.
  if (chosenOf !== narrowed) {
    setChosenOf(narrowed)
    choose(new Set())
  }
  // Removes the hash after it selected all results, so that a reload does not select them again.
  useEffect(() => {
    if (hash === selectAllUrlFragment) void navigate({ search: (before) => before, replace: true, resetScroll: false })
  }, [hash, navigate])

  /** Sets the selected rows of this page. If all results are selected, the other rows of the page become exceptions, at most `maxExcludedIds`. */
  function mark(ids: ReadonlySet<string>) {
    if (!all) return choose(ids)
    const next = new Set(except)
    for (const { id } of items) {
      if (ids.has(id)) next.delete(id)
      else next.add(id)
    }
    if (next.size <= maxExcludedIds) setExcept(next)
    else notify.info('No se pueden quitar más de 1.000: filtre la lista, o decida una parte primero.')
  }
  const choice: Selection = all
    ? { all: true, search, total, except: [...except] }
    : { all: false, items: items.filter((item) => selected.has(item.id)) }
  return {
    choice,
    /** Ids of the selected rows on this page. */
    marked: all ? new Set(items.filter(({ id }) => !except.has(id)).map(({ id }) => id)) : selected,
    mark,
    chooseAll: () => setAll(true),
    clear: () => choose(new Set()),
    /** Clears the selection before the search changes. A selection of all results is kept if only the page changes. */
    prepareChange: (change: RequestListSearchParams) => {
      if (!all || !('page' in change)) choose(new Set())
    },
  }
}
