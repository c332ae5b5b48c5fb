import { recordKeysSchema } from '../../src/domain/lists/list-input.ts'
import { addListLookups } from '../formats/list-lookups.ts'
import { findListRecords } from '../formats/list-records.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { isWithinRateLimit } from '../lib/limits.ts'
import { requireUser } from '../lib/users.ts'
import { requireReadableImport } from './list-search.ts'

/**
 * `POST /api/app/lists/{id}/records` with `{keys, column?}` → `{items: [{key, values}]}`: returns the records of up to 500 keys. `column`:
 * looks up that column instead of the key; `values` is `null` if several records match. 404 if the user cannot read the list.
 */
export function findRecordsByKey(e: core.RequestEvent) {
  const caller = requireUser(e)
  const list = getPathId(e)
  const current = requireReadableImport(e.app, caller, list)
  const { keys, column } = readInput(e, recordKeysSchema)
  if (!isWithinRateLimit(e.app, `list keys ${caller.id}`, 300, 60)) throw createErrorResponse('rate.limit', 429)
  const items = findListRecords(e.app, current, keys, column)
  const missing = new Set(keys).size - items.length
  addListLookups(e.app, caller, list, { found: items.length, missing: Math.max(0, missing) })
  return e.json(200, { items })
}
