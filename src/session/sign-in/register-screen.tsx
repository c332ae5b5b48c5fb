import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { minPasswordLength } from '../../domain/users/password.ts'
import { registrationSchema } from '../../domain/users/user.ts'
import { installationQuery } from '../../lib/installation-query.ts'
import { Notice } from '../../ui/state/screen-states.tsx'
import { createAccount } from '../account.ts'
import { TextForm } from '../text-form.tsx'
import { AuthScreen } from './auth-screen.tsx'

const chosen = { type: 'password', autoComplete: 'new-password' } as const

export function RegisterScreen({ onDone }: { onDone: () => void }) {
  const { data: status } = useQuery(installationQuery)
  const back = (
    <>
      ¿Ya tiene cuenta? <Link to="/auth/login">Iniciar sesión</Link>
    </>
  )
  const isForAdmins = status?.passwordSignIn === 'admins'
  if (isForAdmins || status?.registration === 'closed')
    return (
      <AuthScreen title="Crear una cuenta" foot={back}>
        <Notice tone="warning" title="El registro está cerrado">
          {isForAdmins
            ? 'Ingrese con la cuenta de su organización.'
            : 'Pida una cuenta al administrador de su organización.'}
        </Notice>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Crear una cuenta" lead="Le enviaremos un código para confirmar su correo." foot={back}>
      <TextForm
        schema={registrationSchema}
        values={{ name: '', email: '', phone: '', password: '', passwordConfirm: '' }}
        fields={{
          name: { label: 'Nombre completo', autoComplete: 'name' },
          email: { label: 'Correo electrónico', type: 'email', autoComplete: 'email', autoCapitalize: 'none' },
          phone: { label: 'Teléfono', type: 'tel', autoComplete: 'tel', optional: true },
          password: { ...chosen, label: 'Contraseña', help: `Al menos ${minPasswordLength} caracteres.` },
          passwordConfirm: { ...chosen, label: 'Confirme la contraseña' },
        }}
        submitLabel="Crear cuenta"
        onSend={(input) => createAccount(input).then(onDone)}
      />
    </AuthScreen>
  )
}
