import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { SentCode } from '../account.ts'
import { useCodeForm } from './use-code-form.ts'

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
  const form = useCodeForm(onConfirm, (code) => (/^\d{6}$/.test(code) ? undefined : errorMessages['code.length']))
  const left = useCountdown(sent.sentAt + secondsBetweenCodes * 1000)
  const again = useMutation({
    mutationFn: onResend,
    meta: { quiet: true },
    onSuccess: () => form.change(''),
    onError: (error) => form.refuse(describeError(error), false),
  })
  return (
    <FormFrame {...form.frame}>
      {again.isSuccess && !form.isRefused && (
        <Notice tone="success" live>
          Enviamos un código nuevo. El anterior ya no sirve.
        </Notice>
      )}
      <FormField group label="Código" name="code" error={form.wrong}>
        <CodeInput value={form.code} onChange={form.change} onComplete={form.check} disabled={!sent.otpId} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.isPending} disabled={!sent.otpId}>
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
