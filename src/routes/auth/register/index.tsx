import { createFileRoute } from '@tanstack/react-router'
import { redirectSignedInUser } from '../../../session/sign-in/redirect-signed-in-user.ts'
import { RegisterScreen } from '../../../session/sign-in/register-screen.tsx'

export const Route = createFileRoute('/auth/register/')({
  beforeLoad: () => redirectSignedInUser(),
  component: Register,
})

function Register() {
  const navigate = Route.useNavigate()
  return <RegisterScreen onDone={() => void navigate({ to: '/auth/register/check' })} />
}
