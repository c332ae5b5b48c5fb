import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLoaderDeps, useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatPhone } from '../../../../domain/text/phone.ts'
import { roleLabels } from '../../../../domain/users/role.ts'
import { ManagerDialog } from '../../../../groups/manager-dialog.tsx'
import { ManagerName } from '../../../../groups/manager-name.tsx'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { formatDateTime } from '../../../../lib/date-format.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { RequestTable } from '../../../../requests/list/request-table.tsx'
import { StatusFilter } from '../../../../requests/list/status-filter.tsx'
import {
  applySearchChange,
  defaultSort,
  type RequestListSearchParams,
  type RequestSort,
  requestPageSize,
} from '../../../../requests/list-search.ts'
import { requestListQuery } from '../../../../requests/queries.ts'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { DescriptionList } from '../../../../ui/data/description-list.tsx'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { Cluster, PageHeader, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../ui/state/screen-states.tsx'
import { userQuery } from '../../../../users/queries.ts'
import type { UserAction } from '../../../../users/user-action-dialog.tsx'
import { isPending } from '../../../../users/user-search.ts'
import { UserStatusBadge } from '../../../../users/user-status-badge.tsx'
import { UserQuestion } from './user-question.tsx'

const from = '/app/user-managment/$userId/request'

export function UserPage() {
  const { user: me } = useRouteContext({ from })
  const { userId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data: user } = useSuspenseQuery(userQuery(userId))
  const { data } = useSuspenseQuery(requestListQuery({ ...useLoaderDeps({ from }), owner: userId }))
  const [question, setQuestion] = useState<UserAction | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  useRealtimeUpdates('users', 'requests')
  const go = (change: RequestListSearchParams) => navigate({ search: (before) => applySearchChange(before, change) })

  return (
    <Stack>
      <PageHeader
        title={user.name}
        eyebrow={<Link to="/app/user-managment">Usuarios</Link>}
        actions={
          <>
            <LinkButton to="/app/request" search={{ owner: user.id }} icon="filter">
              Ver en la lista de solicitudes
            </LinkButton>
            {isPending(user) && (
              <Button variant="danger" onClick={() => setQuestion({ kind: 'reject', users: [user] })}>
                Rechazar
              </Button>
            )}
            {user.id !== me.id && (
              <Button
                variant={user.isActive ? 'danger' : 'primary'}
                onClick={() => setQuestion({ kind: user.isActive ? 'deactivate' : 'activate', users: [user] })}
              >
                {user.isActive ? 'Desactivar' : 'Activar'}
              </Button>
            )}
          </>
        }
      />
      <Panel>
        <DescriptionList
          items={[
            {
              term: 'Estado',
              value: (
                <Cluster gap={1}>
                  <UserStatusBadge user={user} />
                </Cluster>
              ),
            },
            { term: 'Rol', value: roleLabels[user.role] },
            { term: 'Correo', value: user.email },
            { term: 'Teléfono', value: formatPhone(user.phone) },
            { term: 'Registro', value: formatDateTime(user.created) },
            { term: 'Última actividad', value: formatDateTime(user.lastActiveAt) },
            {
              term: 'Jefe inmediato',
              value: (
                <Cluster gap={1}>
                  <ManagerName user={user} />
                  <Button size="s" onClick={() => setChoosing(true)}>
                    {user.manager ? 'Cambiar el jefe' : 'Elegir el jefe'}
                  </Button>
                </Cluster>
              ),
            },
          ]}
        />
      </Panel>
      <Cluster>
        <StatusFilter search={{ ...search, owner: user.id }} total={data.totalItems} onChange={go} />
      </Cluster>
      {data.totalItems === 0 ? (
        <EmptyState title="No hay solicitudes aquí">
          {search.status ? 'Pruebe con otro estado.' : `Aquí aparecen las solicitudes que envíe ${user.name}.`}
        </EmptyState>
      ) : (
        <RequestTable
          caption={`Solicitudes de ${user.name}`}
          items={data.items}
          sort={search.sort ?? defaultSort}
          onSort={(sort) => go({ sort: sort as RequestSort })}
        />
      )}
      {data.totalItems > requestPageSize && (
        <Pagination
          page={data.page}
          perPage={requestPageSize}
          totalItems={data.totalItems}
          onPage={(page) => go({ page })}
        />
      )}
      <HistoryPanel subject="users" subjectId={user.id} title="Historial de la cuenta" />
      {isChoosing && <ManagerDialog user={user} onClose={() => setChoosing(false)} />}
      {question && <UserQuestion question={question} onClose={() => setQuestion(null)} />}
    </Stack>
  )
}
