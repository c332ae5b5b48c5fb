import { deliveryStates } from '../../src/domain/deliveries/delivery.ts'
import { deliveryLinkOf, deliveryStateSql } from '../deliveries/delivery-state.ts'
import { queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { requireVisibleBatch } from './batch.ts'

/** `GET /api/app/batches/{id}/deliveries` → `DeliveryCounts`. */
export function countBatchDeliveries(e: core.RequestEvent) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e))
  const counts = queryRows(
    e.app,
    `SELECT ${deliveryStateSql} AS state, count(*) AS n FROM requests JOIN links ON ${deliveryLinkOf('requests.id')}
     WHERE batch = {:batch} AND batch != '' GROUP BY 1`,
    { batch: batch.id },
    { state: '', n: 0 },
  )
  const count = (state: string) => counts.find((each) => each.state === state)?.n ?? 0
  return e.json(200, Object.fromEntries(deliveryStates.map((state) => [state, count(state)])))
}
