import { queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { deliveryLinkOf } from '../../deliveries/delivery-state.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import { createLinks } from '../../links/links.ts'
import { queueAnswers } from './answer-guests.ts'

/** Document that was just stored. `previousKind`: kind of the one that it replaces; empty if there was none. */
export interface ReadyDocument {
  id: string
  kind: string
  previousKind: string
}

/**
 * Queues the mails that deliver ready documents to the recipients that their formats name.
 * - A regenerated document is not sent again.
 * - A final document is sent even if the preliminary document was sent before.
 * - Only approved requests are delivered. Otherwise a requester could send mails to any address.
 */
export function deliverDocuments(tx: CoreApp, ready: ReadyDocument[]) {
  const found = queryRows(
    tx,
    `SELECT requests.id AS request, requests."values" ->> (version.delivery ->> 'email') AS email,
       ifnull(requests."values" ->> (version.delivery ->> 'name'), '') AS name,
       ifnull((SELECT id FROM links WHERE ${deliveryLinkOf('requests.id')}), '') AS link,
       iif(ready.value ->> 'kind' = 'final', 1, ifnull(version.delivery ->> 'preliminary', 0)) AS isWanted,
       ready.value ->> 'kind' = 'final' AND ready.value ->> 'previousKind' = 'preliminary' AS isUpgrade
     FROM json_each({:ready}) AS ready JOIN requests ON requests.id = ready.value ->> 'id'
       JOIN format_versions AS version ON version.id = requests.formatVersion
     WHERE ready.value ->> 'kind' != 'annulled' AND requests.reviewer != '' AND version.delivery ->> 'email' != ''
       AND ifnull(requests."values" ->> (version.delivery ->> 'email'), '') != ''
     ORDER BY ready.key`,
    { ready: JSON.stringify(ready.map(({ id, kind, previousKind }) => ({ id, kind, previousKind }))) },
    { request: '', email: '', name: '', link: '', isWanted: 0, isUpgrade: 0 },
  ).filter(({ isWanted }) => isWanted)
  const created = createLinks(
    tx,
    'deliver',
    found.filter(({ link }) => !link),
  )
  const again = found.flatMap(({ link, isUpgrade }) => (link && isUpgrade ? [link] : []))
  queueDeliveries(tx, [...created, ...again])
  const isNews = ({ kind, previousKind }: ReadyDocument) =>
    kind !== 'annulled' && (previousKind === '' || (kind === 'final' && previousKind === 'preliminary'))
  queueAnswers(tx, getIds(ready.filter(isNews)))
}
