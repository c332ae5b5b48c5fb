import { deliveryStates } from '../../src/domain/deliveries/delivery.ts'
import { signingStates } from '../../src/domain/links/signing.ts'
import { deliveryLinkOf, deliveryStateSql } from '../deliveries/delivery-state.ts'
import { queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { buildSigningState } from '../requests/signing/signing-state.ts'
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

/** `GET /api/app/batches/{id}/signatures` → `SigningCounts`. */
export function countBatchSignatures(e: core.RequestEvent) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e))
  const counts = queryRows(
    e.app,
    `SELECT ${buildSigningState('requests.id')} AS state, count(*) AS n FROM requests WHERE batch = {:batch} AND batch != '' GROUP BY 1`,
    { batch: batch.id },
    { state: '', n: 0 },
  )
  const count = (state: string) => counts.find((each) => each.state === state)?.n ?? 0
  return e.json(200, Object.fromEntries(signingStates.map((state) => [state, count(state)])))
}
