import type { ReportStep } from '../../src/domain/report.ts'
import { rows } from '../lib/sql.ts'
import { type Bounds, inPeriod, namesOfPeople } from './bounds.ts'
import { everybody, shownWait, waitsOf } from './waits.ts'

/** How long each step of the routes waited for each of its decisions, in all and for whom; in the order of the formats' names and of their routes. */
export function stepsIn(app: CoreApp, bounds: Bounds): ReportStep[] {
  const told = `SELECT format || ' ' || step AS part, reviewer AS id, ${shownWait} AS wait, count(*) AS n FROM reported_steps
    WHERE ${inPeriod(bounds)} GROUP BY format, step, reviewer, wait`
  const waits = waitsOf(app, told, bounds)
  if (waits.length === 0) return []
  const names = namesOfPeople(app, [...new Set(waits.map(({ id }) => id))])
  return placesOf(app, [...new Set(waits.map(({ part }) => part))]).flatMap(({ part, ...place }) => {
    const own = waits.filter((each) => each.part === part)
    const whole = own.find(({ id }) => id === everybody)
    if (!whole) return []
    const people = own
      .filter(({ id }) => id !== everybody)
      .map(({ id, count, median, p90 }) => ({ id, name: names.get(id) ?? '', count, median, p90 }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    return [{ ...place, count: whole.count, median: whole.median, p90: whole.p90, people }]
  })
}

/** What steps are called today: as the newest version that has them says it. */
function placesOf(app: CoreApp, parts: string[]) {
  return rows(
    app,
    `SELECT asked.value AS part, formats.id AS format, formats.name AS formatName, substr(asked.value, 17) AS step, ifnull(step.value ->> 'name', '') AS name,
       max(version.version) AS newest
     FROM json_each({:parts}) AS asked JOIN formats ON formats.id = substr(asked.value, 1, 15)
       LEFT JOIN format_versions AS version ON version.format = formats.id
       LEFT JOIN json_each(iif(json_valid(version.route), version.route, '[]')) AS step
     WHERE step.value ->> 'key' = substr(asked.value, 17)
     GROUP BY asked.value ORDER BY formats.name, formats.id, step.key`,
    { parts: JSON.stringify(parts) },
    { part: '', format: '', formatName: '', step: '', name: '', newest: 0 },
  ).map(({ newest: _, ...place }) => place)
}
