import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import { describeError, getErrorCode } from '../../lib/api-error.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { SentCode } from '../account.ts'

const secondsBetweenCodes = 60

interface Props {
  sent: SentCode
  submitLabel: string
  onConfirm: (code: string) => Promise<unknown>
  onResend: () => Promise<unknown>
  /** Button below the form. */
  children?: ReactNode
}

/** Form for a code that was sent by mail, with a button that sends another one. */
export function EmailCodeForm({ sent, submitLabel, onConfirm, onResend, children }: Props) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<{ sentence: string; ofCode: boolean } | null>(null)
  const [tries, setTries] = useState(0)
  const left = useCountdown(sent.sentAt + secondsBetweenCodes * 1000)
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
  const again = useMutation({
    mutationFn: onResend,
    meta: { quiet: true },
    onSuccess() {
      setCode('')
      setRefusal(null)
    },
    onError: (error) => refuse(describeError(error), false),
  })
  /** Shows an error. `ofCode`: shows it at the code's field, because the code is wrong; otherwise above the form. */
  function refuse(sentence: string, ofCode: boolean) {
    setRefusal({ sentence, ofCode })
    setTries((before) => before + 1)
  }
  function check(code: string) {
    if (confirm.isPending || !sent.otpId) return
    if (/^\d{6}$/.test(code)) confirm.mutate(code)
    else refuse(errorMessages['code.length'], true)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    check(code)
  }
  const wrong = refusal?.ofCode ? refusal.sentence : undefined
  return (
    <FormFrame
      errors={wrong ? [{ name: 'code', message: `Código: ${wrong}` }] : []}
      attempt={tries}
      refusal={refusal && !wrong ? refusal.sentence : undefined}
      onSubmit={submit}
    >
      {again.isSuccess && !refusal && (
        <Notice tone="success" live>
          Enviamos un código nuevo. El anterior ya no sirve.
        </Notice>
      )}
      <FormField group label="Código" name="code" error={wrong}>
        <CodeInput
          value={code}
          onChange={(next) => {
            setCode(next)
            setRefusal(null)
          }}
          onComplete={check}
          disabled={!sent.otpId}
        />
      </FormField>
      <Button type="submit" variant="primary" pending={confirm.isPending} disabled={!sent.otpId}>
        {submitLabel}
      </Button>
      <Button variant="quiet" pending={again.isPending} disabled={left > 0} onClick={() => again.mutate()}>
        {left > 0 ? `Enviar otro código en ${left} s` : 'Enviar otro código'}
      </Button>
      {children}
    </FormFrame>
  )
}

const getSecondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000))

/** Returns the whole seconds until `end` (ms since 1970), updated every second; stops at 0. */
function useCountdown(end: number): number {
  const [left, setLeft] = useState(() => getSecondsUntil(end))
  useEffect(() => {
    setLeft(getSecondsUntil(end))
    const timer = setInterval(() => {
      const now = getSecondsUntil(end)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}
