import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errors as sentences } from '../domain/errors.ts'
import { type NewPassword, newPassword, passwordMin } from '../domain/user.ts'
import { applyFieldErrors, errorOf } from '../lib/form.ts'
import { fieldErrorsOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import s from './auth-screen.module.css'
import { setNewPassword } from './recover.ts'

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<NewPassword>({
    resolver: zodResolver(newPassword),
    defaultValues: { password: '', passwordConfirm: '' },
  })
  const { errors, isSubmitting } = form.formState
  const change = useMutation({
    mutationFn: (values: NewPassword) => setNewPassword(token, values),
    meta: { quiet: true },
  })
  function refuse(error: unknown) {
    if ('token' in fieldErrorsOf(error)) form.setError('root', { message: sentences['recovery.token'] })
    else applyFieldErrors(form, error)
  }
  const submit = form.handleSubmit((values) => change.mutateAsync(values).then(onDone, refuse))
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {errors.root?.message && (
        <Notice tone="danger" live>
          {errors.root.message}
        </Notice>
      )}
      <Field
        label="Contraseña nueva"
        name="password"
        help={`Al menos ${passwordMin} caracteres.`}
        error={errorOf(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label="Confirme la contraseña" name="passwordConfirm" error={errorOf(errors, 'passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('passwordConfirm')} />
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Guardar contraseña
      </Button>
    </form>
  )
}
