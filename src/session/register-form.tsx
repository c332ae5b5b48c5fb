import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { passwordMin, type Registration, registration } from '../domain/user.ts'
import { applyFieldErrors, errorOf, summaryOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import s from './auth-screen.module.css'
import { createAccount } from './register.ts'

const labels = {
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  password: 'Contraseña',
  passwordConfirm: 'Confirme la contraseña',
}

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Registration>({
    resolver: zodResolver(registration),
    defaultValues: { name: '', email: '', phone: '', password: '', passwordConfirm: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, submitCount } = formState
  const create = useMutation({ mutationFn: createAccount, meta: { quiet: true } })
  const send = handleSubmit((values) =>
    create.mutateAsync(values).then(onDone, (error: unknown) => applyFieldErrors(form, error)),
  )
  return (
    <form className={s.form} onSubmit={(event) => void send(event)} noValidate>
      {errors.root?.message && (
        <Notice tone="danger" live>
          {errors.root.message}
        </Notice>
      )}
      <ErrorSummary errors={summaryOf(errors, labels)} attempt={submitCount} />
      <Field label={labels.name} name="name" error={errorOf(errors, 'name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </Field>
      <Field label={labels.email} name="email" error={errorOf(errors, 'email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label={labels.phone} name="phone" optional error={errorOf(errors, 'phone')}>
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      <Field
        label={labels.password}
        name="password"
        help={`Al menos ${passwordMin} caracteres.`}
        error={errorOf(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label={labels.passwordConfirm} name="passwordConfirm" error={errorOf(errors, 'passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...register('passwordConfirm')} />
      </Field>
      <Button type="submit" variant="primary" pending={formState.isSubmitting}>
        Crear cuenta
      </Button>
    </form>
  )
}
