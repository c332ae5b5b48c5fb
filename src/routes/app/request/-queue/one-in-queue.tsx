import { useState } from 'react'
import type { Field } from '../../../../domain/field.ts'
import { stepsFor } from '../../../../domain/request.ts'
import type { User } from '../../../../domain/user.ts'
import { visibleFields } from '../../../../domain/values.ts'
import { messageOf } from '../../../../lib/message.ts'
import { useShortcuts } from '../../../../lib/shortcuts.ts'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { useKeptNotes } from '../../../../requests/kept-notes.ts'
import { DecisionBar } from '../../../../requests/queue/decision-bar.tsx'
import { DecisionForm, type QueueDecision } from '../../../../requests/queue/decision-form.tsx'
import type { Queue } from '../../../../requests/queue/use-queue.ts'
import { completeValues } from '../../../../requests/shown.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useKeys } from '../../../../ui/use-keys.ts'
import { useOpened } from './opened.ts'
import s from './queue.module.css'
import { focusRequest, QueueDetail } from './queue-detail.tsx'

interface Props {
  id: string
  me: User
  queue: Queue
  isCalled: boolean
  onDecided: (number: string, action: QueueDecision) => void
  onHelp: () => void
}

/** The request that is looked at, with what one is about to decide of it; mounted anew for each. */
export function OneInQueue({ id, me, queue, isCalled, onDecided, onHelp }: Props) {
  const { opened, error, retry } = useOpened(id)
  const { on: withKeys } = useShortcuts()
  const [deciding, setDeciding] = useState<QueueDecision | null>(null)
  const [notes, setNotes] = useKeptNotes(me.id, id, opened?.request.revision)
  const request = opened?.request
  const fields = opened?.version.fields ?? []
  const noteable = request ? visibleFields(fields, completeValues(fields, request.values)) : []
  const isReturning = deciding === 'return' && request?.status === 'submitted'

  function ask(action: QueueDecision) {
    if (request && stepsFor(request, me, request.owner).includes(action)) setDeciding(action)
  }
  useKeys(
    withKeys
      ? {
          a: () => ask('approve'),
          d: () => ask('return'),
          r: () => ask('reject'),
          j: queue.next,
          k: queue.previous,
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
        aria-label={`Anotar «${label}»`}
        onClick={() => setNotes({ ...notes, [key]: '' })}
      >
        Anotar
      </Button>
    )
  }

  return (
    <div className={s.one}>
      {request && opened ? (
        <QueueDetail
          opened={opened}
          me={me}
          isCalled={isCalled}
          below={belowOf}
          form={
            deciding && (
              <DecisionForm
                key={deciding}
                action={deciding}
                request={request}
                fields={noteable}
                notes={notes}
                onNotes={setNotes}
                isLate={request.status !== 'submitted'}
                onDecided={() => {
                  onDecided(request.number, deciding)
                  queue.leave(id)
                }}
                onClose={() => {
                  setDeciding(null)
                  focusRequest()
                }}
              />
            )
          }
        />
      ) : error ? (
        <ErrorState message={messageOf(error)} onRetry={retry} />
      ) : (
        <Skeleton lines={12} />
      )}
      <DecisionBar
        request={request}
        me={me}
        withKeys={withKeys}
        isDeciding={deciding !== null}
        onAsk={ask}
        onNext={queue.next}
        onPrevious={queue.previous}
      />
    </div>
  )
}
