import type { ListLookups } from '../../src/domain/lists/list.ts'
import { pathId } from '../lib/input.ts'
import { requireAdmin } from '../lib/people.ts'
import { rows } from '../lib/sql.ts'

/**
 * `GET /api/app/lists/{id}/lookups` → `{items: ListLookups[]}`: returns how many records and keys each user looked up, newest days first. For
 * administrators.
 */
export function listLookups(e: core.RequestEvent) {
  requireAdmin(e)
  const shape = { day: '', person: '', personName: '', found: 0, missing: 0 }
  const items: ListLookups[] = rows(
    e.app,
    `SELECT day, person, users.name AS personName, found, missing FROM list_lookups JOIN users ON users.id = person
     WHERE list = {:list} ORDER BY day DESC, found + missing DESC LIMIT 100`,
    { list: pathId(e) },
    shape,
  )
  return e.json(200, { items })
}
