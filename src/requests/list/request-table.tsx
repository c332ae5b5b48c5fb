import { Link } from '@tanstack/react-router'
import { deliveryStateLabels } from '../../domain/deliveries/delivery.ts'
import { externalOwnerId } from '../../domain/external/external-owner.ts'
import { signingStateLabels } from '../../domain/links/signing.ts'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import { formatDateTime, formatDayOfYear } from '../../lib/date-format.ts'
import { useUser } from '../../session/use-user.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { StateBadge } from '../../ui/data/state-badge.tsx'
import { Table, type TableColumn } from '../../ui/data/table.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { StatusBadge } from '../status-badge.tsx'
import { listSummaryParts } from '../summary-parts.ts'
import s from './request-table.module.css'

interface Props {
  items: readonly RequestItem[]
  caption: string
  sort: string
  onSort: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Shows the requester's name; not needed in the user's own list. */
  withOwner?: boolean
  busy?: boolean
}

const formatRequestName = (item: Pick<RequestItem, 'number' | 'summary' | 'formatName'>) =>
  item.number || `borrador de ${item.formatName}`

const numberColumn: TableColumn<RequestItem> = {
  id: 'number',
  header: 'Número',
  sort: 'number',
  card: 'meta',
  cell: (item) => <NumberLink item={item} />,
}

const formatColumn: TableColumn<RequestItem> = {
  id: 'format',
  header: 'Formato',
  card: 'title',
  cell: (item) => (
    <span className={s.format} title={item.formatName}>
      <span className={s.code}>{item.formatCode}</span>
      <span className={s.formatName}>{item.formatName}</span>
    </span>
  ),
}

/** Column with the rest of the summary, besides identity number and amount; in lists of several requesters also the requester. */
const createSummaryColumn = (withOwner: boolean): TableColumn<RequestItem> => ({
  id: 'summary',
  header: withOwner ? 'Solicitante' : 'Datos',
  // Sorted by the summary, which does not begin with the requester.
  ...(!withOwner && { sort: 'summary' }),
  fill: true,
  card: 'text',
  cell: (item) => (
    <span className="muted" title={withOwner ? `${item.ownerName}: ${item.summary}` : item.summary}>
      {withOwner && item.owner === externalOwnerId && (
        <>
          <Badge>Externa</Badge>{' '}
        </>
      )}
      {withOwner && <span className={s.owner}>{item.ownerName}</span>}
      <span>{[...(withOwner ? [''] : []), ...listSummaryParts(item, withOwner)].join(' · ')}</span>
    </span>
  ),
})

const idDocumentColumn: TableColumn<RequestItem> = {
  id: 'idDocument',
  header: 'Identificación',
  align: 'end',
  card: 'meta',
  cell: ({ idDocument }) => idDocument,
}

const amountColumn: TableColumn<RequestItem> = {
  id: 'amount',
  header: 'Valor',
  align: 'end',
  card: 'value',
  cell: ({ amount }) => amount,
}

const statusColumn: TableColumn<RequestItem> = {
  id: 'status',
  header: 'Estado',
  sort: 'status',
  card: 'status',
  cell: (item) => (
    <span className={s.status}>
      <StatusBadge of={item} />
      {item.stepName && (
        <span className={s.step} title={item.stepName}>
          {item.stepName}
        </span>
      )}
    </span>
  ),
}

const deliveryColumn: TableColumn<RequestItem> = {
  id: 'delivery',
  header: 'Entrega',
  card: 'meta',
  cell: ({ delivery, recipient }) =>
    delivery && (
      <span title={recipient}>
        <StateBadge {...deliveryStateLabels[delivery]} />
      </span>
    ),
}

const signingColumn: TableColumn<RequestItem> = {
  id: 'signing',
  header: 'Firmas',
  card: 'meta',
  cell: ({ signing }) => signing && <StateBadge {...signingStateLabels[signing]} />,
}

const createdColumn: TableColumn<RequestItem> = {
  id: 'created',
  header: 'Creada',
  sort: 'created',
  card: 'meta',
  cell: (item) => (
    <time dateTime={item.created} title={formatDateTime(item.created)} className="muted nowrap">
      {formatDayOfYear(item.created)}
    </time>
  ),
}

/**
 * Table of requests with one line each; cards on narrow screens. Omits columns that are empty in all rows. Tablets have no
 * space for amounts and identity numbers beside the date, by which lists are sorted: they omit the numbers.
 */
export function RequestTable({ items, caption, withOwner = false, ...rest }: Props) {
  const isTight = useMediaQuery('(min-width: 48rem) and (max-width: 74.99rem)')
  const hasAmounts = items.some(({ amount }) => amount)
  const columns = [
    numberColumn,
    formatColumn,
    createSummaryColumn(withOwner),
    ...(!(isTight && hasAmounts) && items.some(({ idDocument }) => idDocument) ? [idDocumentColumn] : []),
    ...(hasAmounts ? [amountColumn] : []),
    statusColumn,
    ...(items.some(({ delivery }) => delivery) ? [deliveryColumn] : []),
    ...(items.some(({ signing }) => signing) ? [signingColumn] : []),
    createdColumn,
  ]
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

/** Link to the request. The user's own drafts open in the form, all other requests in the detail page. */
function NumberLink({ item }: { item: RequestItem }) {
  const user = useUser()
  if (item.status === 'draft' && item.owner === user.id)
    return (
      <Link to="/app/request/create" search={{ draft: item.id }} className={s.number}>
        Sin número
      </Link>
    )
  return (
    <Link to="/app/request/$requestId" params={{ requestId: item.id }} className={s.number}>
      {item.number || 'Sin número'}
    </Link>
  )
}
