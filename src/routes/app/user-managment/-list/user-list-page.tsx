import { useQuery } from '@tanstack/react-query'
import { Link, useLoaderDeps, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../../../domain/users/user.ts'
import { contextIn } from '../../../../lib/context.ts'
import { countOf } from '../../../../lib/count.ts'
import { hasNothing } from '../../../../lib/query-client.ts'
import { useLive } from '../../../../lib/realtime.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { Cluster } from '../../../../ui/cluster.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { SelectionBar } from '../../../../ui/selection-bar.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { InviteDialog } from '../../../../users/invite-dialog.tsx'
import { NoUsers } from '../../../../users/no-users.tsx'
import { PersonDialog } from '../../../../users/person-dialog.tsx'
import { ProfileDialog } from '../../../../users/profile-dialog.tsx'
import { userList, waitingCount } from '../../../../users/queries.ts'
import { UserActionMenu } from '../../../../users/user-action-menu.tsx'
import { UserFilters } from '../../../../users/user-filters.tsx'
import { type UserDecision, UserQuestion } from '../../../../users/user-question.tsx'
import { type UserSearch, userPageSize, userSearchOf } from '../../../../users/user-search.ts'
import { UserTable } from '../../../../users/user-table.tsx'
import { UserViews } from './user-views.tsx'

const from = '/app/user-managment/'

const nobody = { items: [] as User[], page: 1, totalItems: 0 }

type Asking =
  | { to: 'decide'; question: UserDecision }
  | { to: 'complete' | 'correct'; user: User }
  | { to: 'invite' }
  | null

export function UserListPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data = nobody } = useQuery({ ...userList(useLoaderDeps({ from })), throwOnError: hasNothing })
  const waiting = useQuery(waitingCount()).data
  const [selected, setSelected] = useState(new Set<string>())
  const [asking, setAsking] = useState<Asking>(null)
  useLive('users')
  const ask = (question: UserDecision) => setAsking({ to: 'decide', question })
  const chosen = data.items.filter((user) => selected.has(user.id))
  const go = (change: Partial<UserSearch>) =>
    navigate({ search: (before) => userSearchOf({ ...before, page: undefined, ...change }) })

  return (
    <Stack>
      <PageHeader
        title="Usuarios"
        description={waiting ? `${countOf(waiting, 'cuenta por activar', 'cuentas por activar')}.` : undefined}
        actions={
          <Button variant="primary" icon="mail" onClick={() => setAsking({ to: 'invite' })}>
            Invitar
          </Button>
        }
      />
      <UserViews waiting={waiting}>
        <UserFilters search={search} onChange={go} />
      </UserViews>
      <SelectionBar
        label={chosen.length ? countOf(chosen.length, 'usuario elegido', 'usuarios elegidos') : null}
        onClear={() => setSelected(new Set())}
      >
        <Button size="s" onClick={() => ask({ kind: 'activate', users: chosen })}>
          Activar
        </Button>
        <Button size="s" variant="danger" onClick={() => ask({ kind: 'deactivate', users: chosen })}>
          Desactivar
        </Button>
      </SelectionBar>
      <Panel flush>
        {data.items.length === 0 ? (
          <NoUsers search={search} />
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
            actionsOf={(user) => <UserActions user={user} onAsk={setAsking} />}
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
      <UserDialogs asking={asking} onClose={() => setAsking(null)} />
    </Stack>
  )
}

function UserActions({ user, onAsk }: { user: User; onAsk: (asking: Asking) => void }) {
  const { user: me } = useRouteContext({ from })
  const { data: settings } = useQuery(settingsRow())
  const ask = (question: UserDecision) => onAsk({ to: 'decide', question })
  return (
    <Cluster gap={1} end>
      {!user.isActive && (
        <Button size="s" onClick={() => ask({ kind: 'activate', users: [user] })}>
          Activar
        </Button>
      )}
      <UserActionMenu
        user={user}
        self={user.id === me.id}
        onAsk={ask}
        onCorrect={() => onAsk({ to: 'correct', user })}
        onEdit={settings?.profileFields?.length ? () => onAsk({ to: 'complete', user }) : undefined}
      />
    </Cluster>
  )
}

function UserDialogs({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const { data: settings } = useQuery(settingsRow())
  switch (asking?.to) {
    case 'decide':
      return <UserQuestion question={asking.question} onClose={onClose} />
    case 'complete':
      return (
        settings && (
          <ProfileDialog
            user={asking.user}
            fields={settings.profileFields ?? []}
            context={contextIn(settings)}
            onClose={onClose}
          />
        )
      )
    case 'correct':
      return <PersonDialog user={asking.user} onClose={onClose} />
    case 'invite':
      return <InviteDialog onClose={onClose} />
    default:
      return null
  }
}
