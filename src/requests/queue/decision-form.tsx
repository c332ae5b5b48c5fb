import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { FrequentReasons, Request } from '../../domain/requests/request.ts'
import type { RouteStepState } from '../../domain/requests/request-route.ts'
import { requestTransitions } from '../../domain/requests/request-transitions.ts'
import { describeError } from '../../lib/error-message.ts'
import { useShortcutSettings } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { formatConfirmationQuestion } from '../action-result.ts'
import { actionConsequenceTexts, actionReasonLabels } from '../action-texts.ts'
import { describeApprovalEffect } from '../approval-consequence.ts'
import type { ApproverFormData } from '../approver-form.tsx'
import type { RequestReturnNotes } from '../request-return.ts'
import { formatReturnNotesAsComment } from '../return-notes.ts'
import { ReturnNotesEditor } from '../return-notes-editor.tsx'
import { focusDecidedNotice } from './decided-notice.tsx'
import s from './decision-form.module.css'
import { type DecisionDraft, type QueueDecision, useQueueDecision } from './use-queue-decision.ts'

const ApproverForm = lazyPart(async () => (await import('../approver-form.tsx')).ApproverForm)

interface Props {
  action: QueueDecision
  request: Request
  /** Approval steps of the request; `undefined` unless it is at a step. */
  steps: readonly RouteStepState[] | undefined
  usual: FrequentReasons | undefined
  /** Approver fields; `undefined` if there are none. */
  approverForm?: ApproverFormData | undefined
  fields: readonly Field[]
  notes: RequestReturnNotes
  onNotes: (notes: RequestReturnNotes) => void
  /** True if another approver decided first. The typed text can then only be sent as a comment. */
  isLate: boolean
  onDecided: () => void
  onClose: () => void
}

const formId = 'decision-form'

/** Moves focus to the open decision form: to its reason, or to its question if the decision needs no reason. */
export function focusDecisionForm(action: QueueDecision) {
  // Does not focus the confirm button, because users press Space to scroll and would confirm by mistake.
  const target = action === 'approve' ? 'h3' : 'textarea'
  document.getElementById(formId)?.querySelector<HTMLElement>(target)?.focus()
}

/** Form that confirms one decision. It is shown next to the request's data. The typed text is stored in the browser. */
export function DecisionForm({ steps, usual, approverForm, ...props }: Props) {
  const { action, request, fields, notes, onNotes, isLate, onClose } = props
  const box = useRef<HTMLElement>(null)
  const draft = useQueueDecision({ ...props, box })
  const { isReasoned, reason, error, comment } = draft
  const press = useDecisionShortcuts(draft, box, onClose)
  useInitialFocus(action, isLate)
  const question = formatConfirmationQuestion(action, 1, request.number)

  return (
    <section ref={box} id={formId} className={s.form} aria-label={question} onKeyDown={press}>
      <Stack gap={3}>
        <div>
          <h3 tabIndex={-1} className={s.question}>
            {question}
          </h3>
          <p className="text-secondary">
            {action === 'approve' && request.step ? describeApprovalEffect(steps) : actionConsequenceTexts[action]}
          </p>
        </div>
        {isReasoned && (
          <ReasonInput
            label={actionReasonLabels[action] ?? 'Motivo'}
            error={draft.isMissing && !reason.trim() && !isLate ? 'Escriba el motivo.' : undefined}
            value={reason}
            onChange={draft.setReason}
          />
        )}
        {!isLate && <ReasonSuggestions action={action} usual={usual} draft={draft} box={box} />}
        {approverForm && !isLate && (
          <Suspense fallback={<Skeleton lines={3} />}>
            <ApproverForm {...approverForm} ref={draft.filling} />
          </Suspense>
        )}
        {action === 'return' && !isLate && (
          <ReturnNotesEditor fields={fields} notes={notes} onChange={onNotes} disabled={draft.isPending} />
        )}
        {[!isLate && error, comment.error && describeError(comment.error)].map(
          (text) =>
            text && (
              <Notice key={text} live tone="danger">
                {text}
              </Notice>
            ),
        )}
        <DecisionButtons
          action={action}
          draft={draft}
          isLate={isLate}
          left={formatReturnNotesAsComment(isReasoned ? reason : '', action === 'return' ? notes : {}, fields)}
          request={request.id}
          onClose={onClose}
        />
      </Stack>
    </section>
  )
}

