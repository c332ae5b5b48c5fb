import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { getVisibleFields } from '../domain/fields/conditions.ts'
import { isDecision, requestActions } from '../domain/requests/actions.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { describeError, getErrorCode, isApiError } from '../lib/api-error.ts'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import { notify } from '../lib/notify.ts'
import { queryClient } from '../lib/query-client.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { useUser } from '../session/use-user.ts'
import { FormField, TextArea, TextInput } from '../ui/form/form-field.tsx'
import { ErrorNotice, Skeleton } from '../ui/state/screen-states.tsx'
import s from './action-form.module.css'
import { type ActionQuestion, getReasonStorageKey, nameTargets } from './action-question.ts'
import { type ActionResult, runActionMutation } from './actions.ts'
import type { ApproverFormHandle } from './approver-form.tsx'
import { requestViewQuery } from './queries.ts'
import type { RequestReturnNotes } from './request-return.ts'
import { ReturnNotesEditor, toReturnNotesPayload } from './return-notes.tsx'
import { showUndoToast } from './undo.tsx'

const ApproverForm = lazyComponent(async () => (await import('./approver-form.tsx')).ApproverForm)

interface Options {
  /** Question at the time when the form opened; later changes of the list do not affect it. */
  question: ActionQuestion
  /** The request, if the page shows a single one. Approver fields and correction notes need it. */
  opened?: RequestView | undefined
  notes: RequestReturnNotes
  onNotes: (notes: RequestReturnNotes) => void
  /** Mutation that sends the action; by default, it also refreshes the lists. */
  mutation?: typeof runActionMutation
  onDone: (result: ActionResult) => void
  /**
   * Called with the new `count` if the number of results changed meanwhile. The caller reloads the list and opens a new
   * question.
   */
  onChanged?: ((count: number) => void) | undefined
}

export type ActionForm = ReturnType<typeof useActionForm>

/**
 * Returns the state of a form that confirms an action on one or many requests, and the function that sends it. The typed
 * reason and notes are stored in the browser until a request changes.
 */
export function useActionForm({ question, opened, notes, onNotes, onDone, onChanged, mutation }: Options) {
  const { action, targets } = question
  const me = useUser().id
  const [reason, setReason] = usePersistentState(me, getReasonStorageKey(question), '')
  const [isMissing, setMissing] = useState(false)
  const [newState, setNewState] = useState<{ revision: number; step: number }>()
  const sending = useMutation(mutation ?? runActionMutation)
  const approverForm = useRef<ApproverFormHandle>(null)
  const reasonBox = useRef<HTMLTextAreaElement>(null)
  const { error, setError, fail, isHere } = useErrorReport(question)
  const password = usePasswordInput(action === 'approve' && opened?.version.asksPassword === true)
  const readNewView = useNewView(targets)
  const hasApproverForm = isDecision(action) && opened?.filled.open === true

  /**
   * Returns whether the user's action is in the history since the form opened. The response to its call was then lost,
   * or the browser repeated the call. Only for a single request whose page is open. If the form `isOutdated`, the next
   * attempt expects the new state.
   */
  async function isAlreadyDone(isOutdated: boolean): Promise<boolean> {
    const view = await readNewView().catch(() => undefined)
    if (!view) return false
    if (isOutdated) setNewState(view.request)
    return view.newEvents.some((event) => event.actor === me && event.action === action)
  }

  function finish(result: ActionResult, form: ApproverFormHandle | null) {
    // Clears the stored reason and notes only if a request changed; otherwise the user needs them for another attempt.
    if (result.changed.length > 0) {
      setReason('')
      onNotes({})
      showUndoToast(action, result, question.isAtStep, form?.clear())
    }
    onDone(result)
  }

  async function confirm() {
    const form = approverForm.current
    if (sending.isPending || (hasApproverForm && !form)) return
    if (question.reason === 'required' && !reason.trim()) {
      setMissing(true)
      return reasonBox.current?.focus()
    }
    if (!password.validate()) return
    setError(undefined)
    const done: ActionResult = { changed: 'ids' in targets ? targets.ids : [], skipped: [] }
    try {
      const filled = form?.read()
      if (filled === false) return
      const result = await sending.mutateAsync({
        action,
        ...toInput(targets, newState),
        undoable: true,
        ...(question.reason !== 'none' && reason.trim() && { reason: reason.trim() }),
        ...(filled && { filled }),
        ...(password.isAsked && { password: password.value }),
        ...(action === 'return' && toReturnNotesPayload(notes)),
      })
      const [refused] = result.skipped
      if (form && refused?.code === 'request.filled') {
        form.refuse(refused.errors ?? {})
        return fail(refused.message)
      }
      const isRepeat = result.changed.length === 0 && (await isAlreadyDone(refused?.code === 'request.changed'))
      finish(isRepeat ? done : result, form)
    } catch (cause) {
      if (await form?.fail(cause)) return
      if (password.showError(cause)) return
      if (await isAlreadyDone(false)) return finish(done, form)
      fail(describeError(cause))
      if (getErrorCode(cause) === 'request.expected' && isApiError(cause))
        onChanged?.(Number(cause.response.data?.actual?.code))
    }
  }
  return {
    question,
    opened,
    notes,
    onNotes,
    reason,
    setReason,
    reasonBox,
    isReasonMissing: isMissing && !reason.trim(),
    password,
    hasApproverForm,
    approverForm,
    isPending: sending.isPending,
    error,
    fail,
    isHere,
    confirm,
  }
}

/**
 * Returns the state of the password input, shown if the format or the server asks for the password. The password is kept in
 * memory only, until the form closes.
 */
