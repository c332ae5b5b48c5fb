import { createFileRoute } from '@tanstack/react-router'
import { getSafeRedirect } from '../../session/redirect.ts'
import { ProviderResponseScreen } from '../../session/sign-in/provider-response-screen.tsx'
import type { ProviderResponse } from '../../session/single-sign-on.ts'

export const Route = createFileRoute('/auth/sso')({
  validateSearch: (search: Record<string, unknown>): ProviderResponse =>
    search.code === undefined ? {} : { code: String(search.code), state: String(search.state) },
  component: SingleSignOn,
})

function SingleSignOn() {
  const response = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ProviderResponseScreen
      response={response}
      onIn={(redirect) => void navigate({ href: getSafeRedirect(redirect), replace: true })}
    />
  )
}
