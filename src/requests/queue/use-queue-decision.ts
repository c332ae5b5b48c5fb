import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { commonErrorMessages } from '../../domain/common-errors.ts'
import type { Request } from '../../domain/requests/request.ts'
import { requestTransitions } from '../../domain/requests/request-transitions.ts'
import { describeError } from '../../lib/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { useUser } from '../../session/use-user.ts'
import { getReasonStorageKey } from '../action-confirmation.ts'
import { addCommentMutation, runActionMutation } from '../actions.ts'
import type { ApproverFormHandle } from '../approver-form.tsx'
import type { RequestReturnNotes } from '../request-return.ts'
import { toReturnNotesPayload } from '../return-notes.ts'
import { showUndoToast } from '../undo-toast.tsx'

export type QueueDecision = 'approve' | 'return' | 'reject'

interface Options {
  action: QueueDecision
  request: Request
  notes: RequestReturnNotes
  onNotes: (notes: RequestReturnNotes) => void
  isLate: boolean
  onDecided: () => void
  onClose: () => void
  box: RefObject<HTMLElement | null>
}

export type DecisionDraft = ReturnType<typeof useQueueDecision>

/** Returns the state of a decision form (reason, errors, sending) and the functions that send it. Stores the typed reason in the browser. */
export function useQueueDecision({ action, request, notes, onNotes, isLate, onDecided, onClose, box }: Options) {
  const { id } = request
  const isReasoned = action !== 'approve'
  const versions = useExpectedVersions(request)
  const [reason, setReason] = usePersistentState(
    useUser().id,
    getReasonStorageKey({ action, targets: { ids: [id], revision: versions.begun }, reason: 'required' }),
    '',
  )
  const [isMissing, setMissing] = useState(false)
  const { error, setError, fail, isHere } = useErrorHandler(action, request.number)
  // Invalidates no queries, so that the next request is shown at once; `send` invalidates the changed lists later.
  const taking = useMutation({ ...runActionMutation, meta: { quiet: true, invalidates: [] } })
  const filling = useRef<ApproverFormHandle>(null)
  // Passes the callbacks to `useMutation`, because callbacks of `mutate` are not called after unmounting.
  const comment = useMutation({
    ...addCommentMutation,
    onSuccess() {
      setReason('')
      if (action === 'return') onNotes({})
      if (isHere.current) onClose()
    },
    onError(cause) {
      if (!isHere.current) fail(describeError(cause), 'dejar el comentario')
    },
  })

  async function send(form: ApproverFormHandle | null, filled: ApproverValues) {
    const input = {
      ...(isReasoned && { reason: reason.trim() }),
      ...(action === 'return' && toReturnNotesPayload(notes)),
      ...(filled && { filled }),
    }
    const outcome = await taking.mutateAsync({ action, ids: [id], ...versions.current(), undoable: true, ...input })
    const { changed, skipped } = outcome
    if (changed.length > 0) {
      showUndoToast(action, outcome, request.step > 0, form?.clear())
      setReason('')
      onNotes({})
      onDecided()
    } else {
      versions.warn(skipped[0]?.code === 'request.changed')
      if (skipped[0]?.code === 'request.filled') form?.refuse(skipped[0].errors ?? {})
      fail(skipped[0]?.message ?? commonErrorMessages.unknown)
    }
    for (const key of ['requests', 'request-counts', 'events']) void queryClient.invalidateQueries({ queryKey: [key] })
  }

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
      if (filled !== false) await send(form, filled)
    } catch (cause) {
      if (await form?.fail(cause)) return
      fail(describeError(cause))
    }
  }
  return { isReasoned, reason, setReason, isMissing, error, isPending: taking.isPending, filling, comment, confirm }
}

type ApproverValues = Exclude<ReturnType<ApproverFormHandle['read']>, false> | undefined

/**
 * Returns the revision and step to send with the decision: those shown when the form was opened. If the server refused
 * because the request changed, returns the current revision and step.
 */
function useExpectedVersions({ revision, step }: Request) {
  const [begun] = useState(revision)
  const [begunAt] = useState(step)
  const [isWarned, warn] = useState(false)
  return {
    begun,
    warn,
    current: () => ({ revision: isWarned ? revision : begun, step: (isWarned ? step : begunAt) || undefined }),
  }
}

/** Reports an error in the form, or as a toast with the request's number after the form was closed. */
function useErrorHandler(action: QueueDecision, number: string) {
  const [error, setError] = useState<string>()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  function fail(sentence: string, what = requestTransitions[action].name.toLowerCase()) {
    if (isHere.current) setError(sentence)
    else notify.error(`${number}: no se pudo ${what}. ${sentence}`)
  }
  return { error, setError, fail, isHere }
}
