import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { minPasswordLength } from '../../domain/users/password.ts'
import { type InstallationSetupInput, installationSetupSchema } from '../../domain/users/user.ts'
import { pb } from '../../lib/pb.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { signIn } from '../account.ts'

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
  const create = useMutation({ mutationFn: prepare, meta: { quiet: true } })
  const { form, frame, field } = useFormFields<InstallationSetupInput>({
    labels,
    resolver: zodResolver(installationSetupSchema),
    values: { token, organisationName: '', name: '', email: '', password: '' },
    send: (values) => create.mutateAsync(values).then(onDone),
  })
  const { register } = form
  const { errors, isSubmitting } = form.formState
  return (
    <FormFrame {...frame}>
      <FormField {...field('organisationName')}>
        <TextInput autoComplete="organization" {...register('organisationName')} />
      </FormField>
      <FormField {...field('name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </FormField>
      <FormField {...field('email')}>
        <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
      </FormField>
      <FormField {...field('password')} help={`Al menos ${minPasswordLength} caracteres.`}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </FormField>
      {(!token || errors.token) && (
        <FormField {...field('token')} help="Está al final del enlace que mostró el servidor al arrancar.">
          <TextInput autoComplete="off" spellCheck={false} {...register('token')} />
        </FormField>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Crear administrador
      </Button>
    </FormFrame>
  )
}
