import { recordKeys } from '../../src/domain/lists/list-input.ts'
import { countLookups } from '../formats/list-lookups.ts'
import { recordsOf } from '../formats/records.ts'
import { input, pathId } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { refuse } from '../lib/refusal.ts'
import { seenBy } from './search.ts'

/**
 * `POST /api/app/lists/{id}/records` with `{keys}`, up to 500 → `{items: [{key, values}]}`: the records of those keys that the list has; with `column`, by
 * what stands in that one, `values` null where several have it. Whoever may not see the list hears that there is none.
 */
export function recordsByKey(e: core.RequestEvent) {
  const asker = requireUser(e)
  const list = pathId(e)
  const current = seenBy(e.app, asker, list)
  const { keys, column } = input(e, recordKeys)
  if (!isWithinRate(e.app, `list keys ${asker.id}`, 300, 60)) throw refuse('rate.limit', 429)
  const items = recordsOf(e.app, current, keys, column)
  const missing = new Set(keys).size - items.length
  countLookups(e.app, asker, list, { found: items.length, missing: Math.max(0, missing) })
  return e.json(200, { items })
}
