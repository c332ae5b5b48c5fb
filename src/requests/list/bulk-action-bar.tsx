import { type RequestAction, requestActions } from '../../domain/requests/actions.ts'
import type { User } from '../../domain/users/user.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SelectionBar } from '../../ui/data/selection-bar.tsx'
import { formatRequestCount } from '../action-result.ts'
import { SelectionLinks } from '../links/selection-links.tsx'
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
      {steps.map((action) => (
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
      {steps.length === 0 && <span>Las solicitudes elegidas no admiten acciones en su estado actual.</span>}
    </SelectionBar>
  )
}
