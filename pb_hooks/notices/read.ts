import { readNoticesInput } from '../../src/domain/notices/notice-input.ts'
import { stamp } from '../lib/clock.ts'
import { writeLive } from '../lib/effects.ts'
import { input } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { rows } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'

/** `POST /api/app/notices/read`: marks the user's own notices as read, and notifies the user's other open pages. */
export function readNotices(e: core.RequestEvent) {
  const asker = requireUser(e)
  const asked = input(e, readNoticesInput)
  writing(e.app, (tx) => {
    const meant = 'ids' in asked ? 'id IN (SELECT value FROM json_each({:meant}))' : 'told <= {:meant}'
    const [last] = rows(
      tx,
      `UPDATE notices SET readAt = {:now}, topic = id, mail = '' WHERE "to" = {:me} AND readAt = '' AND ${meant} RETURNING id`,
      { now: stamp(), me: asker.id, meant: 'ids' in asked ? JSON.stringify(asked.ids) : asked.until },
      { id: '' },
    )
    const notice = last && tx.findRecordsByIds('notices', [last.id])[0]
    if (!notice) return
    writeLive(tx, notice)
  })
  return e.noContent(204)
}
