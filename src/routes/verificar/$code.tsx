import { createFileRoute } from '@tanstack/react-router'
import { VerificationScreen } from '../../documents/verification-screen.tsx'

export const Route = createFileRoute('/verificar/$code')({ component: CheckOne })

function CheckOne() {
  const { code } = Route.useParams()
  return <VerificationScreen typed={code} />
}
