import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { groupListQuery } from '../../../../groups/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { ListDialog } from '../../../../lists/list-dialog.tsx'
import { ListTable } from '../../../../lists/list-table.tsx'
import { allListsQuery } from '../../../../lists/queries.ts'
import { requireAdminRole } from '../../../../session/require-admin-role.ts'
import { SettingsHeader } from '../../../../settings/settings-header.tsx'
import { Button } from '../../../../ui/actions/button.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../ui/state/screen-states.tsx'

export const Route = createFileRoute('/app/settings/lists/')({
  beforeLoad: requireAdminRole,
  loader: () => Promise.all([queryClient.query(allListsQuery), queryClient.query(groupListQuery)]),
  component: ListsPage,
})

function ListsPage() {
  const { data: lists } = useSuspenseQuery(allListsQuery)
  const { data: groups } = useSuspenseQuery(groupListQuery)
  const navigate = Route.useNavigate()
  const [making, setMaking] = useState(false)
  useRealtimeUpdates('lists')
  return (
    <Stack gap={5}>
      <SettingsHeader
        title="Listas"
        description="Registros que se usan con frecuencia, como empleados o proveedores. Se importan de una hoja de cálculo y se eligen en los campos de un formato."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            Nueva lista
          </Button>
        }
      />
      <Panel flush>
        {lists.length === 0 ? (
          <EmptyState
            icon="sheet"
            title="Aún no hay listas"
            action={<Button onClick={() => setMaking(true)}>Crear la primera lista</Button>}
          >
            Con una lista de empleados, por ejemplo, el formulario se diligencia al elegir a la persona. Defina sus
            columnas e importe los registros.
          </EmptyState>
        ) : (
          <ListTable lists={lists} groups={groups} />
        )}
      </Panel>
      {making && (
        <ListDialog
          groups={groups}
          onSaved={(list) => void navigate({ to: '/app/settings/lists/$listId', params: { listId: list.id } })}
          onClose={() => setMaking(false)}
        />
      )}
    </Stack>
  )
}
