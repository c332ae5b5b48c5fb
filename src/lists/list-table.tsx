import { Link } from '@tanstack/react-router'
import { listAccessLabels } from '../domain/lists/list.ts'
import type { RecordList } from '../domain/lists/list-output.ts'
import { formatTimeAgo } from '../lib/date-format.ts'
import { formatCount, formatList } from '../lib/number-format.ts'
import { Table } from '../ui/data/table.tsx'

interface Props {
  lists: readonly RecordList[]
  groups: readonly { id: string; name: string }[]
}

export function ListTable({ lists, groups }: Props) {
  const seenBy = ({ access, groups: chosen }: RecordList) =>
    access === 'groups'
      ? formatList(
          groups.filter(({ id }) => chosen.includes(id)).map(({ name }) => name),
          3,
        ) || 'Solo los administradores'
      : listAccessLabels[access]
  return (
    <Table
      caption="Listas"
      rows={lists}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: 'Lista',
          card: 'title',
          cell: ({ id, name }) => (
            <Link to="/app/settings/lists/$listId" params={{ listId: id }}>
              {name}
            </Link>
          ),
        },
        { id: 'total', header: 'Registros', cell: ({ total }) => formatCount(total, 'registro', 'registros') },
        {
          id: 'imported',
          header: 'Última importación',
          cell: ({ importedAt }) => (importedAt ? formatTimeAgo(importedAt) : 'Ninguna todavía'),
        },
        { id: 'access', header: 'Quién la ve', cell: seenBy },
      ]}
    />
  )
}
