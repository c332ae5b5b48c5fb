import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RequestItem } from '../../domain/requests/request.ts'
import { mostLeftOut } from '../../domain/requests/request-filter.ts'
import { notify } from '../../lib/notify.ts'
import { chosenHash, filterOf, type ListSearch } from '../list-search.ts'
import type { Selection } from './selection.ts'

/** Chosen rows of the list: one by one, or all that the search finds except some. */
export function useSelection(search: ListSearch, items: readonly RequestItem[], total: number) {
  const navigate = useNavigate({ from: '/app/request/' })
  const hash = useLocation({ select: (location) => location.hash })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(hash === chosenHash)
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const narrowed = JSON.stringify(filterOf(search))
  const [chosenOf, setChosenOf] = useState(narrowed)

  function choose(ids: ReadonlySet<string>) {
    setSelected(ids)
    setAll(false)
    setExcept(new Set())
  }
  // The choice belongs to one list; a link or the Back button may lead to another.
  if (chosenOf !== narrowed) {
    setChosenOf(narrowed)
    choose(new Set())
  }
  // The hash chooses once; lists opened later have none.
  useEffect(() => {
    if (hash === chosenHash) void navigate({ search: (before) => before, replace: true, resetScroll: false })
  }, [hash, navigate])

  /** While all are chosen, unmarked rows become exceptions, up to the number that one call accepts. */
  function mark(ids: ReadonlySet<string>) {
    if (!all) return choose(ids)
    const next = new Set(except)
    for (const { id } of items) {
      if (ids.has(id)) next.delete(id)
      else next.add(id)
    }
    if (next.size <= mostLeftOut) setExcept(next)
    else notify.info('No se pueden quitar más de 1.000: filtre la lista, o decida una parte primero.')
  }
  const choice: Selection = all
    ? { all: true, search, total, except: [...except] }
    : { all: false, items: items.filter((item) => selected.has(item.id)) }
  return {
    choice,
    /** Ids of the marked rows of this page. */
    marked: all ? new Set(items.filter(({ id }) => !except.has(id)).map(({ id }) => id)) : selected,
    mark,
    chooseAll: () => setAll(true),
    clear: () => choose(new Set()),
    /** Clears the choice before the search changes; only a choice of all survives a change of page. */
    prepareChange: (change: ListSearch) => {
      if (!all || !('page' in change)) choose(new Set())
    },
  }
}