/** Moves focus into the form when it opens. If another approver decides first and the focus is lost, moves it to the notice. */
function useInitialFocus(action: QueueDecision, isLate: boolean) {
  useEffect(() => focusDecisionForm(action), [action])
  useEffect(() => {
    if (isLate && document.activeElement === document.body) focusDecidedNotice()
  }, [isLate])
}

/**
 * Handles the form's keys: Escape closes, Ctrl+Enter confirms, Enter and A approve. The down arrow moves focus to the
 * frequent reasons.
 */
function useDecisionShortcuts(draft: DecisionDraft, box: RefObject<HTMLElement | null>, onClose: () => void) {
  const { on: withKeys } = useShortcutSettings()
  const { isReasoned, isPending, reason, confirm } = draft
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const isFilling = target.closest('[data-filled]') !== null
    const isLetterA = withKeys && event.key.toLowerCase() === 'a' && !event.repeat && !isFilling
    if (event.key === 'Escape' && !isPending && !event.defaultPrevented) onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm()
    else if (!isReasoned && event.key === 'Enter' && target.matches('h3')) void confirm()
    else if (!isReasoned && isLetterA) void confirm()
    else if (event.key === 'ArrowDown' && target.matches('textarea, input') && reason === '' && !isFilling)
      box.current?.querySelector<HTMLElement>('[data-usual]')?.focus()
    else return
    event.preventDefault()
  }
}

interface ReasonProps {
  label: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function ReasonInput({ label, error, value, onChange }: ReasonProps) {
  return (
    <FormField label={label} required error={error}>
      <TextArea
        rows={2}
        className={s.reason}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  )
}

interface SuggestionProps {
  action: QueueDecision
  usual: FrequentReasons | undefined
  draft: DecisionDraft
  box: RefObject<HTMLElement | null>
}

/** Buttons with the most frequent reasons for this action on requests of the format. Each button inserts its text. */
function ReasonSuggestions({ action, usual, draft: { reason, setReason }, box }: SuggestionProps) {
  const written = reason.trim()
  const offered = action === 'approve' ? [] : (usual?.[action] ?? []).filter((each) => each.reason !== written)
  if (offered.length === 0) return null
  return (
    <ul className={s.usual} aria-label="Motivos frecuentes">
      {offered.map((each) => (
        <li key={each.reason}>
          <button
            type="button"
            data-usual=""
            className={s.chip}
            onClick={() => {
              setReason(written ? `${written}\n${each.reason}` : each.reason)
              box.current?.querySelector('textarea')?.focus()
            }}
          >
            {each.reason}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ButtonsProps {
  action: QueueDecision
  draft: DecisionDraft
  isLate: boolean
  /** Typed text, which can still be sent as a comment after another approver decided. */
  left: string
  request: string
  onClose: () => void
}

function DecisionButtons({ action, draft, isLate, left, request, onClose }: ButtonsProps) {
  const { isReasoned, isPending, comment, confirm } = draft
  return (
    <Cluster gap={2}>
      {isLate ? (
        left && (
          <Button
            icon="comment"
            pending={comment.isPending}
            onClick={() => comment.mutate({ id: request, text: left })}
          >
            Dejarlo como comentario
          </Button>
        )
      ) : (
        <Button
          variant={action === 'reject' ? 'danger' : 'primary'}
          pending={isPending}
          aria-keyshortcuts={isReasoned ? 'Control+Enter' : 'Enter'}
          onClick={() => void confirm()}
        >
          {requestTransitions[action].name}
          <Kbd>{isReasoned ? 'Ctrl ⏎' : '⏎'}</Kbd>
        </Button>
      )}
      <Button variant="quiet" disabled={isPending} aria-keyshortcuts="Escape" onClick={onClose}>
        Volver
        <Kbd>Esc</Kbd>
      </Button>
    </Cluster>
  )
}
