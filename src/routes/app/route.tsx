import { createFileRoute, redirect } from '@tanstack/react-router'
import { Shell } from './-shell/shell.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ location }) => {
    const user = await import('../../session/guard.ts').then(({ whoIsHere }) => whoIsHere()).catch(() => null)
    if (!user) throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    return { user }
  },
  component: Shell,
})
