import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, messageOf } from '../../lib/message.ts'
import { takeStep } from '../actions.ts'
import type { Typed } from '../typed.ts'
import { summaryOf } from './summary-of.ts'
import type { Draft } from './use-draft.ts'
import type { RequestForm } from './use-request-form.ts'

interface Parts {
  model: RequestForm
  draft: Draft
  id: string
  onSubmitted: () => void
}

/** Judges, saves and sends; what the server refuses lands on the same fields. */
export function useSubmit({ model, draft, id, onSubmitted }: Parts) {
  const step = useMutation(takeStep)
  const [pending, setPending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)

  function show(errors: Record<string, string>) {
    setAttempt((before) => before + 1)
    const first = summaryOf(model.fields, errors)[0]?.name
    // After the summary, which takes the focus as it appears.
    if (first) setTimeout(() => focus(first), 50)
  }

  async function send() {
    if (pending) return
    setRefusal(null)
    const { errors, values } = model.check()
    if (Object.keys(errors).length > 0) return show(errors)
    setPending(true)
    try {
      draft.keep({ typed: model.controls.form.getValues() as Typed, values })
      if (!(await draft.flush())) return
      const { changed, skipped } = await step.mutateAsync({ action: 'submit', ids: [id] })
      if (changed.includes(id)) {
        draft.forget()
        return onSubmitted()
      }
      const refused = skipped[0]
      if (refused?.errors) model.refuse(refused.errors)
      if (refused?.errors) show(refused.errors)
      else setRefusal(refused?.code ?? 'unknown')
    } catch (error) {
      setRefusal(codeOf(error) ?? messageOf(error))
    } finally {
      setPending(false)
    }
  }

  return { send, pending, attempt, refusal }
}

function focus(path: string) {
  const place = document.getElementById(`field-${path}`)
  const control = place?.matches('fieldset') ? place.querySelector<HTMLElement>('input, select, textarea') : place
  control?.focus()
}
