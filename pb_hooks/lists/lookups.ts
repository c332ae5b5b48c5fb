import type { ListLookups } from '../../src/domain/lists/list.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { pathId } from '../lib/input.ts'
import { requireAdmin } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'

/** Keys that a person may look up in a day, all lists together: a sheet with a wrong column misses many, a copy of a list misses more. */
const most = { found: 200_000, missing: 10_000 }
const keptDays = 90

const sum = `SELECT ifnull(sum(found), 0) AS found, ifnull(sum(missing), 0) AS missing FROM list_lookups
  WHERE person = {:person} AND day = {:day}`

/** Counts the keys of one call before it is answered; refuses the call once the person's keys of the day are used up. Administrators are not counted. */
export function countLookup(app: CoreApp, asker: core.Record, list: string, { found, missing }: typeof most) {
  const day = stamp().slice(0, 10)
  let isOver = false
  writing(app, (tx) => {
    const counts = () => row(tx, sum, { person: asker.id, day }, { found: 0, missing: 0 }) ?? { found: 0, missing: 0 }
    const isUsedUp = (now: typeof most) => now.found >= most.found || now.missing >= most.missing
    isOver = isUsedUp(counts())
    if (isOver) return
    run(
      tx,
      `INSERT INTO list_lookups (list, person, day, found, missing) VALUES ({:list}, {:person}, {:day}, {:found}, {:missing})
       ON CONFLICT DO UPDATE SET found = list_lookups.found + excluded.found, missing = list_lookups.missing + excluded.missing`,
      { list, person: asker.id, day, found, missing },
    )
    run(tx, 'DELETE FROM list_lookups WHERE person = {:person} AND day < {:old}', {
      person: asker.id,
      old: stamp(Date.now() - keptDays * 86_400_000).slice(0, 10),
    })
    const details = counts()
    if (isUsedUp(details))
      recordEvent(tx, { subject: 'lists', subjectId: list, actor: asker, action: 'lookupLimit', details })
  })
  if (isOver) throw refuse('list.lookups', 429)
}

/** `GET /api/app/lists/{id}/lookups` → `{items: ListLookups[]}` to administrators: the keys that each person looked up, the latest days first. */
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
