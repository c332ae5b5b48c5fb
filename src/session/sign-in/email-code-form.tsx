import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import { describeError, getErrorCode } from '../../lib/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { confirmEmail, sendEmailCode } from '../account.ts'
import type { PendingRegistration } from './pending-registration.ts'

const secondsBetweenCodes = 60

interface Props {
  waiting: PendingRegistration
  /** Called when the server sent a code or confirmed the address. */
  onChange: (waiting: PendingRegistration) => void
  /** Button below the form. */
  children: ReactNode
}

export function EmailCodeForm({ waiting, onChange, children }: Props) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<{ sentence: string; ofCode: boolean } | null>(null)
  const [tries, setTries] = useState(0)
  const left = useCountdown(waiting.sentAt + secondsBetweenCodes * 1000)
  const confirm = useMutation({
    mutationFn: (code: string) => confirmEmail(waiting, code),
    meta: { quiet: true },
    onSuccess: onChange,
    onError(error, sent) {
      const reason = getErrorCode(error)
      refuse(describeError(error), reason === 'code.invalid')
      // Empties the boxes, because single digits typed over a refused code would mix two codes.
      if (reason?.startsWith('code.')) setCode((typed) => (typed === sent ? '' : typed))
    },
  })
  const again = useMutation({
    mutationFn: () => sendEmailCode(waiting.email),
    meta: { quiet: true },
    onSuccess(fresh) {
      setCode('')
      setRefusal(null)
      onChange(fresh)
    },
    onError: (error) => refuse(describeError(error), false),
  })
  /** Shows an error. `ofCode`: shows it at the code's field, because the code is wrong; otherwise above the form. */
  function refuse(sentence: string, ofCode: boolean) {
    setRefusal({ sentence, ofCode })
    setTries((before) => before + 1)
  }
  function check(code: string) {
    if (confirm.isPending || !waiting.otpId) return
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
          disabled={!waiting.otpId}
        />
      </FormField>
      <Button type="submit" variant="primary" pending={confirm.isPending} disabled={!waiting.otpId}>
        Confirmar correo
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
