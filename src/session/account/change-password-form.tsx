import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { minPasswordLength } from '../../domain/users/password.ts'
import { type PasswordChange, passwordChangeSchema, type User } from '../../domain/users/user.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { changePassword } from '../account.ts'
import s from './account.module.css'

const labels = {
  oldPassword: 'Contraseña actual',
  password: 'Contraseña nueva',
  passwordConfirm: 'Confirme la contraseña nueva',
}

const empty = { oldPassword: '', password: '', passwordConfirm: '' }

export function ChangePasswordForm({ user }: { user: User }) {
  const change = useMutation({
    mutationFn: (values: PasswordChange) => changePassword(user, values),
    meta: { success: 'Contraseña cambiada', quiet: true },
  })
  const { form, frame, field } = useFormFields<PasswordChange>({
    labels,
    resolver: zodResolver(passwordChangeSchema),
    values: empty,
    send: (values): Promise<void> => change.mutateAsync(values).then(() => form.reset(empty)),
  })
  return (
    <FormFrame {...frame} className={s.form}>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <FormField {...field('oldPassword')}>
        <PasswordInput autoComplete="current-password" {...form.register('oldPassword')} />
      </FormField>
      <FormField {...field('password')} help={`Al menos ${minPasswordLength} caracteres.`}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </FormField>
      <FormField {...field('passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('passwordConfirm')} />
      </FormField>
      <div>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          Cambiar contraseña
        </Button>
      </div>
    </FormFrame>
  )
}
