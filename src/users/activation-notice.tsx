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

/** Change that reverts another one, and the label of its button. */
const reversals: Record<ActivityChange, { next: ActivityChange; label: string }> = {
  activate: { next: 'undoActivation', label: 'Deshacer' },
  deactivate: { next: 'activate', label: 'Activarlos' },
  undoActivation: { next: 'activate', label: 'Activarlos' },
  reject: { next: 'undoRejection', label: 'Deshacer' },
  undoRejection: { next: 'reject', label: 'Rechazarlos' },
}

/** Notice with the result of a bulk activation, deactivation or rejection. Offers to revert it for the same users. */
export function ActivationNotice({ result: { users, change }, onAsk, onClose }: Props) {
  const { label, next } = reversals[change]
  return (
    <Notice
      live
      tone="success"
      action={
        <Cluster gap={1}>
          <Button size="s" onClick={() => onAsk({ kind: next, users })}>
            {label}
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
