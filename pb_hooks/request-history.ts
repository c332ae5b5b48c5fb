import { isAdmin, signedIn } from './actor.ts'
import { pathId } from './path-id.ts'
import { refuse } from './refusal.ts'

/** Lines of history that one answer holds. */
const most = 500

/** `GET /api/app/requests/{id}/history`: what happened to a request, the oldest first; of very much, the latest. */
export function requestHistory(e: core.RequestEvent) {
  const { id } = visibleRequest(e.app, e, signedIn(e))
  const mine = 'subject = "requests" && subjectId = {:id}'
  const latest = e.app.findRecordsByFilter('events', mine, '-created,-@rowid', most, 0, { id })
  return e.json(200, [...latest].reverse())
}

/** The request of the address for its owner or an administrator; for anybody else it does not exist. */
export function visibleRequest(app: CoreApp, e: core.RequestEvent, asker: core.Record): core.Record {
  const request = app.findRecordsByIds('requests', [pathId(e)])[0]
  if (!request || !(isAdmin(asker) || request.getString('owner') === asker.id)) throw refuse('request.notFound', 404)
  return request
}