function usePasswordInput(isAskedByFormat: boolean) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [isAskedByServer, setAskedByServer] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isAsked = isAskedByFormat || isAskedByServer
  // Focuses the input also when it appears after an error.
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  function show(sentence: string) {
    setValue('')
    setError(sentence)
    input.current?.focus()
  }
  return {
    value,
    setValue,
    error: value ? undefined : error,
    isAsked,
    input,
    /** Returns false, and shows an error, if the password is asked for and not typed. */
    validate(): boolean {
      if (!isAsked || value) return true
      show('Escriba su contraseña.')
      return false
    },
    /** Shows the error of a missing or wrong password; returns false for other errors. */
    showError(cause: unknown): boolean {
      if (!isApiError(cause) || !cause.response.data?.password) return false
      setAskedByServer(true)
      show(describeError(cause))
      return true
    },
  }
}

/** Returns the part of the call's body that names the requests. `newState`: replaces the state that the user saw when the form opened. */
function toInput(targets: ActionQuestion['targets'], newState?: { revision: number; step: number }) {
  if (!('ids' in targets)) return targets
  const { revision, step } = newState ?? targets
  return { ids: targets.ids, revision, step: step || undefined }
}

/** Returns a function that loads the view of a single open request again, with the events since the form opened. */
function useNewView(targets: ActionQuestion['targets']) {
  const [only = '', ...others] = 'ids' in targets ? targets.ids : []
  const view = requestViewQuery(others.length ? '' : only)
  const [eventsBefore] = useState(() => queryClient.getQueryData(view.queryKey)?.history.length)
  return async () => {
    if (eventsBefore === undefined) return undefined
    const { history, request } = await queryClient.query({ ...view, staleTime: 0, retry: false })
    return { request, newEvents: history.slice(eventsBefore) }
  }
}

/** Reports an error in the form, or as a toast that names the requests after the form was closed. */
function useErrorReport(question: ActionQuestion) {
  const [error, setError] = useState<string>()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  function fail(sentence: string, what = requestActions[question.action].texts.button.toLowerCase()) {
    if (isHere.current) setError(sentence)
    else notify.error(`${nameTargets(question)}: no se pudo ${what}. ${sentence}`)
  }
  return { error, setError, fail, isHere }
}

interface FieldsProps {
  form: ActionForm
  settings: Settings | undefined
  /** Most used reasons of the action, offered as buttons. */
  usualReasons?: readonly { reason: string }[] | undefined
  /** True if the action is no longer possible; only the typed reason is then shown. */
  isLate?: boolean
  rows?: number
}

/** Inputs of an action: reason, approver fields and correction notes, and the error of the last attempt. */
export function ActionFields({ form, settings, usualReasons = [], isLate = false, rows = 4 }: FieldsProps) {
  const { question, opened } = form
  const reasonField = question.reason !== 'none' && (
    <FormField
      label={requestActions[question.action].texts.reason ?? 'Motivo'}
      optional={question.reason === 'optional'}
      required={question.reason === 'required'}
      error={form.isReasonMissing && !isLate ? 'Escriba el motivo.' : undefined}
    >
      <TextArea
        ref={form.reasonBox}
        rows={rows}
        maxLength={2000}
        value={form.reason}
        onChange={(event) => form.setReason(event.target.value)}
      />
    </FormField>
  )
  if (isLate) return <>{reasonField}</>
  return (
    <>
      {reasonField}
      <ReasonSuggestions form={form} reasons={usualReasons} />
      {form.hasApproverForm &&
        opened &&
        (settings ? (
          <Suspense fallback={<Skeleton lines={3} />}>
            <ApproverForm opened={opened} settings={settings} ref={form.approverForm} />
          </Suspense>
        ) : (
          <Skeleton lines={3} />
        ))}
      {question.action === 'return' && opened && (
        <ReturnNotesEditor
          fields={getVisibleFields(opened.version.fields, opened.request.values)}
          notes={form.notes}
          onChange={form.onNotes}
          disabled={form.isPending}
        />
      )}
      <ApproverPasswordInput form={form} />
      <ErrorNotice>{form.error}</ErrorNotice>
    </>
  )
}

/** Input of the approver's password, if it is asked for. Enter confirms. */
function ApproverPasswordInput({ form: { password, isPending, confirm } }: { form: ActionForm }) {
  if (!password.isAsked) return null
  return (
    <div data-filled="">
      <FormField
        label="Su contraseña"
        name="approval-password"
        required
        help="La misma con que ingresa. Si no la recuerda, cierre sesión y pulse «¿Olvidó su contraseña?»."
        error={password.error}
      >
        <TextInput
          ref={password.input}
          type="password"
          autoComplete="current-password"
          maxLength={255}
          value={password.value}
          readOnly={isPending}
          onChange={(event) => password.setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            void confirm()
          }}
        />
      </FormField>
    </div>
  )
}

/** Buttons with the most used reasons. Each inserts its text. */
function ReasonSuggestions({ form, reasons }: { form: ActionForm; reasons: readonly { reason: string }[] }) {
  const written = form.reason.trim()
  const offered = reasons.filter(({ reason }) => reason !== written)
  if (offered.length === 0) return null
  return (
    <ul className={s.usual} aria-label="Motivos frecuentes">
      {offered.map(({ reason }) => (
        <li key={reason}>
          <button
            type="button"
            data-usual=""
            className={s.chip}
            onClick={() => {
              form.setReason(written ? `${written}\n${reason}` : reason)
              form.reasonBox.current?.focus()
            }}
          >
            {reason}
          </button>
        </li>
      ))}
    </ul>
  )
}
