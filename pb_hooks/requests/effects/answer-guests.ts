import { externalOwnerId } from '../../../src/domain/external/external-owner.ts'
import { queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import type { FinalizedRequests } from '../actions/action.ts'

const answeredStatuses = ['returned', 'rejected', 'cancelled']

/** Queues the answers to external requests that were returned, rejected or cancelled. An approval is answered once its document is ready. */
export function answerGuests(tx: CoreApp, { requests }: Pick<FinalizedRequests, 'requests'>) {
  const answered = requests.filter(
    ({ owner, status }) => owner === externalOwnerId && answeredStatuses.includes(status),
  )
  queueAnswers(tx, getIds(answered))
}

/** Queues the mails to the people who made these requests without an account; other requests have no link with purpose `ask`. */
export function queueAnswers(tx: CoreApp, ids: string[]) {
  if (!ids.length) return
  const query = "SELECT id FROM links WHERE purpose = 'ask' AND request IN (SELECT value FROM json_each({:ids}))"
  const links = queryRows(tx, query, { ids: JSON.stringify(ids) }, { id: '' })
  queueDeliveries(tx, getIds(links), { purpose: 'answer' })
}
