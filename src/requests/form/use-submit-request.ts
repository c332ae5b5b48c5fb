import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Values } from '../../domain/fields/field.ts'
import { describeError, getErrorCode } from '../../lib/api-error.ts'
import { runActionMutation } from '../actions.ts'
import type { FormValidation, FormValues } from '../form-values.ts'
import { waitForUploads } from './uploads.ts'
import type { Draft } from './use-draft.ts'
import type { RequestForm } from './use-request-form.ts'

interface SubmitOptions {
  model: RequestForm
  draft: Draft
  id: string
  onSubmitted: () => void
}

const notSavedMessage = 'La solicitud no se envió: no se pudo guardar lo que escribió. Inténtelo de nuevo.'
const replacedMessage =
  'La solicitud no se envió: el borrador tenía otro texto. Revise los dos y envíe el que necesita.'

/** Validates, saves and submits the form, once its files are uploaded. Server errors are shown at their fields. */
export function useSubmitRequest({ model, draft, id, onSubmitted }: SubmitOptions) {
  const step = useMutation(runActionMutation)
  const [pending, setPending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Values of the last submit call. The server may have processed it although its response was lost.
  const sent = useRef<Values>(undefined)

  /** Shows the error summary, which moves focus to the first field in error. */
  const show = () => setAttempt((before) => before + 1)

  function finish() {
    draft.stopSaving()
    onSubmitted()
  }

  /** Finishes if the server already has the request with these values; returns whether it does. */
  async function finishIfSubmitted(values: Values): Promise<boolean> {
    const isDone = isDeepEqual(sent.current, values) && (await draft.isSubmitted().catch(() => false))
    if (isDone) finish()
    return isDone
  }

  async function send() {
    if (pending) return
    setRefusal(null)
    setPending(true)
    try {
      // A user who removes a file or leaves the page meanwhile no longer wants to send.
      if (isUploadingOnly(model.validate().errors) && !(await waitForUploads())) return
      const { errors, values } = model.validate()
      if (Object.keys(errors).length > 0) return show()
      draft.save({ typed: model.controls.form.getValues() as FormValues, values })
      const { isSaved, hasReplaced } = await draft.flush()
      if (!isSaved) {
        if (!(await finishIfSubmitted(values))) setRefusal(notSavedMessage)
        return
      }
      // The user decides between both texts; the next attempt sends the one of this page.
      if (hasReplaced) return setRefusal(replacedMessage)
      sent.current = values
      const { changed, skipped } = await step.mutateAsync({ action: 'submit', ids: [id] })
      if (changed.includes(id)) return finish()
      const refused = skipped[0]
      // The browser repeats a call whose connection was lost, and the page then receives only the second response.
      if (refused?.code === 'request.transition' && (await finishIfSubmitted(values))) return
      if (refused?.errors) model.showErrors(refused.errors)
      if (refused?.errors) show()
      else setRefusal(refused?.code ?? 'unknown')
    } catch (error) {
      if (sent.current && (await finishIfSubmitted(sent.current))) return
      setRefusal(getErrorCode(error) ?? describeError(error))
    } finally {
      setPending(false)
    }
  }

  return { send, pending, attempt, refusal }
}

/** Returns whether running uploads are all that keeps the form from being sent. */
function isUploadingOnly(errors: FormValidation['errors']): boolean {
  const codes = Object.values(errors)
  return codes.length > 0 && codes.every((code) => code === 'attachment.uploading')
}
