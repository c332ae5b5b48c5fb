import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, messageOf } from '../../lib/message.ts'
import { runAction } from '../actions.ts'
import type { FormValues } from '../form-values.ts'
import type { Draft } from './use-draft.ts'
import type { RequestForm } from './use-request-form.ts'

interface Parts {
  model: RequestForm
  draft: Draft
  id: string
  onSubmitted: () => void
}

/** Validates, saves and submits the form. Server errors are shown at their fields. */
export function useSubmit({ model, draft, id, onSubmitted }: Parts) {
  const step = useMutation(runAction)
  const [pending, setPending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)

  /** Shows the error summary, which moves focus to the first field in error. */
  const show = () => setAttempt((before) => before + 1)

  async function send() {
    if (pending) return
    setRefusal(null)
    const { errors, values } = model.check()
    if (Object.keys(errors).length > 0) return show()
    setPending(true)
    try {
      draft.keep({ typed: model.controls.form.getValues() as FormValues, values })
      if (!(await draft.flush())) return
      const { changed, skipped } = await step.mutateAsync({ action: 'submit', ids: [id] })
      if (changed.includes(id)) {
        draft.end()
        return onSubmitted()
      }
      const refused = skipped[0]
      if (refused?.errors) model.refuse(refused.errors)
      if (refused?.errors) show()
      else setRefusal(refused?.code ?? 'unknown')
    } catch (error) {
      setRefusal(codeOf(error) ?? messageOf(error))
    } finally {
      setPending(false)
    }
  }

  return { send, pending, attempt, refusal }
}
