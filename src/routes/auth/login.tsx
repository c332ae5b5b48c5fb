import { createFileRoute } from '@tanstack/react-router'
import { getSafeRedirect } from '../../session/redirect.ts'
import { LoginForm } from '../../session/sign-in/login-form.tsx'
import { redirectSignedInUser } from '../../session/sign-in/redirect-signed-in-user.ts'

interface Search {
  redirect?: string
  /** Reason why the session ended, shown as a notice: expired or revoked (`ended`), or user deactivated (`inactive`). */
  ended?: 'ended' | 'inactive'
}

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
    ...((search.ended === 'ended' || search.ended === 'inactive') && { ended: search.ended }),
  }),
  beforeLoad: ({ search }) => redirectSignedInUser(search.redirect),
  component: Login,
})

function Login() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <LoginForm
      ended={search.ended}
      onIn={() => void navigate({ href: getSafeRedirect(search.redirect), replace: true })}
    />
  )
}
