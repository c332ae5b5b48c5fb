import { createFileRoute, Outlet } from '@tanstack/react-router'
import { HelpLayout } from '../../help/help-layout.tsx'

export const Route = createFileRoute('/ayuda')({
  component: () => (
    <HelpLayout>
      <Outlet />
    </HelpLayout>
  ),
})
