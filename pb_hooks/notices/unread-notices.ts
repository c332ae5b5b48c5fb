import { queryRows } from '../lib/sql.ts'

/** Returns the ids of a user's unread notices that are only about this request. A notice about several requests stays unread. */
export function findUnreadNotices(app: CoreApp, user: core.Record, request: string): string[] {
  const query = `SELECT id FROM notices WHERE "to" = {:me} AND readAt = '' AND subjectId = {:request} AND (count = 1 OR kind = 'comment')`
  return queryRows(app, query, { me: user.id, request }, { id: '' }).map(({ id }) => id)
}
