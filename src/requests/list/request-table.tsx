import { Link } from '@tanstack/react-router'
import type { RequestItem } from '../../domain/requests/request.ts'
import { dayOf, momentOf } from '../../lib/when.ts'
import { useUser } from '../../session/use-user.ts'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-head.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { StatusBadge } from '../status-badge.tsx'
import s from './request-table.module.css'

interface Props {
  items: readonly RequestItem[]
  caption: string
  /** Current order; without it the column headers are not buttons. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Adds the requester's name; not needed in the user's own list. */
  withOwner?: boolean
  busy?: boolean
}

const nameOf = (item: Pick<RequestItem, 'number' | 'summary' | 'formatName'>) =>
  item.number || `borrador de ${item.formatName}`

const number: TableColumn<RequestItem> = {
  id: 'number',
  header: 'Número',
  sort: 'number',
  card: 'title',
  cell: (item) => <NumberLink item={item} />,
}

const format: TableColumn<RequestItem> = {
  id: 'format',
  header: 'Formato',
  cell: (item) => (
    <span className={s.format} title={item.formatName}>
      <span className={s.code}>{item.formatCode}</span>
      <span className={s.formatName}>{item.formatName}</span>
    </span>
  ),
}

const summary: TableColumn<RequestItem> = {
  id: 'summary',
  header: 'Datos',
  sort: 'summary',
  width: '100%',
  cell: (item) => <Summary item={item} />,
}

/** Column with the summary and the requester below it, used if columns are tight. */
const summaryWithOwner: TableColumn<RequestItem> = {
  ...summary,
  cell: (item) => (
    <>
      <Summary item={item} />
      <span className={s.ownerBelow}>{item.ownerName}</span>
    </>
  ),
}

const status: TableColumn<RequestItem> = {
  id: 'status',
  header: 'Estado',
  sort: 'status',
  cell: (item) => (
    <>
      <StatusBadge of={item} />
      {item.stepName && <span className={s.step}>{item.stepName}</span>}
    </>
  ),
}

const owner: TableColumn<RequestItem> = {
  id: 'owner',
  header: 'Solicitante',
  cell: (item) => <span className={s.owner}>{item.ownerName}</span>,
}

const created: TableColumn<RequestItem> = {
  id: 'created',
  header: 'Creada',
  sort: 'created',
  cell: (item) => (
    <time dateTime={item.created} title={momentOf(item.created)} className={s.when}>
      {dayOf(item.created)}
    </time>
  ),
}

/** Table of requests; cards on narrow screens. */
export function RequestTable({ items, caption, withOwner = false, ...rest }: Props) {
  const tight = useMedia('(min-width: 48rem) and (max-width: 84.99rem)')
  const whose = tight ? [summaryWithOwner] : [summary, owner]
  const columns = [number, format, ...(withOwner ? whose : [summary]), status, created]
  return (
    <Table {...rest} caption={caption} columns={columns} rows={items} rowId={(item) => item.id} rowLabel={nameOf} />
  )
}

function Summary({ item }: { item: RequestItem }) {
  return (
    <span className={s.summary} title={item.summary}>
      {item.summary === item.formatName ? '' : item.summary}
    </span>
  )
}

/** Link to the request. The user's own drafts open in the form, all other requests in the detail page. */
function NumberLink({ item }: { item: RequestItem }) {
  const user = useUser()
  if (item.status === 'draft' && item.owner === user.id)
    return (
      <Link to="/app/request/create" search={{ draft: item.id }} className={s.number}>
        Borrador
      </Link>
    )
  return (
    <Link to="/app/request/$requestId" params={{ requestId: item.id }} className={s.number}>
      {item.number || 'Borrador'}
    </Link>
  )
}
