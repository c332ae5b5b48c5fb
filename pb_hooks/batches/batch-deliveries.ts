import { deliveryStates } from '../../src/domain/deliveries/delivery.ts'
import { signingStates } from '../../src/domain/links/signing.ts'
import { deliveryLinkOf, deliveryStateSql } from '../deliveries/delivery-state.ts'
import { queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { buildSigningState } from '../requests/signing/signing-state.ts'
import { requireVisibleBatch } from './batch.ts'

/** `GET /api/app/batches/{id}/deliveries` → `DeliveryCounts`. */
export const countBatchDeliveries = (e: core.RequestEvent) =>
  countStates(
    e,
    deliveryStates,
    `${deliveryStateSql} AS state FROM requests JOIN links ON ${deliveryLinkOf('requests.id')}`,
  )

/** `GET /api/app/batches/{id}/signatures` → `SigningCounts`. */
export const countBatchSignatures = (e: core.RequestEvent) =>
  countStates(e, signingStates, `${buildSigningState('requests.id')} AS state FROM requests`)

/** Responds with the number of requests of a batch by state. `states`: SQL of their states, from `requests`. */
function countStates(e: core.RequestEvent, names: readonly string[], states: string) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e)).id
  const query = `SELECT state, count(*) AS n FROM (SELECT ${states} WHERE batch = {:batch} AND batch != '') GROUP BY state`
  const counts = new Map(queryRows(e.app, query, { batch }, { state: '', n: 0 }).map(({ state, n }) => [state, n]))
  return e.json(200, Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])))
}
