import { normalizeRecordKey } from '../../src/domain/lists/list.ts'
import { recordKeysSchema } from '../../src/domain/lists/list-input.ts'
import { maxFoundRecords, toListSearchText } from '../../src/domain/lists/list-search.ts'
import { addListLookups } from '../formats/list-lookups.ts'
import { findListRecords, findReadableImport } from '../formats/list-records.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { isWithinRateLimit } from '../lib/limits.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

const maxWords = 5

/**
 * `GET /api/app/lists/{id}/search?q=` → `{items: [{values}]}`: returns up to 20 records. `q` needs two letters; administrators may omit it to
 * get the first records. 404 if the user cannot read the list.
 */
export function searchList(e: core.RequestEvent) {
  const caller = requireUser(e)
  const id = getPathId(e)
  const current = requireReadableImport(e.app, caller, id)
  const text = String(e.requestInfo().query.q ?? '').slice(0, 200)
  const words = [...new Set(toListSearchText(text).trim().split(' '))].filter(Boolean).slice(0, maxWords)
  if (words.join('').length < 2 && !(isAdmin(caller) && words.length === 0)) return e.json(200, { items: [] })
  if (!isWithinRateLimit(e.app, `list ${caller.id}`, 120, 60)) throw createErrorResponse('rate.limit', 429)
  const items = findMatches(e.app, current, text, words)
  addListLookups(e.app, caller, id, { found: items.length, missing: 0 })
  return e.json(200, { items })
}

/** Returns the current import of a list, or refuses with 404 if the user cannot read the list. */
function requireReadableImport(app: CoreApp, caller: core.Record, id: string): string {
  const current = findReadableImport(app, caller.id, id)
  if (current === undefined) throw createErrorResponse('list.notFound', 404)
  return current
}

/** Finds records. Order: equal key, label starting with the text, words in sequence, then other records with all words. */
function findMatches(app: CoreApp, list: string, text: string, words: string[]): { values: unknown }[] {
  // `instr` has no wildcards, unlike LIKE and MATCH.
  const each = words.map((_, i) => ` AND instr(search, {:word${i}}) > 0`).join('')
  const query = `SELECT "values" FROM list_rows WHERE rowid IN (
      SELECT rowid FROM list_rows WHERE import = {:list}${each}
      ORDER BY "key" != {:key}, substr(search, 1, length({:phrase})) != {:phrase}, instr(search, {:phrase}) = 0, label LIMIT ${maxFoundRecords})
    ORDER BY "key" != {:key}, substr(search, 1, length({:phrase})) != {:phrase}, instr(search, {:phrase}) = 0, label`
  const params = Object.fromEntries(words.map((word, i) => [`word${i}`, ` ${word}`]))
  const found = queryRows(
    app,
    query,
    { ...params, list, key: normalizeRecordKey(text), phrase: toListSearchText(text) },
    { values: '' },
  )
  return found.map(({ values }) => ({ values: parseStoredJson(values, {}) }))
}

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
