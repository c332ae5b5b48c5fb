import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorMessages as sentences } from '../domain/errors.ts'
import { type EmailConfirmation, emailConfirmationSchema } from '../domain/users/user.ts'
import { getFieldErrors } from '../lib/error-message.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { confirmEmailChange } from './account.ts'

const labels = { password: 'Contraseña' }

export function NewEmailForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<EmailConfirmation>({
    resolver: zodResolver(emailConfirmationSchema),
    defaultValues: { token, password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const confirming = useMutation({ mutationFn: confirmEmailChange, meta: { quiet: true } })
  function refuse(error: unknown) {
    if ('token' in getFieldErrors(error)) form.setError('root', { message: sentences['email.token'] })
    else applyFieldErrors(form, error)
  }
  return (
    <FormFrame
      {...getFormFrameProps(form, labels)}
      onSubmit={form.handleSubmit((values) => confirming.mutateAsync(values).then(onDone, refuse))}
    >
      <FormField label={labels.password} name="password" error={getFieldError(errors, 'password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Confirmar el correo
      </Button>
    </FormFrame>
  )
}
