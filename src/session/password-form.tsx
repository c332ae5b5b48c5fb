import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type PasswordChange, passwordChange, passwordMin, type User } from '../domain/user.ts'
import { applyFieldErrors, errorOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import s from './account.module.css'
import { changePassword } from './account.ts'

const empty = { oldPassword: '', password: '', passwordConfirm: '' }

export function PasswordForm({ user }: { user: User }) {
  const form = useForm<PasswordChange>({ resolver: zodResolver(passwordChange), defaultValues: empty })
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
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Contraseña actual" name="oldPassword" error={errorOf(errors, 'oldPassword')}>
        <PasswordInput autoComplete="current-password" {...form.register('oldPassword')} />
      </Field>
      <Field
        label="Contraseña nueva"
        name="password"
        help={`Al menos ${passwordMin} caracteres.`}
        error={errorOf(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label="Confirme la contraseña nueva" name="passwordConfirm" error={errorOf(errors, 'passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('passwordConfirm')} />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Cambiar contraseña
        </Button>
      </div>
    </form>
  )
}
