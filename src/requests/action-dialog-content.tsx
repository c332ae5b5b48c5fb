import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { requestTransitions } from '../domain/requests/request-transitions.ts'
import { isApiError } from '../lib/api-error.ts'
import { describeError, getErrorCode } from '../lib/error-message.ts'
import { formatCount } from '../lib/number-format.ts'
import { queryClient } from '../lib/query-client.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { useUser } from '../session/use-user.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ActionConfirmation, getReasonStorageKey } from './action-confirmation.ts'
import { formatConfirmationQuestion } from './action-result.ts'
import { actionConsequenceTexts, actionReasonLabels } from './action-texts.ts'
import { type ActionResult, runActionMutation } from './actions.ts'
import { describeApprovalEffect } from './approval-consequence.ts'
import type { ApproverFormHandle } from './approver-form.tsx'
import { requestViewQuery } from './queries.ts'
import { toReturnNotesPayload, useStoredReturnNotes } from './return-notes.ts'
import { ReturnNotesEditor } from './return-notes-editor.tsx'
import { showUndoToast } from './undo-toast.tsx'

const ApproverForm = lazyPart(async () => (await import('./approver-form.tsx')).ApproverForm)

export interface ActionDialogProps {
  /** Confirmation at the time when the dialog opened; later changes of the list do not affect it. */
  question: ActionConfirmation
  onClose: () => void
  onDone: (outcome: ActionResult) => void
  /**
   * Called with the new `count` if the number of results changed meanwhile. The caller reloads the list and opens a new
   * confirmation.
   */
  onChanged?: (count: number) => void
  children?: ReactNode
}

/** Consequence shown for bulk approvals, in which only some requests have further stages. */
const approvalConsequence = 'Si falta otro paso, la solicitud pasa a él. Si no, se genera el documento numerado.'

/** Content of the dialog that confirms and runs an action. If the server refuses the action, the dialog stays open with the typed text. */
export function ActionDialogContent({ question, onClose, onDone, onChanged, children }: ActionDialogProps) {
  const { action, targets, fields, approverForm } = question
  const step = useMutation(runActionMutation)
  const filling = useRef<ApproverFormHandle>(null)
  const [error, setError] = useState<string>()
  const named = 'ids' in targets ? targets : undefined
  const count = 'ids' in targets ? targets.ids.length : targets.expected
  const me = useUser().id
  const savedReason = usePersistentState(me, getReasonStorageKey(question), '')
  const [notes, setNotes] = useStoredReturnNotes(me, named?.ids[0] ?? '', named?.revision)

  const view = requestViewQuery(named?.ids.length === 1 ? (named.ids[0] ?? '') : '')
  const [eventsBefore] = useState(() => queryClient.getQueryData(view.queryKey)?.history.length)

  /**
   * Returns whether the user's action is in the history since the dialog opened. The response to its call was then lost,
   * or the browser repeated the call. Only for a single request whose page is open.
   */
  async function isAlreadyDone(): Promise<boolean> {
    if (eventsBefore === undefined) return false
    const { history } = await queryClient.query({ ...view, staleTime: 0, retry: false })
    return history.slice(eventsBefore).some((event) => event.actor === me && event.action === action)
  }

  function finish(outcome: ActionResult, form: ApproverFormHandle | null) {
    // Clears the stored reason and notes only if a request changed; otherwise the user needs them for another
    // attempt.
    if (outcome.changed.length > 0) {
      savedReason[1]('')
      if (fields) setNotes({})
      showUndoToast(action, outcome, question.isAtStep, form?.clear())
    }
    onDone(outcome)
  }

  async function confirm(reason: string) {
    setError(undefined)
    const form = filling.current
    const done: ActionResult = { changed: named?.ids ?? [], skipped: [] }
    try {
      const filled = form?.read()
      if (filled === false) return
      const decision = 'ids' in targets ? { ids: targets.ids, revision: targets.revision, step: targets.step } : targets
      const outcome = await step.mutateAsync({
        action,
        ...decision,
        undoable: true,
        ...(reason && { reason }),
        ...(filled && { filled }),
        ...(fields && toReturnNotesPayload(notes)),
      })
      if (form && outcome.skipped[0]?.code === 'request.filled') {
        form.refuse(outcome.skipped[0].errors ?? {})
        return setError(outcome.skipped[0].message)
      }
      const isRepeat = outcome.changed.length === 0 && (await isAlreadyDone().catch(() => false))
      finish(isRepeat ? done : outcome, form)
    } catch (cause) {
      if (await form?.fail(cause)) return
      if (await isAlreadyDone().catch(() => false)) return finish(done, form)
      setError(describeError(cause))
      if (getErrorCode(cause) === 'request.expected' && isApiError(cause))
        onChanged?.(Number(cause.response.data?.actual?.code))
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={formatConfirmationQuestion(action, count, 'ids' in targets ? targets.name : undefined)}
      confirmLabel={requestTransitions[action].name}
      danger={action === 'reject' || action === 'cancel' || action === 'annul'}
      pending={step.isPending}
      reason={question.reason}
      kept={savedReason}
      reasonLabel={actionReasonLabels[action] ?? 'Motivo'}
      error={error}
      more={
        (fields || approverForm) && (
          <>
            {approverForm && (
              <Suspense fallback={<Skeleton lines={3} />}>
                <ApproverForm {...approverForm} ref={filling} />
              </Suspense>
            )}
            {fields && (
              <ReturnNotesEditor fields={fields} notes={notes} onChange={setNotes} disabled={step.isPending} />
            )}
          </>
        )
      }
    >
      <p>
        {action === 'approve' && question.isAtStep
          ? count === 1
            ? describeApprovalEffect(question.steps)
            : approvalConsequence
          : actionConsequenceTexts[action]}
      </p>
      {!('ids' in targets) && targets.except && (
        <p>{`${formatCount(targets.except.length, 'solicitud que quitó queda', 'solicitudes que quitó quedan')} como ${targets.except.length === 1 ? 'está' : 'están'}.`}</p>
      )}
      {children}
    </ConfirmDialog>
  )
}
