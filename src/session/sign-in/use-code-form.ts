import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describeError, getErrorCode } from '../../lib/api-error.ts'

/** State of a form for a code. `findError`: returns the error message of a code with wrong length or characters, which is then not sent. */
export function useCodeForm(
  onConfirm: (code: string) => Promise<unknown>,
  findError: (code: string) => string | undefined,
) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<{ sentence: string; ofCode: boolean } | null>(null)
  const [tries, setTries] = useState(0)
  const confirm = useMutation({
    mutationFn: onConfirm,
    meta: { quiet: true },
    onError(error, refused) {
      const reason = getErrorCode(error)
      refuse(describeError(error), reason === 'code.invalid')
      // Empties the boxes, because single digits typed over a refused code would mix two codes.
      if (reason?.startsWith('code.')) setCode((typed) => (typed === refused ? '' : typed))
    },
  })
  /** Shows an error. `ofCode`: shows it at the code's field, because the code is wrong; otherwise above the form. */
  function refuse(sentence: string, ofCode: boolean) {
    setRefusal({ sentence, ofCode })
    setTries((before) => before + 1)
  }
  function check(code: string) {
    if (confirm.isPending) return
    const error = findError(code)
    if (error) refuse(error, true)
    else confirm.mutate(code)
  }
  function change(next: string) {
    setCode(next)
    setRefusal(null)
  }
  const wrong = refusal?.ofCode ? refusal.sentence : undefined
  return {
    code,
    wrong,
    isRefused: refusal !== null,
    isPending: confirm.isPending,
    refuse,
    check,
    change,
    /** Properties of `FormFrame`. */
    frame: {
      errors: wrong ? [{ name: 'code', message: `Código: ${wrong}` }] : [],
      attempt: tries,
      refusal: refusal && !wrong ? refusal.sentence : undefined,
      onSubmit(event: FormEvent) {
        event.preventDefault()
        check(code)
      },
    },
  }
}
