import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationQuery } from '../../lib/installation-query.ts'
import { Notice } from '../../ui/state/screen-states.tsx'
import { AuthScreen } from './auth-screen.tsx'
import { RegisterForm } from './register-form.tsx'

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
      <RegisterForm onDone={onDone} />
    </AuthScreen>
  )
}
