import { createFileRoute } from '@tanstack/react-router'
import { VerificationScreen } from '../../documents/verification-screen.tsx'

export const Route = createFileRoute('/verificar/$code')({ component: VerificationPage })

function VerificationPage() {
  const { code } = Route.useParams()
  return <VerificationScreen typed={code} />
}
