import { minPasswordLength } from '../../domain/users/password.ts'
import { type InstallationSetupInput, installationSetupSchema } from '../../domain/users/user.ts'
import { pb } from '../../lib/pb.ts'
import { signIn } from '../account.ts'
import { TextForm } from '../text-form.tsx'

async function prepare(input: InstallationSetupInput) {
  await pb.send('/api/app/setup', { method: 'POST', body: input })
  await signIn(input)
}

export function InstallationSetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <TextForm
      schema={installationSetupSchema}
      values={{ token, organisationName: '', name: '', email: '', password: '' }}
      fields={{
        organisationName: { label: 'Nombre de la organización', autoComplete: 'organization' },
        name: { label: 'Su nombre completo', autoComplete: 'name' },
        email: { label: 'Correo electrónico', type: 'email', autoComplete: 'username', autoCapitalize: 'none' },
        password: {
          label: 'Contraseña',
          type: 'password',
          autoComplete: 'new-password',
          help: `Al menos ${minPasswordLength} caracteres.`,
        },
        token: {
          label: 'Código de instalación',
          autoComplete: 'off',
          spellCheck: false,
          help: 'Está al final del enlace que mostró el servidor al arrancar.',
          isHidden: token !== '',
        },
      }}
      submitLabel="Crear administrador"
      onSend={(input) => prepare(input).then(onDone)}
    />
  )
}
