import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Resolver } from 'react-hook-form'
import { commonErrorMessages as sentences } from '../../domain/common-errors.ts'
import { minPasswordLength } from '../../domain/users/password.ts'
import type { Registration } from '../../domain/users/user.ts'
import { loadErrorMessages } from '../../lib/load-error-messages.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { usePrerenderedInput } from './prerendered-input.ts'

// Loads schemas, client and error messages when the form gets focus, so that they do not delay the first paint.
const loadResolvers = () => import('./form-resolvers.ts')
const loadAccount = () => import('../account.ts')
const preload = () => void Promise.all([loadResolvers(), loadAccount(), loadErrorMessages()]).catch(() => undefined)
const resolver: Resolver<Registration> = async (...args) => (await loadResolvers()).registrationResolver(...args)

const labels = {
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  password: 'Contraseña',
  passwordConfirm: 'Confirme la contraseña',
}

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const create = useMutation({
    mutationFn: async (input: Registration) => (await loadAccount()).createAccount(input),
    meta: { quiet: true },
  })
  const { form, frame, field } = useFormFields<Registration>({
    labels,
    resolver,
    values: { name: '', email: '', phone: '', password: '', passwordConfirm: '' },
    send: (values) => create.mutateAsync(values).then(onDone),
  })
  const { register } = form
  const box = useRef<HTMLFormElement>(null)
  usePrerenderedInput(form, box)
  return (
    <FormFrame
      {...frame}
      ref={box}
      // If scripts fail, the form is sent by POST, so that the password never appears in a URL.
      method="post"
      onFocus={preload}
      onSubmit={(event) => frame.onSubmit(event).catch(() => form.setError('root', { message: sentences.offline }))}
    >
      <FormField {...field('name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </FormField>
      <FormField {...field('email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...register('email')} />
      </FormField>
      <FormField {...field('phone')} optional>
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </FormField>
      <FormField {...field('password')} help={`Al menos ${minPasswordLength} caracteres.`}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </FormField>
      <FormField {...field('passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...register('passwordConfirm')} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        Crear cuenta
      </Button>
    </FormFrame>
  )
}
