import { createFileRoute } from '@tanstack/react-router'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { SettingsHome } from '../../../settings/settings-home.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: requireAdminRole,
  component: SettingsPage,
})

function SettingsPage() {
  return (
    <Stack>
      <PageHeader title="Ajustes" description="Datos y reglas generales de la organización." />
      <SettingsHome />
    </Stack>
  )
}
