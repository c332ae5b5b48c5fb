import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { Notice } from '../ui/notice.tsx'
import { formatActivationResult } from './activation-dialog.tsx'
import type { UserAction } from './user-action-dialog.tsx'
import type { SelectedUser } from './user-search.ts'

export interface BulkActivation {
  users: readonly SelectedUser[]
  active: boolean
}

interface Props {
  result: BulkActivation
  onAsk: (question: UserAction) => void
  onClose: () => void
}

/** Moves focus to the notice's button, because the focused button of the selection bar disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk activation or deactivation. Offers to revert it for the same users. */
export function ActivationNotice({ result: { users, active }, onAsk, onClose }: Props) {
  return (
    <Notice
      live
      tone="success"
      action={
        <Cluster gap={1}>
          <Button size="s" onClick={() => onAsk({ kind: active ? 'deactivate' : 'activate', users })}>
            {active ? 'Desactivarlos' : 'Activarlos'}
          </Button>
          <Button ref={focusButton} size="s" variant="quiet" onClick={onClose}>
            Entendido
          </Button>
        </Cluster>
      }
    >
      {formatActivationResult(users.length, active)}
    </Notice>
  )
}
