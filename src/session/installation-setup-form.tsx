import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { minPasswordLength } from '../domain/users/password.ts'
import { type InstallationSetupInput, installationSetupSchema } from '../domain/users/user.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { pb } from '../lib/pb.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { signIn } from './account.ts'

const labels = {
  organisationName: 'Nombre de la organización',
  name: 'Su nombre completo',
  email: 'Correo electrónico',
  password: 'Contraseña',
  token: 'Código de instalación',
}

async function prepare(input: InstallationSetupInput) {
  await pb.send('/api/app/setup', { method: 'POST', body: input })
  await signIn(input)
}

export function InstallationSetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<InstallationSetupInput>({
    resolver: zodResolver(installationSetupSchema),
    defaultValues: { token, organisationName: '', name: '', email: '', password: '' },
  })
  const { register } = form
  const { errors, isSubmitting } = form.formState
  const create = useMutation({ mutationFn: prepare, meta: { quiet: true } })
  const submit = form.handleSubmit((values) =>
    create.mutateAsync(values).then(onDone, (error: unknown) => applyFieldErrors(form, error)),
  )
  return (
    <FormFrame {...getFormFrameProps(form, labels)} onSubmit={submit}>
      <FormField
        label={labels.organisationName}
        name="organisationName"
        error={getFieldError(errors, 'organisationName')}
      >
        <TextInput autoComplete="organization" {...register('organisationName')} />
      </FormField>
      <FormField label={labels.name} name="name" error={getFieldError(errors, 'name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </FormField>
      <FormField label={labels.email} name="email" error={getFieldError(errors, 'email')}>
        <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
      </FormField>
      <FormField
        label={labels.password}
        name="password"
        help={`Al menos ${minPasswordLength} caracteres.`}
        error={getFieldError(errors, 'password')}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </FormField>
      {(!token || errors.token) && (
        <FormField
          label={labels.token}
          name="token"
          help="Está al final del enlace que mostró el servidor al arrancar."
          error={getFieldError(errors, 'token')}
        >
          <TextInput autoComplete="off" spellCheck={false} {...register('token')} />
        </FormField>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Crear administrador
      </Button>
    </FormFrame>
  )
}
