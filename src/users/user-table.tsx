import type { ReactNode } from 'react'
import { formatPhone } from '../domain/text/phone.ts'
import { roleLabels } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { formatDateTime, formatTimeAgo } from '../lib/date-format.ts'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { UserStatusBadge } from './user-status-badge.tsx'
import s from './user-table.module.css'

interface Props {
  users: readonly User[]
  sort: string | undefined
  onSort: (sort: string) => void
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  nameOf: (user: User) => ReactNode
  actionsOf: (user: User) => ReactNode
}

/** Inserts a line break opportunity before the @ of an e-mail address. */
function folding(email: string) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const createdColumn: TableColumn<User> = {
  id: 'created',
  header: 'Registro',
  sort: 'created',
  card: 'meta',
  cell: (user) => <time title={formatDateTime(user.created)}>{formatTimeAgo(user.created)}</time>,
}

const activityColumn: TableColumn<User> = {
  id: 'lastActiveAt',
  header: 'Última actividad',
  sort: 'lastActiveAt',
  cell: ({ lastActiveAt }) =>
    lastActiveAt && <time title={formatDateTime(lastActiveAt)}>{formatTimeAgo(lastActiveAt)}</time>,
}

export function UserTable({ users, nameOf, actionsOf, ...rest }: Props) {
  const isTight = useMediaQuery('(min-width: 48rem) and (max-width: 63.99rem)')
  const isNarrow = useMediaQuery('(min-width: 48rem) and (max-width: 79.99rem)')
  const columns: TableColumn<User>[] = [
    {
      id: 'name',
      header: 'Nombre',
      sort: 'name',
      card: 'title',
      cell: (user) => (
        <span>
          {nameOf(user)}
          {user.role === '_admin' && <span className={s.role}>{roleLabels._admin}</span>}
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Correo y teléfono',
      card: 'text',
      sort: 'email',
      width: 'min(16rem, 24vw)',
      cell: (user) => (
        <span className={s.contact}>
          <span className={s.email}>{folding(user.email)}</span>
          {user.phone && <span className="text-tertiary">{formatPhone(user.phone)}</span>}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Estado',
      card: 'status',
      cell: (user) => (
        <span className={s.status}>
          <UserStatusBadge user={user} />
        </span>
      ),
    },
    ...(isTight ? [] : [createdColumn]),
    ...(isNarrow ? [] : [activityColumn]),
    { id: 'actions', header: 'Acciones', hideHeader: true, align: 'end', cell: actionsOf },
  ]
  return (
    <Table
      caption="Usuarios"
      columns={columns}
      rows={users}
      rowId={(user) => user.id}
      rowLabel={(user) => user.name}
      {...rest}
    />
  )
}
