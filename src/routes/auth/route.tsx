import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Sheet } from '../../session/sheet.tsx'

export const Route = createFileRoute('/auth')({
  component: () => (
    <Sheet>
      <Outlet />
    </Sheet>
  ),
})
