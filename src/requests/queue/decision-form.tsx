import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type Request, requestSteps } from '../../domain/requests/request.ts'
import type { RouteStanding } from '../../domain/requests/request-route.ts'
import { sentenceOf } from '../../domain/text/sentence.ts'
import { messageOf } from '../../lib/message.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { addComment, takeStep } from '../actions.ts'
import { consequences, reasonLabels } from '../decide-question.tsx'
import type { FillingForm, ToFill } from '../filled-form.tsx'
import { asComment, filledNotes } from '../kept-notes.ts'
import { NoteEditor } from '../note-editor.tsx'
import { decisionQuestion } from '../outcome.ts'
import { reasonKept } from '../pending-decision.ts'
import type { Notes } from '../returned.ts'
import { stepConsequence } from '../step-consequence.ts'
import { offerUndo } from '../undo.tsx'
import { focusDecided } from './decided-notice.tsx'
import s from './decision-form.module.css'
import { reasonsOffered } from './queries.ts'
import { useJustShown } from './use-just-shown.ts'

const FilledForm = lazy(async () => ({ default: (await import('../filled-form.tsx')).FilledForm }))

export type QueueDecision = 'approve' | 'return' | 'reject'

interface Props {
  action: QueueDecision
  request: Request
  /** Its route, where it is at a step. */
  steps: readonly RouteStanding[] | undefined
  /** What deciders fill of it; left out where they fill nothing. */
  toFill?: ToFill | undefined
  /** Those at which notes may stand. */
  fields: readonly Field[]
  notes: Notes
  onNotes: (notes: Notes) => void
  /** Somebody else was faster: what was written is still here, but decides nothing. */
  isLate: boolean
  onDecided: () => void
  onClose: () => void
}

