import { listKey, listWords } from '../../src/domain/lists/list.ts'
import { countLookups } from '../formats/list-lookups.ts'
import { currentFor } from '../formats/records.ts'
import { readable } from '../lib/faults.ts'
import { pathId } from '../lib/input.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { refuse } from '../lib/refusal.ts'
import { rows } from '../lib/sql.ts'

const mostFound = 20
const mostWords = 5

/**
 * `GET /api/app/lists/{id}/search?q=` → `{items: [{values}]}`: at most twenty records, of at least two letters; administrators alone may ask for the
 * first ones without any. Whoever may not see a list hears that there is none.
 */
export function searchList(e: core.RequestEvent) {
  const asker = requireUser(e)
  const id = pathId(e)
  const current = seenBy(e.app, asker, id)
  const text = String(e.requestInfo().query.q ?? '').slice(0, 200)
  const words = [...new Set(listWords(text).trim().split(' '))].filter(Boolean).slice(0, mostWords)
  if (words.join('').length < 2 && !(isAdmin(asker) && words.length === 0)) return e.json(200, { items: [] })
  if (!isWithinRate(e.app, `list ${asker.id}`, 120, 60)) throw refuse('rate.limit', 429)
  const items = find(e.app, current, text, words)
  countLookups(e.app, asker, id, { found: items.length, missing: 0 })
  return e.json(200, { items })
}

/** The import whose rows count, of a list that somebody may see. */
export function seenBy(app: CoreApp, asker: core.Record, id: string): string {
  const current = currentFor(app, asker.id, id)
  if (current === undefined) throw refuse('list.notFound', 404)
  return current
}

/** First the one whose key it is, then those whose name begins so, then those that have the words together, then all others that have them. */
function find(app: CoreApp, list: string, text: string, words: string[]): { values: unknown }[] {
  // `instr` takes each letter for itself, where LIKE and MATCH would read signs of their own.
  const each = words.map((_, i) => ` AND instr(search, {:word${i}}) > 0`).join('')
  const query = `SELECT "values" FROM list_rows WHERE rowid IN (
      SELECT rowid FROM list_rows WHERE import = {:list}${each}
      ORDER BY "key" != {:key}, substr(search, 1, length({:phrase})) != {:phrase}, instr(search, {:phrase}) = 0, label LIMIT ${mostFound})
    ORDER BY "key" != {:key}, substr(search, 1, length({:phrase})) != {:phrase}, instr(search, {:phrase}) = 0, label`
  const params = Object.fromEntries(words.map((word, i) => [`word${i}`, ` ${word}`]))
  const found = rows(app, query, { ...params, list, key: listKey(text), phrase: listWords(text) }, { values: '' })
  return found.map(({ values }) => ({ values: readable(values, {}) }))
}
