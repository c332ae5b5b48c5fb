import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { roleNames, roles } from '../../../domain/users/role.ts'
import type { User } from '../../../domain/users/user.ts'
import { mayChange, type View } from '../../../domain/views/view.ts'
import { contextIn } from '../../../lib/context.ts'
import { countOf, numberOf } from '../../../lib/count.ts'
import { hasNothing, queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Cluster } from '../../../ui/cluster.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { SegmentedLink } from '../../../ui/segmented-link.tsx'
import { Select } from '../../../ui/select.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { Stack } from '../../../ui/stack.tsx'
import s from '../../../users/filters.module.css'
import { InviteDialog } from '../../../users/invite-dialog.tsx'
import { PersonDialog } from '../../../users/person-dialog.tsx'
import { ProfileDialog } from '../../../users/profile-dialog.tsx'
import { userList, waitingCount } from '../../../users/queries.ts'
import { type UserDecision, UserQuestion } from '../../../users/user-question.tsx'
import { type UserSearch, userPageSize, userSearchOf, userStates } from '../../../users/user-search.ts'
import { UserTable } from '../../../users/user-table.tsx'
import { KeepView } from '../../../views/keep-view.tsx'
import { viewList } from '../../../views/queries.ts'
import { ViewLinks } from '../../../views/view-links.tsx'
import { ViewMenu } from '../../../views/view-menu.tsx'
import { ViewNotice } from '../../../views/view-notice.tsx'

export const Route = createFileRoute('/app/user-managment/')({
  beforeLoad: onlyAdmins,
  validateSearch: userSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const views = queryClient.query(viewList('users')).catch(() => [])
    const first = Promise.all([queryClient.query(userList(deps)), views])
    // While one stays, the list itself shows that it is being read: waiting for it here would take away what is being typed.
    if (cause === 'stay') return void first.catch(() => undefined)
    return Object.keys(deps).length ? first : views.then(openFirst).then(() => first)
  },
  component: Users,
})

/** As in the list of requests: the view that was chosen to open first. */
function openFirst(views: readonly View[]) {
  const view = views.find(({ first }) => first)
  if (view) throw redirect({ to: '/app/user-managment', search: { ...view.search, view: view.id }, replace: true })
}

const nobody = { items: [] as User[], page: 1, totalItems: 0 }

