import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppShell } from './-shell/app-shell.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ location }) => {
    const user = await import('../../session/current-user.ts')
      .then(({ loadCurrentUser }) => loadCurrentUser())
      .catch(() => null)
    if (!user) throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    return { user }
  },
  component: AppShell,
})
