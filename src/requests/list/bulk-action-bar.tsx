import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type RequestAction, requestActions } from '../../domain/requests/actions.ts'
import { maxExcludedIds } from '../../domain/requests/request-filter.ts'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import type { User } from '../../domain/users/user.ts'
import { notify } from '../../lib/notify.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { Menu } from '../../ui/actions/menu.tsx'
import { SelectionBar } from '../../ui/data/selection-bar.tsx'
import { formatRequestCount } from '../action-result.ts'
import { SelectionLinks } from '../links/selection-links.tsx'
import { type RequestListSearchParams, selectAllUrlFragment, toRequestFilter } from '../list-search.ts'
import { canHaveDocuments, countSelected, listSelectionActions, type Selection } from './selection.ts'

interface Props {
  choice: Selection
  me: User
  total: number
  onAll: () => void
  onClear: () => void
  onAsk: (action: RequestAction) => void
  onDocuments: () => void
}

/** Bar with the actions for the selected requests. Offers to select all results beyond this page. */
export function BulkActionBar({ choice, me, total, onAll, onClear, onAsk, onDocuments }: Props) {
  const size = countSelected(choice)
  const steps = listSelectionActions(choice, me)
  const inMenu = steps.filter((action) => requestActions[action].isRare)
  const leftOut = choice.all && choice.except.length ? `, menos ${formatNumber(choice.except.length)} que quitó` : ''
  return (
    <SelectionBar
      label={size ? `${formatRequestCount(size)} ${size === 1 ? 'elegida' : 'elegidas'}${leftOut}` : null}
      onClear={onClear}
    >
      {!choice.all && total > size && (
        <Button size="s" variant="quiet" onClick={onAll}>
          {`Elegir las ${formatNumber(total)} que coinciden`}
        </Button>
      )}
      {steps
        .filter((action) => !requestActions[action].isRare)
        .map((action) => (
          <Button
            key={action}
            size="s"
            icon={requestActions[action].icon}
            variant={requestActions[action].variant ?? 'secondary'}
            onClick={() => onAsk(action)}
          >
            {requestActions[action].texts.button}
          </Button>
        ))}
      <SelectionLinks choice={choice} me={me} onDone={onClear} />
      {canHaveDocuments(choice) && (
        <Button size="s" icon="download" onClick={onDocuments}>
          Descargar documentos
        </Button>
      )}
      {inMenu.length > 0 && (
        <Menu
          trigger={<IconButton icon="more" size="s" label="Más acciones" />}
          items={inMenu.map((action) => ({
            label: requestActions[action].texts.button,
            icon: requestActions[action].icon,
            danger: requestActions[action].isDestructive ?? false,
            onSelect: () => onAsk(action),
          }))}
        />
      )}
      {steps.length === 0 && <span>Las solicitudes elegidas no admiten acciones en su estado actual.</span>}
    </SelectionBar>
  )
}

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
