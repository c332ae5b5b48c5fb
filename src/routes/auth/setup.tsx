import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { installationQuery } from '../../lib/installation-query.ts'
import { AuthScreen } from '../../session/sign-in/auth-screen.tsx'
import { InstallationSetupForm } from '../../session/sign-in/installation-setup-form.tsx'
import { installationSetupLinkQuery } from '../../session/sign-in/installation-setup-link-query.ts'
import { ErrorNotice, Notice } from '../../ui/state/screen-states.tsx'

export const Route = createFileRoute('/auth/setup')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search.token === undefined ? {} : { token: String(search.token) },
  component: SetupScreen,
})

function SetupScreen() {
  const { token = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: status } = useQuery(installationQuery)
  const isToBeSetUp = status?.setup === false && token !== ''
  const { data: isGood = true } = useQuery({ ...installationSetupLinkQuery(token), enabled: isToBeSetUp })
  const elsewhere = <Link to="/auth/login">Ir al inicio de sesión</Link>
  if (status?.setup)
    return (
      <AuthScreen title="Preparar la instalación" foot={elsewhere}>
        <Notice tone="neutral">Esta instalación ya tiene un administrador.</Notice>
      </AuthScreen>
    )
  return (
    <AuthScreen
      title="Preparar la instalación"
      lead="Cree la cuenta del primer administrador y registre los datos de su organización."
      foot={elsewhere}
    >
      <ErrorNotice>{!isGood && getErrorMessage('setup.token')}</ErrorNotice>
      <InstallationSetupForm token={token} onDone={() => void navigate({ to: '/app/setup', replace: true })} />
    </AuthScreen>
  )
}
