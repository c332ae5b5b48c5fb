import { requestActions } from '../domain/requests/actions.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { formatCount } from '../lib/number-format.ts'
import { useUser } from '../session/use-user.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { ActionFields, useActionForm } from './action-form.tsx'
import { type ActionQuestion, describeConsequence, formatQuestion } from './action-question.ts'
import type { ActionResult } from './actions.ts'
import { useStoredReturnNotes } from './return-notes.tsx'

interface Props {
  /** Question at the time when the dialog opened; later changes of the list do not affect it. */
  question: ActionQuestion
  /** The request and the settings, if the page shows a single request. */
  opened?: RequestView
  settings?: Settings | undefined
  onClose: () => void
  onDone: (result: ActionResult) => void
  /** Called with the new count if the number of results changed meanwhile. */
  onChanged?: (count: number) => void
}

/** Content of the dialog that confirms and runs an action. If the server refuses the action, the dialog stays open with the typed text. */
export function ActionDialog({ question, opened, settings, onClose, onDone, onChanged }: Props) {
  const { action, targets, left = 0 } = question
  const { isDestructive = false, texts } = requestActions[action]
  const { ids: [only = ''] = [], revision } = 'ids' in targets ? targets : {}
  const [notes, onNotes] = useStoredReturnNotes(useUser().id, only, revision)
  const form = useActionForm({ question, opened, notes, onNotes, onDone, onChanged })
  const except = 'ids' in targets ? 0 : (targets.except?.length ?? 0)
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => void form.confirm()}
      title={formatQuestion(question)}
      confirmLabel={texts.button}
      danger={isDestructive}
      pending={form.isPending}
      size={question.reason === 'none' && !form.hasApproverForm ? 's' : 'm'}
    >
      <p>{describeConsequence(question, opened?.route.steps)}</p>
      {except > 0 && (
        <p>{`${formatCount(except, 'solicitud que quitó queda', 'solicitudes que quitó quedan')} como ${except === 1 ? 'está' : 'están'}.`}</p>
      )}
      {left > 0 && (
        <p>{`${formatCount(left, 'de las elegidas no admite esta acción y no cambia', 'de las elegidas no admiten esta acción y no cambian')}.`}</p>
      )}
      <ActionFields form={form} settings={settings} />
    </ConfirmDialog>
  )
}
