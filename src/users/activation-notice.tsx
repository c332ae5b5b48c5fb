import { Button } from '../ui/actions/button.tsx'
import { Cluster } from '../ui/page/layout.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { formatActivationResult } from './activation-dialog.tsx'
import type { ActivityChange } from './queries.ts'
import type { UserAction } from './user-action-dialog.tsx'
import type { SelectedUser } from './user-search.ts'

export interface BulkActivation {
  users: readonly SelectedUser[]
  change: ActivityChange
}

interface Props {
  result: BulkActivation
  onAsk: (question: UserAction) => void
  onClose: () => void
}

/** Moves focus to the notice's button, because the focused button of the selection bar disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk activation or deactivation. Offers to revert it for the same users. */
export function ActivationNotice({ result: { users, change }, onAsk, onClose }: Props) {
  const activated = change === 'activate'
  return (
    <Notice
      live
      tone="success"
      action={
        <Cluster gap={1}>
          <Button size="s" onClick={() => onAsk({ kind: activated ? 'undoActivation' : 'activate', users })}>
            {activated ? 'Deshacer' : 'Activarlos'}
          </Button>
          <Button ref={focusButton} size="s" variant="quiet" onClick={onClose}>
            Entendido
          </Button>
        </Cluster>
      }
    >
      {formatActivationResult(users.length, change)}
    </Notice>
  )
}
