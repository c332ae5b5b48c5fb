import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicPage } from '../../session/public-page.tsx'

export const Route = createFileRoute('/auth')({
  component: () => (
    <PublicPage>
      <Outlet />
    </PublicPage>
  ),
})
