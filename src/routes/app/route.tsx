import { createFileRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { userTaskCountsQuery } from '../../session/counts-query.ts'
import { loadUser } from '../../session/load-user.ts'
import { settingsQuery } from '../../settings/queries.ts'
import { AppShell } from './-shell/app-shell.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ location }) => {
    const user = await loadUser()
    if (!user) throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    return { user }
  },
  // Both responses arrive with those of the page, so that its first content has the organisation's name and the counts. No page waits for them.
  loader: () => {
    queryClient.query(settingsQuery()).catch(() => undefined)
    queryClient.query(userTaskCountsQuery).catch(() => undefined)
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: AppShell,
})
