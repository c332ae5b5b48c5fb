import { queryRows } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'

/**
 * `GET /api/app/requests/formats` → `{items: [{id, name}]}`: formats of the requests that the caller sees, except as
 * administrator. An approver may see requests of a format that she cannot request, so the catalogue omits it.
 */
export function listSeenFormats(e: core.RequestEvent) {
  const query = `SELECT id, name FROM formats WHERE id IN (
    SELECT format FROM request_counts WHERE owner = {:me} AND n > 0
    UNION SELECT format FROM step_approvers JOIN format_versions ON format_versions.id = step_approvers.version WHERE person = {:me}
    UNION SELECT requests.format FROM request_decisions JOIN requests ON requests.id = request_decisions.request WHERE person = {:me})
    ORDER BY name`
  const items = queryRows(e.app, query, { me: requireUser(e).id }, { id: '', name: '' })
  return e.json(200, { items })
}
