import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Icon } from '../../ui/icon.tsx'
import s from '../../ui/link-list.module.css'
import { Panel } from '../../ui/panel.tsx'
import { BatchStatusBadge } from '../batch-status-badge.tsx'
import { latestBatchesQuery } from '../queries.ts'

export function LatestBatches({ owner, nameOf }: { owner: string; nameOf: (format: string) => string }) {
  const { data } = useQuery(latestBatchesQuery(owner))
  if (!data || data.items.length === 0) return null
  return (
    <Panel flush title="Sus lotes recientes">
      <ul>
        {data.items.map((batch) => (
          <li key={batch.id} className={s.line}>
            <Link to="/app/request/batch/$batchId" params={{ batchId: batch.id }} className={s.link}>
              <Icon name="batch" size={16} />
              <span className={s.text}>
                <span className={s.name}>{batch.number}</span>
                <span className={s.detail}>
                  {nameOf(batch.format)} · {batch.fileName} · {formatCount(batch.total, 'fila', 'filas')}
                </span>
              </span>
              <BatchStatusBadge status={batch.status} />
              <span className="text-tertiary">{formatTimeAgo(batch.created)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
