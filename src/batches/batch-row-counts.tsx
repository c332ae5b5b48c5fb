import { Link } from '@tanstack/react-router'
import type { Batch } from '../domain/batches/batch-output.ts'
import { formatNumber } from '../lib/number-format.ts'
import { cx } from '../ui/cx.ts'
import s from './batch-row-counts.module.css'

export function BatchRowCounts({ batch, waiting = 0 }: { batch: Batch; waiting: number | undefined }) {
  return (
    <dl className={s.figures}>
      <RowCount term="Filas" count={batch.total} />
      <div className={s.figure}>
        <dt className="text-tertiary">Solicitudes creadas</dt>
        <dd className={cx(batch.createdCount > 0 && s.good)}>
          {batch.createdCount > 0 ? (
            <Link to="/app/request" search={{ batch: batch.id }}>
              {formatNumber(batch.createdCount)}
            </Link>
          ) : (
            0
          )}
        </dd>
      </div>
      <RowCount term={batch.status === 'cancelled' ? 'Sin enviar' : 'Listas para enviar'} count={waiting} />
      <RowCount term="Con errores" count={batch.errorCount} tone={batch.errorCount > 0 ? 'bad' : undefined} />
      <RowCount term="Descartadas" count={batch.discardedCount} />
    </dl>
  )
}

function RowCount({ term, count, tone }: { term: string; count: number; tone?: 'bad' | undefined }) {
  return (
    <div className={s.figure}>
      <dt className="text-tertiary">{term}</dt>
      <dd className={cx(tone && s[tone])}>{formatNumber(count)}</dd>
    </div>
  )
}
