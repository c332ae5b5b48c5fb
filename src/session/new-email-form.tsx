import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorMessages as sentences } from '../domain/errors.ts'
import { type EmailConfirmation, emailConfirmationSchema } from '../domain/users/user.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { fieldErrorsOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { confirmNewEmail } from './account.ts'

const labels = { password: 'Contraseña' }

export function NewEmailForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<EmailConfirmation>({
    resolver: zodResolver(emailConfirmationSchema),
    defaultValues: { token, password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const confirming = useMutation({ mutationFn: confirmNewEmail, meta: { quiet: true } })
  function refuse(error: unknown) {
    if ('token' in fieldErrorsOf(error)) form.setError('root', { message: sentences['email.token'] })
    else applyFieldErrors(form, error)
  }
  return (
    <FormFrame
      {...frameOf(form, labels)}
      onSubmit={form.handleSubmit((values) => confirming.mutateAsync(values).then(onDone, refuse))}
    >
      <FormField label={labels.password} name="password" error={errorOf(errors, 'password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Confirmar el correo
      </Button>
    </FormFrame>
  )
}
