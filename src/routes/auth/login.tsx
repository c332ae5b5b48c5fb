import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginForm } from '../../session/login-form.tsx'
import { getSafeRedirect } from '../../session/redirect.ts'
import { hasSessionHint } from '../../session/session-hint.ts'

interface Search {
  redirect?: string
  /** Reason of the notice: the session ended elsewhere or expired (`ended`), or timed out (`inactive`). */
  ended?: 'ended' | 'inactive'
}

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
    ...((search.ended === 'ended' || search.ended === 'inactive') && { ended: search.ended }),
  }),
  beforeLoad: async ({ search }) => {
    if (!hasSessionHint()) return
    const user = await import('../../session/current-user.ts')
      .then(({ loadCurrentUser }) => loadCurrentUser())
      .catch(() => null)
    if (user) throw redirect({ href: getSafeRedirect(search.redirect), replace: true })
  },
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
