import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessages } from '../../../../domain/errors.ts'
import { requestActions } from '../../../../domain/requests/actions.ts'
import type { DecisionType } from '../../../../domain/requests/request.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useShortcutSettings } from '../../../../lib/shortcuts.ts'
import { ActionFields, type ActionForm, useActionForm } from '../../../../requests/action-form.tsx'
import { askAboutRequests, describeConsequence, formatQuestion } from '../../../../requests/action-question.ts'
import { addCommentMutation, runActionMutation } from '../../../../requests/actions.ts'
import type { OpenedRequest } from '../../../../requests/queries.ts'
import type { RequestReturnNotes } from '../../../../requests/request-return.ts'
import { formatReturnNotesAsComment } from '../../../../requests/return-notes.tsx'
import { useUser } from '../../../../session/use-user.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Kbd } from '../../../../ui/actions/kbd.tsx'
import { Cluster, Stack } from '../../../../ui/page/layout.tsx'
import { ErrorNotice } from '../../../../ui/state/screen-states.tsx'
import s from './queue.module.css'
import { focusDecidedNotice } from './queue-detail.tsx'

interface Props {
  action: DecisionType
  opened: OpenedRequest
  settings: Settings | undefined
  notes: RequestReturnNotes
  onNotes: (notes: RequestReturnNotes) => void
  /** True if another approver decided first. The typed text can then only be sent as a comment. */
  isLate: boolean
  onDecided: () => void
  onClose: () => void
}

const formId = 'decision-form'

/** Moves focus to the open decision form: to its password, to its reason, or to its question if the decision needs neither. */
export function focusDecisionForm(action: DecisionType) {
  // Does not focus the confirm button, because users press Space to scroll and would confirm by mistake.
  const target = requestActions[action].needsReason.length ? 'textarea' : 'h3'
  const form = document.getElementById(formId)
  const password = form?.querySelector<HTMLElement>('input[type=password]')
  const focused = password ?? form?.querySelector<HTMLElement>(target)
  focused?.focus()
}

/** Invalidates no queries, so that the next request is shown immediately; the form then refreshes the changed lists. */
const decideMutation = { ...runActionMutation, meta: { quiet: true, invalidates: [] } }

/** Form that confirms one decision. It is shown next to the request's data. */
export function DecisionForm({ action, opened, settings, notes, onNotes, isLate, onDecided, onClose }: Props) {
  const me = useUser()
  const box = useRef<HTMLElement>(null)
  const [question] = useState(() => askAboutRequests(action, [opened.request], me))
  const form: ActionForm = useActionForm({
    question,
    opened,
    notes,
    onNotes,
    mutation: decideMutation,
    onDone({ changed, skipped }) {
      if (changed.length > 0) onDecided()
      else form.fail(skipped[0]?.message ?? errorMessages.unknown)
      for (const key of ['requests', 'request-counts', 'events'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    },
  })
  const confirm = () => void (isLate || form.confirm())
  const press = useDecisionShortcuts(form, confirm, box, onClose)
  useInitialFocus(action, isLate)
  const usualReasons = action === 'approve' ? undefined : opened.reasons?.[action]

  return (
    <section ref={box} id={formId} className={s.form} aria-label={formatQuestion(question)} onKeyDown={press}>
      <Stack gap={3}>
        <div>
          <h3 tabIndex={-1} className={s.question}>
            {formatQuestion(question)}
          </h3>
          <p className="text-secondary">{describeConsequence(question, opened.route.steps)}</p>
        </div>
        <ActionFields form={form} settings={settings} usualReasons={usualReasons} rows={2} isLate={isLate} />
        {isLate ? (
          <LateButtons form={form} onClose={onClose} />
        ) : (
          <DecisionButtons form={form} confirm={confirm} onClose={onClose} />
        )}
      </Stack>
    </section>
  )
}

/** Moves focus into the form when it opens. If another approver decides first and the focus is lost, moves it to the notice. */
function useInitialFocus(action: DecisionType, isLate: boolean) {
  useEffect(() => focusDecisionForm(action), [action])
  useEffect(() => {
    if (isLate && document.activeElement === document.body) focusDecidedNotice()
  }, [isLate])
}

/**
 * Handles the form's keys: Escape closes, Ctrl+Enter confirms, Enter and A approve. The down arrow moves focus to the
 * frequent reasons.
 */
function useDecisionShortcuts(
  { question, reason, isPending }: ActionForm,
  confirm: () => void,
  box: RefObject<HTMLElement | null>,
  onClose: () => void,
) {
  const { on: withKeys } = useShortcutSettings()
  const isReasoned = question.reason !== 'none'
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const isFilling = target.closest('[data-filled]') !== null
    const isLetterA = withKeys && event.key.toLowerCase() === 'a' && !event.repeat && !isFilling
    if (event.key === 'Escape' && !isPending && !event.defaultPrevented) onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
    else if (!isReasoned && event.key === 'Enter' && target.matches('h3')) confirm()
    else if (!isReasoned && isLetterA) confirm()
    else if (event.key === 'ArrowDown' && target.matches('textarea, input') && reason === '' && !isFilling)
      box.current?.querySelector<HTMLElement>('[data-usual]')?.focus()
    else return
    event.preventDefault()
  }
}

interface ButtonsProps {
  form: ActionForm
  onClose: () => void
}

function DecisionButtons({ form, confirm, onClose }: ButtonsProps & { confirm: () => void }) {
  const { isDestructive, texts } = requestActions[form.question.action]
  const isReasoned = form.question.reason !== 'none'
  return (
    <Cluster gap={2}>
      <Button
        variant={isDestructive ? 'danger' : 'primary'}
        pending={form.isPending}
        aria-keyshortcuts={isReasoned ? 'Control+Enter' : 'Enter'}
        onClick={confirm}
      >
        {texts.button}
        <Kbd>{isReasoned ? 'Ctrl ⏎' : '⏎'}</Kbd>
      </Button>
      <CloseButton form={form} onClose={onClose} />
    </Cluster>
  )
}

/** Buttons after another approver decided: the typed text can still be sent as a comment. */
function LateButtons({ form, onClose }: ButtonsProps) {
  const { question, opened, reason, notes } = form
  const isReturn = question.action === 'return'
  // Passes the callbacks to `useMutation`, because callbacks of `mutate` are not called after unmounting.
  const comment = useMutation({
    ...addCommentMutation,
    onSuccess() {
      form.setReason('')
      if (isReturn) form.onNotes({})
      if (form.isHere.current) onClose()
    },
    onError(cause) {
      if (!form.isHere.current) form.fail(describeError(cause), 'dejar el comentario')
    },
  })
  if (!opened) return null
  const text = formatReturnNotesAsComment(reason, isReturn ? notes : {}, opened.version.fields)
  return (
    <>
      <ErrorNotice>{comment.error && describeError(comment.error)}</ErrorNotice>
      <Cluster gap={2}>
        {text && (
          <Button
            icon="comment"
            pending={comment.isPending}
            onClick={() => comment.mutate({ id: opened.request.id, text })}
          >
            Dejarlo como comentario
          </Button>
        )}
        <CloseButton form={form} onClose={onClose} />
      </Cluster>
    </>
  )
}

function CloseButton({ form, onClose }: ButtonsProps) {
  return (
    <Button variant="quiet" disabled={form.isPending} aria-keyshortcuts="Escape" onClick={onClose}>
      Volver
      <Kbd>Esc</Kbd>
    </Button>
  )
}
