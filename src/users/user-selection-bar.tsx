import { formatCount, formatNumber } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { SelectionBar } from '../ui/data/selection-bar.tsx'
import type { useUserSelection } from './use-user-selection.ts'
import type { UserAction } from './user-action-dialog.tsx'
import { isPending } from './user-search.ts'

interface Props {
  selection: ReturnType<typeof useUserSelection>
  total: number
  /** Id of the caller, who cannot change their own account. */
  self: string
  onAsk: (question: UserAction) => void
}

/** Bar with the actions for the selected users. Offers to select all results beyond this page. */
export function UserSelectionBar({ selection, total, self, onAsk }: Props) {
  const { users, isAll, isLoading } = selection
  const inactive = users.filter(({ isActive }) => !isActive)
  const pending = users.filter(isPending)
  const active = users.filter(({ id, isActive }) => isActive && id !== self)
  return (
    <SelectionBar
      label={users.length ? formatCount(users.length, 'usuario elegido', 'usuarios elegidos') : null}
      onClear={selection.clear}
    >
      {!isAll && total > users.length && (
        <Button size="s" variant="quiet" pending={isLoading} onClick={selection.selectAll}>
          {`Elegir los ${formatNumber(total)} que coinciden`}
        </Button>
      )}
      {inactive.length > 0 && (
        <Button size="s" onClick={() => onAsk({ kind: 'activate', users: inactive })}>
          Activar
        </Button>
      )}
      {pending.length > 0 && (
        <Button size="s" variant="danger" onClick={() => onAsk({ kind: 'reject', users: pending })}>
          Rechazar
        </Button>
      )}
      {active.length > 0 && (
        <Button size="s" variant="danger" onClick={() => onAsk({ kind: 'deactivate', users: active })}>
          Desactivar
        </Button>
      )}
      {inactive.length + active.length === 0 && <span>No puede desactivar su propia cuenta.</span>}
    </SelectionBar>
  )
}
