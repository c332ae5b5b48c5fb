import { createFileRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { userTaskCountsQuery } from '../../session/counts-query.ts'
import { getStoredUser, loadCurrentUser } from '../../session/current-user.ts'
import { settingsQuery } from '../../settings/queries.ts'
import { AppShell } from './-shell/app-shell.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ location }) => {
    // The user is loaded with the data of the page, which the user of the cookie may already request.
    const current = loadCurrentUser()
    const user = getStoredUser() ?? (await current)
    if (!user) throw redirect({ to: '/auth/login', search: { redirect: location.href }, replace: true })
    return { user }
  },
  // Loaded with the data of the page, so that its first content has the organisation's name and the counts. Pages open without them if their calls fail.
  loader: async ({ context, location }) => {
    const others = [queryClient.query(settingsQuery()), queryClient.query(userTaskCountsQuery)]
    const [user] = await Promise.all([loadCurrentUser(), Promise.allSettled(others)])
    // Repeats the guards of the page if the role is not that of the cookie.
    if (user?.role !== context.user.role) throw redirect({ href: location.href, replace: true })
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: AppShell,
})
