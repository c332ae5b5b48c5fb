import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { errorMessages as sentences } from '../domain/errors.ts'
import { minPasswordLength } from '../domain/users/password.ts'
import type { Registration } from '../domain/users/user.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { usePrerenderedInput } from './prerendered-input.ts'

// Loads schemas and client when the form gets focus, so that they do not delay the first paint.
const loadResolvers = () => import('./form-resolvers.ts')
const loadAccount = () => import('./account.ts')
const preload = () => void Promise.all([loadResolvers(), loadAccount()]).catch(() => undefined)
const resolver: Resolver<Registration> = async (...args) => (await loadResolvers()).registrationResolver(...args)

const labels = {
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  password: 'Contraseña',
  passwordConfirm: 'Confirme la contraseña',
}

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Registration>({
    resolver,
    defaultValues: { name: '', email: '', phone: '', password: '', passwordConfirm: '' },
  })
  const { register, handleSubmit, formState } = form
  const box = useRef<HTMLFormElement>(null)
  usePrerenderedInput(form, box)
  const { errors } = formState
  const create = useMutation({
    mutationFn: async (input: Registration) => (await loadAccount()).createAccount(input),
    meta: { quiet: true },
  })
  const send = handleSubmit((values) =>
    create.mutateAsync(values).then(onDone, (error: unknown) => applyFieldErrors(form, error)),
  )
  return (
    <FormFrame
      {...getFormFrameProps(form, labels)}
      ref={box}
      // If scripts fail, the form is sent by POST, so that the password never appears in a URL.
      method="post"
      onFocus={preload}
      onSubmit={(event) => send(event).catch(() => form.setError('root', { message: sentences.offline }))}
    >
      <FormField label={labels.name} name="name" error={getFieldError(errors, 'name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </FormField>
      <FormField label={labels.email} name="email" error={getFieldError(errors, 'email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...register('email')} />
      </FormField>
      <FormField label={labels.phone} name="phone" optional error={getFieldError(errors, 'phone')}>
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </FormField>
      <FormField
        label={labels.password}
        name="password"
        help={`Al menos ${minPasswordLength} caracteres.`}
        error={getFieldError(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </FormField>
      <FormField label={labels.passwordConfirm} name="passwordConfirm" error={getFieldError(errors, 'passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...register('passwordConfirm')} />
      </FormField>
      <Button type="submit" variant="primary" pending={formState.isSubmitting}>
        Crear cuenta
      </Button>
    </FormFrame>
  )
}
