import { type MutationFilters, useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getVisibleFields } from '../../../../domain/fields/conditions.ts'
import type { Field } from '../../../../domain/fields/field.ts'
import type { DecisionInput } from '../../../../domain/requests/decision-input.ts'
import { getAllowedActions } from '../../../../domain/requests/request-transitions.ts'
import type { User } from '../../../../domain/users/user.ts'
import { describeError } from '../../../../lib/error-message.ts'
import { notify } from '../../../../lib/notify.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useShortcutSettings } from '../../../../lib/shortcuts.ts'
import { runActionMutation } from '../../../../requests/actions.ts'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { requestViewQuery } from '../../../../requests/queries.ts'
import { DecisionBar } from '../../../../requests/queue/decision-bar.tsx'
import { DecisionForm, focusDecisionForm } from '../../../../requests/queue/decision-form.tsx'
import type { QueueDecision } from '../../../../requests/queue/use-queue-decision.ts'
import type { RequestQueue } from '../../../../requests/queue/use-request-queue.ts'
import { useStoredReturnNotes } from '../../../../requests/return-notes.ts'
import { focusNoteInput } from '../../../../requests/return-notes-editor.tsx'
import { getApproverFormData, toDecidableRequest } from '../../../../requests/viewed-request.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useKeyboardShortcuts } from '../../../../ui/use-keyboard-shortcuts.ts'
import s from './queue.module.css'
import { focusRequestTitle, QueueDetail } from './queue-detail.tsx'

interface Props {
  id: string
  me: User
  queue: RequestQueue
  isCalled: boolean
  onDecided: (number: string, action: QueueDecision) => void
  onHelp: () => void
}

/** Current request of the queue with its decision form. The parent must set `key={id}`, because the state belongs to one request. */
export function QueueRequest({ id, me, queue, isCalled, onDecided, onHelp }: Props) {
  const { data: opened, error, refetch } = useQuery(requestViewQuery(id))
  const { on: withKeys } = useShortcutSettings()
  const [deciding, setDeciding] = useState<QueueDecision | null>(null)
  const [notes, setNotes] = useStoredReturnNotes(me.id, id, opened?.request.revision)
  const request = opened && toDecidableRequest(opened)
  const { data: settings } = useQuery(settingsQuery())
  const fields = opened?.version.fields ?? []
  const noteable = request ? getVisibleFields(fields, request.values) : []
  const isLate = request !== undefined && (request.status !== 'submitted' || request.decidable === false)
  const isReturning = deciding === 'return' && !isLate && request !== undefined

  const { isHeld, isHeldNow } = useSentDecision(id)
  const isJustShown = useRecentlyShown(request !== undefined)

  function ask(action: QueueDecision) {
    if (isHeldNow() || !request || !getAllowedActions(request, me, request.owner).includes(action)) return
    // The form that is already open may be out of view, because the user scrolled down to read the document.
    if (action === deciding) focusDecisionForm(action)
    else setDeciding(action)
  }
  useKeyboardShortcuts(
    withKeys
      ? {
          a: () => (request && isJustShown() ? notify.info(earlyKeyText, 'early-key') : ask('approve')),
          d: () => ask('return'),
          r: () => ask('reject'),
          j: () => isHeldNow() || queue.next(),
          k: () => isHeldNow() || queue.previous(),
          '?': onHelp,
        }
      : null,
  )

  function belowOf({ key, label }: Field) {
    if (!isReturning) return null
    if (notes[key]) return <FieldNote text={notes[key]} />
    return (
      <Button
        size="s"
        variant="quiet"
        icon="comment"
        aria-label={`Agregar nota a «${label}»`}
        onClick={() => (Object.hasOwn(notes, key) ? focusNoteInput(key) : setNotes({ ...notes, [key]: '' }))}
      >
        Agregar nota
      </Button>
    )
  }

  return (
    <div className={s.one}>
      {request && opened ? (
        <QueueDetail
          opened={opened}
          request={request}
          me={me}
          isCalled={isCalled}
          below={belowOf}
          form={
            deciding && (
              <DecisionForm
                key={deciding}
                action={deciding}
                request={request}
                steps={opened.route.steps}
                usual={opened.reasons}
                approverForm={getApproverFormData(opened, settings)}
                fields={noteable}
                notes={notes}
                onNotes={setNotes}
                isLate={isLate}
                onDecided={() => {
                  onDecided(request.number, deciding)
                  queue.advanceFrom(id)
                }}
                onClose={() => {
                  setDeciding(null)
                  focusRequestTitle()
                }}
              />
            )
          }
        />
      ) : error ? (
        <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
      <DecisionBar
        request={request}
        me={me}
        withKeys={withKeys}
        isDeciding={deciding !== null}
        isHeld={isHeld}
        onAsk={ask}
        onNext={queue.next}
        onPrevious={queue.previous}
      />
    </div>
  )
}

/** Time in ms in which the approval key is ignored on a new request, because it was meant for the previous one. */
const guardMs = 600
const earlyKeyText = 'Esta solicitud se acaba de abrir. Pulse A otra vez para aprobarla.'

/** Returns a function that reports whether `isShown` became true less than `guardMs` ago. */
function useRecentlyShown(isShown: boolean): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isShown) since.current = performance.now()
  }, [isShown])
  return () => performance.now() - since.current < guardMs
}

/** Returns whether a decision about the request is being sent. Decisions and navigation are then blocked. */
function useSentDecision(id: string) {
  const ofThisOne: MutationFilters = {
    mutationKey: runActionMutation.mutationKey,
    predicate: ({ state }) => (state.variables as Partial<DecisionInput> | undefined)?.ids?.includes(id) ?? false,
  }
  return {
    isHeld: useIsMutating(ofThisOne) > 0,
    /** Value of `isHeld` at this moment, for a key pressed before the next render. */
    isHeldNow: () => queryClient.isMutating(ofThisOne) > 0,
  }
}
