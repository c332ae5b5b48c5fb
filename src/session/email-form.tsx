import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type PasswordRecovery, passwordRecoverySchema } from '../domain/users/user.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { TextInput } from '../ui/text-input.tsx'

const labels = { email: 'Correo electrónico' }

interface Props {
  submitLabel: string
  onSend: (email: string) => Promise<unknown>
}

export function EmailForm({ submitLabel, onSend }: Props) {
  const form = useForm<PasswordRecovery>({
    resolver: zodResolver(passwordRecoverySchema),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const send = useMutation({ mutationFn: onSend, meta: { quiet: true } })
  const submit = form.handleSubmit(({ email }) =>
    send.mutateAsync(email).catch((error: unknown) => applyFieldErrors(form, error)),
  )
  return (
    <FormFrame {...getFormFrameProps(form, labels)} onSubmit={submit}>
      <FormField label={labels.email} name="email" error={getFieldError(errors, 'email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
      </FormField>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        {submitLabel}
      </Button>
    </FormFrame>
  )
}
