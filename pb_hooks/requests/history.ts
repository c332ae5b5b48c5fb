import { pathId } from '../lib/input.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { json, propertiesOf, row } from '../lib/sql.ts'

/** Lines of history that one answer holds. */
const most = 500

const line = [
  propertiesOf([
    'id',
    'subject',
    'subjectId',
    'actor',
    'actorName',
    'owner',
    'action',
    'from',
    'to',
    'reason',
    'created',
  ]),
  "'details', iif(json_valid(details), json(details), NULL)",
].join(', ')

/** `GET /api/app/requests/{id}/history`: what happened to a request, the oldest first; of very much, the latest. */
export function requestHistory(e: core.RequestEvent) {
  const asker = requireUser(e)
  const id = pathId(e)
  const request = row(e.app, 'SELECT owner FROM requests WHERE id = {:id}', { id }, { owner: '' })
  if (!isVisible(request?.owner, asker)) throw refuse('request.notFound', 404)
  const latest = `SELECT *, rowid AS place FROM events WHERE subjectId = {:id} AND subject = 'requests' ORDER BY created DESC, rowid DESC LIMIT ${most}`
  e.response.header().set('Content-Type', 'application/json')
  e.response.write(json(e.app, `SELECT * FROM (${latest}) ORDER BY created, place`, { id }, line))
}

/** The request of the address for its owner or an administrator; for anybody else it does not exist. */
export function visibleRequest(app: CoreApp, e: core.RequestEvent, asker: core.Record): core.Record {
  const request = app.findRecordsByIds('requests', [pathId(e)])[0]
  if (!request || !isVisible(request.getString('owner'), asker)) throw refuse('request.notFound', 404)
  return request
}

function isVisible(owner: string | undefined, asker: core.Record): boolean {
  return owner !== undefined && (isAdmin(asker) || owner === asker.id)
}
