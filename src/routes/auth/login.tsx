import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginForm } from '../../session/login-form.tsx'
import { safeRedirect } from '../../session/redirect.ts'
import { mayBeHere } from '../../session/trace.ts'

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
    if (!mayBeHere()) return
    const user = await import('../../session/guard.ts').then(({ whoIsHere }) => whoIsHere()).catch(() => null)
    if (user) throw redirect({ href: safeRedirect(search.redirect), replace: true })
  },
  component: Login,
})

function Login() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <LoginForm
      ended={search.ended}
      onIn={() => void navigate({ href: safeRedirect(search.redirect), replace: true })}
    />
  )
}
