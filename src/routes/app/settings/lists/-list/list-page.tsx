import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListLookupCounts, RecordList } from '../../../../../domain/lists/list-output.ts'
import { formatShortDate } from '../../../../../domain/time/date.ts'
import { groupListQuery } from '../../../../../groups/queries.ts'
import { HistoryPanel } from '../../../../../history/history-panel.tsx'
import { formatDateTime } from '../../../../../lib/date-format.ts'
import { formatCount } from '../../../../../lib/number-format.ts'
import { queryClient } from '../../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../../lib/realtime.ts'
import { ListDialog } from '../../../../../lists/list-dialog.tsx'
import { deleteListMutation, listQuery, lookupCountsQuery, undoImportMutation } from '../../../../../lists/queries.ts'
import { RecordTable } from '../../../../../lists/record-table.tsx'
import { Button, LinkButton } from '../../../../../ui/actions/button.tsx'
import { Table, type TableColumn } from '../../../../../ui/data/table.tsx'
import { MutationDialog } from '../../../../../ui/overlay/mutation-dialog.tsx'
import { Cluster, PageHeader, Panel, Stack } from '../../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../../ui/state/screen-states.tsx'

const from = '/app/settings/lists/$listId/'

export function ListPage() {
  const { data: list } = useSuspenseQuery(listQuery(useParams({ from }).listId))
  const { data: groups } = useSuspenseQuery(groupListQuery)
  const navigate = useNavigate({ from })
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  // The list as it was when the dialog opened, so that a repeated click undoes the same import.
  const [undone, setUndone] = useState<RecordList | null>(null)
  const close = () => setDoing(null)
  async function leave() {
    await navigate({ to: '/app/settings/lists' })
    queryClient.removeQueries({ queryKey: listQuery(list.id).queryKey })
  }
  useRealtimeUpdates('lists')
  return (
    <Stack gap={5}>
      <PageHeader
        title={list.name}
        eyebrow={
          <>
            <Link to="/app/settings">Ajustes</Link>
            <span aria-hidden="true">›</span>
            <Link to="/app/settings/lists">Listas</Link>
          </>
        }
        description={formatImportSummary(list)}
        actions={
          <>
            <Button icon="edit" onClick={() => setDoing('edit')}>
              Editar
            </Button>
            <LinkButton
              variant="primary"
              icon="upload"
              to="/app/settings/lists/$listId/import"
              params={{ listId: list.id }}
            >
              Importar registros
            </LinkButton>
          </>
        }
      />
      <Panel>
        {list.current ? (
          <RecordTable list={list} />
        ) : (
          <EmptyState
            icon="upload"
            title="La lista no tiene registros"
            action={
              <LinkButton to="/app/settings/lists/$listId/import" params={{ listId: list.id }}>
                Elegir la hoja de cálculo
              </LinkButton>
            }
          >
            Importe sus registros de Excel o CSV. Se revisan antes de guardar.
          </EmptyState>
        )}
      </Panel>
      <ListLookupTable list={list.id} />
      <HistoryPanel subject="lists" subjectId={list.id} />
      <Cluster>
        {list.previous && (
          <Button icon="return" onClick={() => setUndone(list)}>
            Volver a la importación anterior
          </Button>
        )}
        <Button variant="danger" icon="trash" onClick={() => setDoing('delete')}>
          Borrar la lista
        </Button>
      </Cluster>
      {doing === 'edit' && <ListDialog list={list} groups={groups} onSaved={close} onClose={close} />}
      {undone && (
        <MutationDialog
          mutation={undoImportMutation}
          variables={undone}
          onClose={() => setUndone(null)}
          title="¿Volver a la importación anterior?"
          confirmLabel="Volver a la anterior"
        >
          <p>Los registros quedan como estaban antes de la última importación. Se puede repetir para volver a esta.</p>
        </MutationDialog>
      )}
      {doing === 'delete' && (
        <MutationDialog
          mutation={{ ...deleteListMutation, onSuccess: leave }}
          variables={list.id}
          onClose={close}
          title={`¿Borrar «${list.name}»?`}
          confirmLabel={`Borrar con ${formatCount(list.total, 'registro', 'registros')}`}
          danger
        >
          <p>Se borra con sus registros y no se puede recuperar. Las solicitudes que la usaron conservan sus datos.</p>
        </MutationDialog>
      )}
    </Stack>
  )
}

function formatImportSummary({ total, fileName, importedAt }: RecordList): string | undefined {
  if (!importedAt) return undefined
  return [formatCount(total, 'registro', 'registros'), fileName, formatDateTime(importedAt)].filter(Boolean).join(' · ')
}

const columns: TableColumn<ListLookupCounts>[] = [
  { id: 'personName', header: 'Persona', card: 'title', cell: ({ personName }) => personName },
  { id: 'day', header: 'Día', cell: ({ day }) => formatShortDate(day) },
  { id: 'found', header: 'Encontradas', cell: ({ found }) => formatCount(found, 'clave', 'claves') },
  { id: 'missing', header: 'No encontradas', cell: ({ missing }) => formatCount(missing, 'clave', 'claves') },
]

function ListLookupTable({ list }: { list: string }) {
  const { data = [] } = useQuery(lookupCountsQuery(list))
  if (!data.length) return null
  return (
    <Panel
      title="Claves consultadas"
      description="Registros consultados en búsquedas, formularios y lotes. Una cifra muy alta puede indicar que alguien copia la lista."
    >
      <Table
        caption="Claves consultadas por persona y día"
        columns={columns}
        rows={data}
        rowId={({ day, person }) => `${day} ${person}`}
      />
    </Panel>
  )
}