/** Where one decision is written and confirmed, beside what it is about; what was written outlives the page. */
export function DecisionForm({
  action,
  request,
  steps,
  toFill,
  fields,
  notes,
  onNotes,
  isLate,
  onDecided,
  onClose,
}: Props) {
  const { id, number } = request
  const me = useUser().id
  // What is decided is what was read when it was begun; once it was refused for that, what is shown since.
  const [begun] = useState(request.revision)
  const [begunAt] = useState(request.step)
  const [isWarned, setWarned] = useState(false)
  const [reason, setReason] = usePersistentState(
    me,
    reasonKept({ action, targets: { ids: [id], revision: begun }, reason: 'required' }),
    '',
  )
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<string>()
  const { data: usual } = useQuery({ ...reasonsOffered(request.format), enabled: action !== 'approve' })
  // The next request comes at once; what this decision changed is read again behind it.
  const taking = useMutation({ ...takeStep, meta: { quiet: true, invalidates: [] } })
  const filling = useRef<FillingForm>(null)
  const box = useRef<HTMLElement>(null)
  const isHere = useRef(false)
  const isJustShown = useJustShown()
  const { on: withKeys } = useShortcuts()
  const isReasoned = action !== 'approve'
  const offered = isReasoned ? (usual?.[action] ?? []).filter((each) => each.reason !== reason.trim()) : []
  const left = asComment(isReasoned ? reason : '', action === 'return' ? notes : {}, fields)
  useEffect(() => {
    isHere.current = true
    // Never the button that confirms: Space, pressed to read on, would decide.
    const writing = isReasoned ? box.current?.querySelector('textarea') : null
    ;(writing ?? box.current?.querySelector('h3'))?.focus()
    return () => {
      isHere.current = false
    }
  }, [isReasoned])
  // The button that had the focus is gone.
  useEffect(() => {
    if (isLate && document.activeElement === document.body) focusDecided()
  }, [isLate])

  /** Who has gone on meanwhile hears of it by its number. */
  function fail(sentence: string, what = requestSteps[action].name.toLowerCase()) {
    if (isHere.current) setError(sentence)
    else notify.error(`${number}: no se pudo ${what}. ${sentence}`)
  }
  // As options, not with the call: those are heard by who is still here alone.
  const comment = useMutation({
    ...addComment,
    onSuccess() {
      setReason('')
      if (action === 'return') onNotes({})
      if (isHere.current) onClose()
    },
    onError(cause) {
      if (!isHere.current) fail(messageOf(cause), 'dejar el comentario')
    },
  })

  async function confirm() {
    if (taking.isPending || isLate) return
    if (isReasoned && !reason.trim()) {
      setMissing(true)
      return box.current?.querySelector('textarea')?.focus()
    }
    setError(undefined)
    const form = filling.current
    try {
      const filled = form?.read()
      if (filled === false) return
      const revision = isWarned ? request.revision : begun
      const step = (isWarned ? request.step : begunAt) || undefined
      const said = {
        ...(isReasoned && { reason: reason.trim() }),
        ...(action === 'return' && filledNotes(notes)),
        ...(filled && { filled }),
      }
      const outcome = await taking.mutateAsync({ action, ids: [id], revision, step, undoable: true, ...said })
      const { changed, skipped } = outcome
      const isDone = changed.length > 0
      if (isDone) {
        offerUndo(action, outcome, request.step > 0, form?.clear())
        setReason('')
        onNotes({})
        onDecided()
      } else {
        setWarned(skipped[0]?.code === 'request.changed')
        if (skipped[0]?.code === 'request.filled') form?.refuse(skipped[0].errors ?? {})
        fail(sentenceOf(skipped[0]?.code ?? 'unknown'))
      }
      for (const key of ['requests', 'request-counts', 'events', ...(isDone && isReasoned ? ['reasons'] : [])])
        void queryClient.invalidateQueries({ queryKey: [key] })
    } catch (cause) {
      if (await form?.fail(cause)) return
      fail(messageOf(cause))
    }
  }
  function press(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    const isWriting = target.matches('textarea, input')
    if (event.key === 'Escape' && !taking.isPending && !event.defaultPrevented) onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm()
    else if (!isReasoned && event.key === 'Enter' && (event.target as HTMLElement).matches('h3')) void confirm()
    else if (
      withKeys &&
      !isReasoned &&
      event.key.toLowerCase() === 'a' &&
      !event.repeat &&
      !target.closest('[data-filled]')
    )
      void (isJustShown() || confirm())
    else if (event.key === 'ArrowDown' && isWriting && reason === '' && !target.closest('[data-filled]'))
      box.current?.querySelector<HTMLElement>('[data-usual]')?.focus()
    else return
    event.preventDefault()
  }

  return (
    <section ref={box} className={s.form} aria-label={decisionQuestion(action, 1, number)} onKeyDown={press}>
      <Stack gap={3}>
        <div>
          <h3 tabIndex={-1} className={s.question}>
            {decisionQuestion(action, 1, number)}
          </h3>
          <p className={s.help}>
            {action === 'approve' && request.step ? stepConsequence(steps) : consequences[action]}
          </p>
        </div>
        {isReasoned && (
          <FormField
            label={reasonLabels[action] ?? 'Motivo'}
            required
            error={isMissing && !reason.trim() && !isLate ? 'Escriba el motivo.' : undefined}
          >
            <TextArea
              rows={2}
              className={s.reason}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </FormField>
        )}
        {offered.length > 0 && !isLate && (
          <ul className={s.usual} aria-label="Motivos frecuentes">
            {offered.map((each) => (
              <li key={each.reason}>
                <button
                  type="button"
                  data-usual=""
                  className={s.chip}
                  onClick={() => {
                    setReason(reason.trim() ? `${reason.trim()}\n${each.reason}` : each.reason)
                    box.current?.querySelector('textarea')?.focus()
                  }}
                >
                  {each.reason}
                </button>
              </li>
            ))}
          </ul>
        )}
        {toFill && !isLate && (
          <Suspense fallback={<Skeleton lines={3} />}>
            <FilledForm {...toFill} ref={filling} />
          </Suspense>
        )}
        {action === 'return' && !isLate && (
          <NoteEditor fields={fields} notes={notes} onChange={onNotes} disabled={taking.isPending} />
        )}
        {error && !isLate && (
          <Notice live tone="danger">
            {error}
          </Notice>
        )}
        {comment.error && (
          <Notice live tone="danger">
            {messageOf(comment.error)}
          </Notice>
        )}
        <Cluster gap={2}>
          {isLate ? (
            left && (
              <Button icon="comment" pending={comment.isPending} onClick={() => comment.mutate({ id, text: left })}>
                Dejarlo como comentario
              </Button>
            )
          ) : (
            <Button
              variant={action === 'reject' ? 'danger' : 'primary'}
              pending={taking.isPending}
              aria-keyshortcuts={isReasoned ? 'Control+Enter' : 'Enter'}
              onClick={() => void confirm()}
            >
              {requestSteps[action].name}
              <Kbd>{isReasoned ? 'Ctrl ⏎' : '⏎'}</Kbd>
            </Button>
          )}
          <Button variant="quiet" disabled={taking.isPending} aria-keyshortcuts="Escape" onClick={onClose}>
            Volver
            <Kbd>Esc</Kbd>
          </Button>
        </Cluster>
      </Stack>
    </section>
  )
}
