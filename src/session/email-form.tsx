import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Recovery, recovery } from '../domain/user.ts'
import { applyFieldErrors, errorOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextInput } from '../ui/text-input.tsx'
import s from './auth-screen.module.css'

interface Props {
  submitLabel: string
  onSend: (email: string) => Promise<unknown>
}

/** One address and one button. */
export function EmailForm({ submitLabel, onSend }: Props) {
  const form = useForm<Recovery>({ resolver: zodResolver(recovery), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const send = useMutation({ mutationFn: onSend, meta: { quiet: true } })
  const submit = form.handleSubmit(({ email }) =>
    send.mutateAsync(email).catch((error: unknown) => applyFieldErrors(form, error)),
  )
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {errors.root?.message && (
        <Notice tone="danger" live>
          {errors.root.message}
        </Notice>
      )}
      <Field label="Correo electrónico" name="email" error={errorOf(errors, 'email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  )
}
