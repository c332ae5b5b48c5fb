import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorMessages as sentences } from '../domain/errors.ts'
import { minPasswordLength } from '../domain/users/password.ts'
import { type NewPassword, newPasswordSchema } from '../domain/users/user.ts'
import { getFieldErrors } from '../lib/error-message.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { completePasswordReset } from './account.ts'

const labels = { password: 'Contraseña nueva', passwordConfirm: 'Confirme la contraseña' }

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<NewPassword>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', passwordConfirm: '' },
  })
  const { errors, isSubmitting } = form.formState
  const change = useMutation({
    mutationFn: (values: NewPassword) => completePasswordReset(token, values),
    meta: { quiet: true },
  })
  function refuse(error: unknown) {
    if ('token' in getFieldErrors(error)) form.setError('root', { message: sentences['recovery.token'] })
    else applyFieldErrors(form, error)
  }
  const submit = form.handleSubmit((values) => change.mutateAsync(values).then(onDone, refuse))
  return (
    <FormFrame {...getFormFrameProps(form, labels)} onSubmit={submit}>
      <FormField
        label={labels.password}
        name="password"
        help={`Al menos ${minPasswordLength} caracteres.`}
        error={getFieldError(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </FormField>
      <FormField label={labels.passwordConfirm} name="passwordConfirm" error={getFieldError(errors, 'passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('passwordConfirm')} />
      </FormField>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Guardar contraseña
      </Button>
    </FormFrame>
  )
}
