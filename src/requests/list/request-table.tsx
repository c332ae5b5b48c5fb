import { Link } from '@tanstack/react-router'
import type { RequestItem } from '../../domain/requests/request.ts'
import { formatDate, formatDateTime } from '../../lib/date-format.ts'
import { useUser } from '../../session/use-user.ts'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-head.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
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

const formatRequestName = (item: Pick<RequestItem, 'number' | 'summary' | 'formatName'>) =>
  item.number || `borrador de ${item.formatName}`

const numberColumn: TableColumn<RequestItem> = {
  id: 'number',
  header: 'Número',
  sort: 'number',
  card: 'title',
  cell: (item) => <NumberLink item={item} />,
}

const formatColumn: TableColumn<RequestItem> = {
  id: 'format',
  header: 'Formato',
  cell: (item) => (
    <span className={s.format} title={item.formatName}>
      <span className={s.code}>{item.formatCode}</span>
      <span className={s.formatName}>{item.formatName}</span>
    </span>
  ),
}

const summaryColumn: TableColumn<RequestItem> = {
  id: 'summary',
  header: 'Datos',
  sort: 'summary',
  width: '100%',
  cell: (item) => <Summary item={item} />,
}

/** Column with the summary and the requester below the summary, used on narrow screens. */
const summaryWithOwnerColumn: TableColumn<RequestItem> = {
  ...summaryColumn,
  cell: (item) => (
    <>
      <Summary item={item} />
      <span className={s.ownerBelow}>{item.ownerName}</span>
    </>
  ),
}

const statusColumn: TableColumn<RequestItem> = {
  id: 'status',
  header: 'Estado',
  sort: 'status',
  cell: (item) => (
    <div>
      <StatusBadge of={item} />
      {item.stepName && <span className={s.step}>{item.stepName}</span>}
    </div>
  ),
}

const ownerColumn: TableColumn<RequestItem> = {
  id: 'owner',
  header: 'Solicitante',
  cell: (item) => <span className={s.owner}>{item.ownerName}</span>,
}

const createdColumn: TableColumn<RequestItem> = {
  id: 'created',
  header: 'Creada',
  sort: 'created',
  cell: (item) => (
    <time dateTime={item.created} title={formatDateTime(item.created)} className={s.when}>
      {formatDate(item.created)}
    </time>
  ),
}

/** Table of requests; cards on narrow screens. */
export function RequestTable({ items, caption, withOwner = false, ...rest }: Props) {
  const tight = useMediaQuery('(min-width: 48rem) and (max-width: 84.99rem)')
  const whose = tight ? [summaryWithOwnerColumn] : [summaryColumn, ownerColumn]
  const columns = [numberColumn, formatColumn, ...(withOwner ? whose : [summaryColumn]), statusColumn, createdColumn]
  return (
    <Table
      {...rest}
      caption={caption}
      columns={columns}
      rows={items}
      rowId={(item) => item.id}
      rowLabel={formatRequestName}
    />
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
