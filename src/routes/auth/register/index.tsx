import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { AuthScreen } from '../../../session/auth-screen.tsx'
import { installation } from '../../../session/installation.ts'
import { RegisterForm } from '../../../session/register-form.tsx'
import { Notice } from '../../../ui/notice.tsx'

export const Route = createFileRoute('/auth/register/')({ component: Register })

function Register() {
  const { data: status } = useQuery(installation)
  const navigate = Route.useNavigate()
  const back = (
    <>
      ¿Ya tiene cuenta? <Link to="/auth/login">Iniciar sesión</Link>
    </>
  )
  if (status?.registration === 'closed')
    return (
      <AuthScreen title="Crear una cuenta" foot={back}>
        <Notice tone="warning" title="El registro está cerrado">
          Pida una cuenta al administrador de su organización.
        </Notice>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Crear una cuenta" lead="Le enviaremos un código para confirmar su correo." foot={back}>
      <RegisterForm onDone={() => void navigate({ to: '/auth/register/check' })} />
    </AuthScreen>
  )
}
