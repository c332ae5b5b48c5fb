import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import { describeError, getErrorCode } from '../../lib/api-error.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { SentCode } from '../account.ts'

const secondsBetweenCodes = 60

interface Props {
  submitLabel: string
  onConfirm: (code: string) => Promise<unknown>
  /** Code that was sent by mail; omitted if an app makes the codes. */
  sent?: SentCode
  /** Sends another code by mail. */
  onResend?: () => Promise<unknown>
  /** Offers to type a recovery code instead. */
  hasRecovery?: boolean
  /** Button below the form. */
  children?: ReactNode
}

/** Form for a code of six digits, sent by mail or made by an app, or for a recovery code. */
export function CodeForm({ submitLabel, onConfirm, sent, onResend, hasRecovery = false, children }: Props) {
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const [refusal, setRefusal] = useState<{ message: string; isOfCode: boolean } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const left = useCountdown(sent ? sent.sentAt + secondsBetweenCodes * 1000 : 0)
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
  const resend = useMutation({
    mutationFn: async () => onResend?.(),
    meta: { quiet: true },
    onSuccess: () => change(''),
    onError: (error) => refuse(describeError(error), false),
  })
  /** Shows an error. `isOfCode`: shows it at the code's field, because the code is wrong; otherwise above the form. */
  function refuse(message: string, isOfCode: boolean) {
    setRefusal({ message, isOfCode })
    setAttempt((before) => before + 1)
  }
  /** Sends a code, unless its length or characters are wrong. */
  function check(typed: string) {
    if (confirm.isPending) return
    const isComplete = isRecovery ? typed.replace(/[\s-]/g, '').length === 16 : /^\d{6}$/.test(typed)
    if (isComplete) confirm.mutate(typed)
    else refuse(isRecovery ? 'Escriba las 16 letras y cifras del código.' : errorMessages['code.length'], true)
  }
  function change(next: string) {
    setCode(next)
    setRefusal(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    check(code)
  }
  const wrong = refusal?.isOfCode ? refusal.message : undefined
  const isUnsent = sent?.otpId === ''
  return (
    <FormFrame
      errors={wrong ? [{ name: 'code', message: `Código: ${wrong}` }] : []}
      attempt={attempt}
      refusal={wrong ? undefined : refusal?.message}
      onSubmit={submit}
    >
      {resend.isSuccess && !refusal && (
        <Notice tone="success" live>
          Enviamos un código nuevo. El anterior ya no sirve.
        </Notice>
      )}
      {isRecovery ? (
        <FormField
          label="Código de recuperación"
          name="code"
          help="Cada uno sirve una vez. Si no los tiene, pida a un administrador que quite el código de su cuenta."
          error={wrong}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => change(event.target.value)}
          />
        </FormField>
      ) : (
        <FormField group label="Código" name="code" error={wrong}>
          <CodeInput value={code} onChange={change} onComplete={check} disabled={isUnsent} />
        </FormField>
      )}
      <Button type="submit" variant="primary" pending={confirm.isPending} disabled={isUnsent}>
        {submitLabel}
      </Button>
      {onResend && (
        <Button variant="quiet" pending={resend.isPending} disabled={left > 0} onClick={() => resend.mutate()}>
          {left > 0 ? `Enviar otro código en ${left} s` : 'Enviar otro código'}
        </Button>
      )}
      {hasRecovery && (
        <Button
          variant="quiet"
          onClick={() => {
            setIsRecovery(!isRecovery)
            change('')
          }}
        >
          {isRecovery ? 'Usar la aplicación' : 'Usar un código de recuperación'}
        </Button>
      )}
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
