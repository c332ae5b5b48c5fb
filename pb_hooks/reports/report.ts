import { isDate } from '../../src/domain/calendar.ts'
import { isId } from '../../src/domain/id.ts'
import type { Report } from '../../src/domain/report.ts'
import { type Stretch, stretchesOf } from '../../src/domain/stretches.ts'
import { addDays, startOf } from '../../src/domain/today.ts'
import { contextOf, stamp } from '../lib/clock.ts'
import { requireAdmin } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { row, rows } from '../lib/sql.ts'
import { saidIn } from '../requests/asked.ts'
import { type Bounds, isLong } from './bounds.ts'
import { decisionsIn } from './decisions.ts'
import { stepsIn } from './steps.ts'
import { sumsOf } from './sums.ts'

/** The longest period that is asked for at once. */
const mostDays = 3_660

/** `GET /api/app/reports`: a `Report` of what came and was decided from one day to another, of one format (`format`) or of all. */
export function report(e: core.RequestEvent) {
  requireAdmin(e)
  const { format, period } = periodIn(saidIn(e))
  const { country } = contextOf(e.app)
  const boundsOf = ({ from, to }: Stretch) => ({
    first: stamp(startOf(from, country)),
    next: stamp(startOf(addDays(to, 1), country)),
  })
  const stretches = stretchesOf(period)
  const bounds = { ...boundsOf(period), format: format ?? '' }
  const counts = countsIn(e.app, stretches.map(boundsOf), bounds.format)
  const long = isLong(e.app, bounds)
  const answer: Report = {
    // The last submission of each is in one of the stretches.
    received: counts.reduce((sum, { sent }) => sum + sent, sentBeforeIn(e.app, bounds)),
    ...decisionsIn(e.app, bounds, long),
    stretches: stretches.map((stretch, place) => {
      const { sent = 0, before = 0, decided = 0 } = counts[place] ?? {}
      return { ...stretch, received: sent + before, decided }
    }),
    steps: stepsIn(e.app, bounds, long),
    sums: format ? sumsOf(e.app, bounds) : [],
  }
  return e.json(200, answer)
}

function periodIn({ format, from = '', to = '', ...others }: Record<string, string>) {
  const faults = { ...others, ...(format && !isId(format) && { format }) }
  const wrong = [...Object.keys(faults), ...(isDate(from) ? [] : ['from']), ...(isDate(to) ? [] : ['to'])]
  if (wrong.length) throw refuse('invalid', 400, Object.fromEntries(wrong.map((name) => [name, 'invalid'])))
  if (to < from || addDays(from, mostDays) < to) throw refuse('invalid', 400, { to: 'max' })
  return { format, period: { from, to } }
}

const between = (column: string, first: string, next: string, format: string) =>
  `${column} >= ${first} AND ${column} < ${next} ${format && 'AND format = {:format}'}`

/** What was sent then and, once it had come back, again at another time than then. */
function sentBefore(first: string, next: string, format: string): string {
  return `SELECT count(DISTINCT position) FROM earlier_submissions WHERE ${between('submittedAt', first, next, format)}
    AND NOT EXISTS (SELECT 1 FROM requests AS now WHERE serial = position AND ${between('now.submittedAt', first, next, '')})`
}

function sentBeforeIn(app: CoreApp, bounds: Bounds): number {
  const sql = `SELECT (${sentBefore('{:first}', '{:next}', bounds.format)}) AS n`
  return row(app, sql, bounds, { n: 0 })?.n ?? 0
}

/** In each of some stretches: how many requests were sent the last time, how many only before, and of how many something was decided. */
function countsIn(app: CoreApp, bounds: Record<'first' | 'next', string>[], format: string) {
  const [first, next] = ["value ->> 'first'", "value ->> 'next'"]
  return rows(
    app,
    `SELECT (SELECT count(*) FROM requests INDEXED BY idx_requests_submittedAt WHERE ${between('submittedAt', first, next, format)}) AS sent,
       (${sentBefore(first, next, format)}) AS before,
       (SELECT count(*) FROM reported_decisions WHERE ${between('decidedAt', first, next, format)} AND before < ${first}) AS decided
     FROM json_each({:bounds}) ORDER BY key`,
    { bounds: JSON.stringify(bounds), format },
    { sent: 0, before: 0, decided: 0 },
  )
}
