import type { ListLookupCounts } from '../../src/domain/lists/list-output.ts'
import { getPathId } from '../lib/http.ts'
import { queryRows } from '../lib/sql.ts'
import { requireAdmin } from '../lib/users.ts'

/**
 * `GET /api/app/lists/{id}/lookups` → `{items: ListLookupCounts[]}`: returns how many records and keys each user looked up, newest days first. For
 * administrators.
 */
export function getListLookupCounts(e: core.RequestEvent) {
  requireAdmin(e)
  const shape = { day: '', person: '', personName: '', found: 0, missing: 0 }
  const items: ListLookupCounts[] = queryRows(
    e.app,
    `SELECT day, person, users.name AS personName, found, missing FROM list_lookups JOIN users ON users.id = person
     WHERE list = {:list} ORDER BY day DESC, found + missing DESC LIMIT 100`,
    { list: getPathId(e) },
    shape,
  )
  return e.json(200, { items })
}
