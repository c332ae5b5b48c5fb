import { createFileRoute, Outlet } from '@tanstack/react-router'
import { installationQuery } from '../../lib/installation-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { PublicLayout } from '../../session/sign-in/public-layout.tsx'

export const Route = createFileRoute('/auth')({
  // Does not wait: the screens are complete without it.
  loader: () => void queryClient.query(installationQuery).catch(() => undefined),
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
})
