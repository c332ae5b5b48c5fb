import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { minPasswordLength } from '../domain/users/password.ts'
import { type PasswordChange, passwordChangeSchema, type User } from '../domain/users/user.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import s from './account.module.css'
import { changePassword } from './account.ts'

const labels = {
  oldPassword: 'Contraseña actual',
  password: 'Contraseña nueva',
  passwordConfirm: 'Confirme la contraseña nueva',
}

const empty = { oldPassword: '', password: '', passwordConfirm: '' }

export function ChangePasswordForm({ user }: { user: User }) {
  const form = useForm<PasswordChange>({ resolver: zodResolver(passwordChangeSchema), defaultValues: empty })
  const { errors, isSubmitting } = form.formState
  const change = useMutation({
    mutationFn: (values: PasswordChange) => changePassword(user, values),
    meta: { success: 'Contraseña cambiada', quiet: true },
  })
  const submit = form.handleSubmit((values) =>
    change.mutateAsync(values).then(
      () => form.reset(empty),
      (error: unknown) => applyFieldErrors(form, error),
    ),
  )
  return (
    <FormFrame {...getFormFrameProps(form, labels)} className={s.form} onSubmit={submit}>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <FormField label={labels.oldPassword} name="oldPassword" error={getFieldError(errors, 'oldPassword')}>
        <PasswordInput autoComplete="current-password" {...form.register('oldPassword')} />
      </FormField>
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
      <div>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Cambiar contraseña
        </Button>
      </div>
    </FormFrame>
  )
}
