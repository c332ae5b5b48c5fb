import { createFileRoute } from '@tanstack/react-router'
import { RegisterScreen } from '../../../session/register-screen.tsx'

export const Route = createFileRoute('/auth/register/')({ component: Register })

function Register() {
  const navigate = Route.useNavigate()
  return <RegisterScreen onDone={() => void navigate({ to: '/auth/register/check' })} />
}
