import { createFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '../../documents/check-screen.tsx'

export const Route = createFileRoute('/verificar/$code')({ component: CheckOne })

function CheckOne() {
  const { code } = Route.useParams()
  return <CheckScreen typed={code} />
}
