import { Link } from '@tanstack/react-router'
import { batchStatusLabels } from '../../domain/batches/batch.ts'
import type { DashboardBatch } from '../../domain/requests/dashboard.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { Progress } from '../../ui/data/progress.tsx'

export function RecentBatches({ batches }: { batches: readonly DashboardBatch[] }) {
  return (
    <ul className="stack-4">
      {batches.map((batch) => (
        <li key={batch.id}>
          <Progress
            label={
              <>
                <Link to="/app/request/batch/$batchId" params={{ batchId: batch.id }}>
                  {batch.number}
                </Link>{' '}
                {batch.formatName}
              </>
            }
            value={batch.createdCount}
            max={Math.max(1, batch.total)}
            tone={batch.errorCount ? 'amber' : 'seal'}
            detail={`${formatNumber(batch.createdCount)} de ${formatNumber(batch.total)}`}
          />
          <p className="text-hint">
            {batchStatusLabels[batch.status].label}
            {batch.errorCount > 0 && ` · ${formatCount(batch.errorCount, 'fila con errores', 'filas con errores')}`}
            {` · ${batch.ownerName}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