function Users() {
  const { user: me } = Route.useRouteContext()
  const list = userList(Route.useLoaderDeps())
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data = nobody } = useQuery({ ...list, throwOnError: hasNothing })
  const waiting = useQuery(waitingCount()).data
  const [selected, setSelected] = useState(new Set<string>())
  const [question, setQuestion] = useState<UserDecision | null>(null)
  const [editing, setEditing] = useState<User | null>(null)
  const [correcting, setCorrecting] = useState<User | null>(null)
  const { data: settings } = useQuery(settingsRow())
  const fields = settings?.profileFields ?? []
  const [inviting, setInviting] = useState(false)
  const { data: views } = useQuery(viewList('users'))
  const view = views?.find(({ id }) => id === search.view)
  const ofView = { place: 'users', isAdmin: true, isMine: view !== undefined && mayChange(view, me) } as const
  useLive('users')

  const chosen = data.items.filter((user) => selected.has(user.id))
  const go = (change: Partial<UserSearch>) =>
    navigate({ search: (before) => userSearchOf({ ...before, page: undefined, ...change }) })

  return (
    <Stack>
      <PageHeader
        title="Usuarios"
        description={waiting ? `${countOf(waiting, 'cuenta por activar', 'cuentas por activar')}.` : undefined}
        actions={
          <Button variant="primary" icon="mail" onClick={() => setInviting(true)}>
            Invitar
          </Button>
        }
      />
      {views && search.view && <ViewNotice view={view} isMine={ofView.isMine} />}
      <ViewLinks
        label="Estado"
        views={views ?? []}
        search={search}
        menu={view && <ViewMenu {...ofView} view={view} onDeleted={() => void navigate({ search: {} })} />}
      >
        <SegmentedLink
          to="."
          search={{}}
          // Of any other search it would be a part.
          activeOptions={{ exact: true }}
          aria-current={search.state || search.view ? undefined : 'page'}
        >
          Todos
        </SegmentedLink>
        {(['waiting', 'active', 'inactive'] as const).map((state) => (
          <SegmentedLink
            key={state}
            to="."
            search={{ state }}
            activeOptions={{ exact: true }}
            aria-current={search.state === state && !search.view ? 'page' : undefined}
            count={state === 'waiting' && waiting ? numberOf(waiting) : undefined}
          >
            {userStates[state]}
          </SegmentedLink>
        ))}
      </ViewLinks>
      <div className={s.filters}>
        <SearchInput
          label="Buscar por nombre, correo o teléfono"
          value={search.search ?? ''}
          onChange={(text) => go({ search: text })}
        />
        <FormField label="Rol" hideLabel>
          <Select
            value={search.role ?? ''}
            placeholder="Todos los roles"
            options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
            onChange={(event) => go({ role: roles.find((role) => role === event.target.value) })}
          />
        </FormField>
      </div>
      <KeepView
        {...ofView}
        view={view}
        search={search}
        onSaved={(id) => void navigate({ search: (before) => userSearchOf({ ...before, view: id }) })}
      />
      <SelectionBar
        label={chosen.length ? countOf(chosen.length, 'usuario elegido', 'usuarios elegidos') : null}
        onClear={() => setSelected(new Set())}
      >
        <Button size="s" onClick={() => setQuestion({ kind: 'activate', users: chosen })}>
          Activar
        </Button>
        <Button size="s" variant="danger" onClick={() => setQuestion({ kind: 'deactivate', users: chosen })}>
          Desactivar
        </Button>
      </SelectionBar>
      <Panel flush>
        {data.items.length === 0 ? (
          <Nobody search={search} />
        ) : (
          <UserTable
            users={data.items}
            sort={search.sort}
            onSort={(sort) => go({ sort })}
            selected={selected}
            onSelect={setSelected}
            nameOf={(user) => (
              <Link to="/app/user-managment/$userId/request" params={{ userId: user.id }}>
                {user.name}
              </Link>
            )}
            actionsOf={(user) => (
              <Cluster gap={1} end>
                {!user.isActive && (
                  <Button size="s" onClick={() => setQuestion({ kind: 'activate', users: [user] })}>
                    Activar
                  </Button>
                )}
                <UserMenu
                  user={user}
                  self={user.id === me.id}
                  onAsk={setQuestion}
                  onCorrect={() => setCorrecting(user)}
                  onEdit={fields.length ? () => setEditing(user) : undefined}
                />
              </Cluster>
            )}
          />
        )}
      </Panel>
      {data.totalItems > userPageSize && (
        <Pagination
          page={data.page}
          perPage={userPageSize}
          totalItems={data.totalItems}
          onPage={(page) => go({ page })}
        />
      )}
      {question && <UserQuestion question={question} onClose={() => setQuestion(null)} />}
      {editing && settings && (
        <ProfileDialog user={editing} fields={fields} context={contextIn(settings)} onClose={() => setEditing(null)} />
      )}
      {correcting && <PersonDialog user={correcting} onClose={() => setCorrecting(null)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Stack>
  )
}

/** Nobody was found, or nobody is left to be looked at: two different things to say. */
function Nobody({ search }: { search: UserSearch }) {
  if (search.state === 'waiting' && !search.search && !search.role)
    return (
      <EmptyState icon="users" title="No hay cuentas por activar">
        Las personas que se registren aparecerán aquí.
      </EmptyState>
    )
  return (
    <EmptyState icon="users" title="Nadie coincide con la búsqueda">
      Pruebe con menos palabras o quite los filtros.
    </EmptyState>
  )
}

interface UserMenuProps {
  user: User
  self: boolean
  onAsk: (question: UserDecision) => void
  onCorrect: () => void
  /** Left out where nothing of a person is known but what the list shows. */
  onEdit: (() => void) | undefined
}

function UserMenu({ user, self, onAsk, onCorrect, onEdit }: UserMenuProps) {
  const navigate = Route.useNavigate()
  return (
    <Menu
      trigger={<IconButton icon="more" size="s" label={`Más acciones para ${user.name}`} />}
      items={[
        {
          label: 'Ver sus solicitudes',
          icon: 'requests',
          onSelect: () => void navigate({ to: '/app/user-managment/$userId/request', params: { userId: user.id } }),
        },
        { label: 'Corregir nombre, correo o teléfono', icon: 'edit', onSelect: onCorrect },
        ...(onEdit ? [{ label: 'Completar sus datos', icon: 'edit' as const, onSelect: onEdit }] : []),
        {
          label: user.role === '_admin' ? 'Cambiar a usuario' : 'Cambiar a administrador',
          icon: 'shield',
          disabled: self,
          onSelect: () => onAsk({ kind: 'role', user }),
        },
        ...(user.isActive && !user.verified
          ? [{ label: 'Invitar otra vez', icon: 'mail' as const, onSelect: () => onAsk({ kind: 'invite', user }) }]
          : []),
        user.isActive
          ? {
              label: 'Desactivar',
              icon: 'reject',
              danger: true,
              separated: true,
              disabled: self,
              onSelect: () => onAsk({ kind: 'deactivate', users: [user] }),
            }
          : { label: 'Activar', icon: 'approve', onSelect: () => onAsk({ kind: 'activate', users: [user] }) },
        {
          label: 'Borrar la cuenta',
          icon: 'trash',
          danger: true,
          disabled: self,
          onSelect: () => onAsk({ kind: 'delete', user }),
        },
      ]}
    />
  )
}
