import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PublicLayout } from '../../session/sign-in/public-layout.tsx'

export const Route = createFileRoute('/auth')({
  component: () => (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  ),
})
