import { useQuery } from '@tanstack/react-query'
import { Link, useLoaderDeps, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../../../domain/users/user.ts'
import { isInitialLoadError } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { userTaskCountsQuery } from '../../../../session/counts-query.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { Cluster, PageHeader, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { ActivationNotice, type BulkActivation } from '../../../../users/activation-notice.tsx'
import { EditUserDialog } from '../../../../users/edit-user-dialog.tsx'
import { EmptyUserList } from '../../../../users/empty-user-list.tsx'
import { InviteDialog } from '../../../../users/invite-dialog.tsx'
import { ProfileValuesDialog } from '../../../../users/profile-values-dialog.tsx'
import { type ActivityChange, userListQuery } from '../../../../users/queries.ts'
import { useUserSelection } from '../../../../users/use-user-selection.ts'
import type { UserAction } from '../../../../users/user-action-dialog.tsx'
import { UserActionMenu } from '../../../../users/user-action-menu.tsx'
import { UserFilters, UserStatusFilterLinks } from '../../../../users/user-filters.tsx'
import {
  parseUserListSearchParams,
  type SelectedUser,
  type UserListSearchParams,
  userPageSize,
} from '../../../../users/user-search.ts'
import { UserSelectionBar } from '../../../../users/user-selection-bar.tsx'
import { UserTable } from '../../../../users/user-table.tsx'
import { SaveViewButtons } from '../../../../views/save-view-buttons.tsx'
import { SavedViews } from '../../../../views/saved-views.tsx'
import { UserQuestion } from '../-user/user-question.tsx'

const from = '/app/user-managment/'

const noUsers = { items: [] as User[], page: 1, totalItems: 0 }

type OpenDialog =
  | { to: 'decide'; question: UserAction }
  | { to: 'complete' | 'correct'; user: User }
  | { to: 'invite' }
  | null

export function UserListPage() {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data = noUsers } = useQuery({ ...userListQuery(useLoaderDeps({ from })), throwOnError: isInitialLoadError })
  const waiting = useQuery(userTaskCountsQuery).data?.admin?.pendingUsers
  const selection = useUserSelection(search, data.items)
  const [done, setDone] = useState<BulkActivation | null>(null)
  const [asking, setAsking] = useState<OpenDialog>(null)
  useRealtimeUpdates('users')
  const ask = (question: UserAction) => setAsking({ to: 'decide', question })
  const go = (change: Partial<UserListSearchParams>) =>
    navigate({ search: (before) => parseUserListSearchParams({ ...before, page: undefined, ...change }) })

  return (
    <Stack>
      <PageHeader
        title="Usuarios"
        actions={
          <>
            <LinkButton to="/app/user-managment/import">Importar</LinkButton>
            <Button variant="primary" icon="mail" onClick={() => setAsking({ to: 'invite' })}>
              Invitar
            </Button>
          </>
        }
      />
      <SavedViews screen="users" label="Estado" search={search}>
        <UserStatusFilterLinks search={search} waiting={waiting} />
      </SavedViews>
      <UserFilters search={search} onChange={go} />
      <SaveViewButtons screen="users" search={search} />
      {done && (
        <ActivationNotice
          key={`${done.change} ${done.users[0]?.id}`}
          result={done}
          onAsk={ask}
          onClose={() => setDone(null)}
        />
      )}
      <Panel flush>
        {data.items.length === 0 ? (
          <EmptyUserList search={search} onInvite={() => setAsking({ to: 'invite' })} />
        ) : (
          <UserTable
            users={data.items}
            sort={search.sort}
            onSort={(sort) => go({ sort })}
            selected={selection.selected}
            onSelect={selection.select}
            nameOf={(user) => (
              <Link to="/app/user-managment/$userId/request" params={{ userId: user.id }}>
                {user.name}
              </Link>
            )}
            actionsOf={(user) => <UserActions user={user} onAsk={setAsking} />}
          />
        )}
      </Panel>
      <UserSelectionBar selection={selection} total={data.totalItems} self={me.id} onAsk={ask} />
      {data.totalItems > userPageSize && (
        <Pagination
          page={data.page}
          perPage={userPageSize}
          totalItems={data.totalItems}
          onPage={(page) => go({ page })}
        />
      )}
      <UserDialogs
        asking={asking}
        onClose={() => setAsking(null)}
        onDone={(users, change) => {
          setAsking(null)
          selection.clear()
          setDone(users.length > 1 ? { users, change } : null)
        }}
      />
    </Stack>
  )
}

function UserActions({ user, onAsk }: { user: User; onAsk: (asking: OpenDialog) => void }) {
  const { user: me } = useRouteContext({ from })
  const { data: settings } = useQuery(settingsQuery())
  const ask = (question: UserAction) => onAsk({ to: 'decide', question })
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

interface DialogProps {
  asking: OpenDialog
  onClose: () => void
  onDone: (changed: readonly SelectedUser[], change: ActivityChange) => void
}

function UserDialogs({ asking, onClose, onDone }: DialogProps) {
  const { data: settings } = useQuery(settingsQuery())
  switch (asking?.to) {
    case 'decide':
      return <UserQuestion question={asking.question} onClose={onClose} onDone={onDone} />
    case 'complete':
      return (
        settings && (
          <ProfileValuesDialog
            user={asking.user}
            fields={settings.profileFields ?? []}
            context={createValidationContext(settings)}
            onClose={onClose}
          />
        )
      )
    case 'correct':
      return <EditUserDialog user={asking.user} onClose={onClose} />
    case 'invite':
      return <InviteDialog onClose={onClose} />
    default:
      return null
  }
}
