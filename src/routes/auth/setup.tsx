import { createFileRoute, Link } from '@tanstack/react-router'
import { AuthScreen } from '../../session/auth-screen.tsx'
import { SetupForm } from '../../session/setup-form.tsx'

export const Route = createFileRoute('/auth/setup')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search.token === undefined ? {} : { token: String(search.token) },
  component: SetupScreen,
})

function SetupScreen() {
  const { token = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuthScreen
      title="Preparar la instalación"
      lead="Cree la cuenta del primer administrador y diga de quién es esta instalación."
      foot={<Link to="/auth/login">Ir al inicio de sesión</Link>}
    >
      <SetupForm token={token} onDone={() => void navigate({ to: '/app', replace: true })} />
    </AuthScreen>
  )
}
