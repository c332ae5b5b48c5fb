import type { ReportStep } from '../../src/domain/report.ts'
import { rows } from '../lib/sql.ts'
import { type Bounds, inPeriod, namesOfPeople } from './bounds.ts'
import { noWaits, waitsInOrder, waitsOf, withWaits } from './waits.ts'

/** How long each step of the routes waited for each of its decisions, in all and for whom; in the order of the formats' names and of their routes. */
export function stepsIn(app: CoreApp, bounds: Bounds, isLong: boolean): ReportStep[] {
  const alike = (keys: string, index: string) =>
    withWaits(`SELECT format || ' ' || step AS part, ${keys.includes('reviewer') ? 'reviewer' : "''"} AS id, count(*) AS count, ${waitsInOrder}
     FROM reported_steps ${isLong ? `INDEXED BY ${index}` : 'NOT INDEXED'} WHERE ${inPeriod(bounds)} GROUP BY ${keys}`)
  const shape = { part: '', id: '', count: 0, ...noWaits }
  const found = rows(app, alike('format, step, reviewer', 'idx_reported_steps_waits'), bounds, shape)
  if (found.length === 0) return []
  const steps = rows(app, alike('format, step', 'idx_reported_steps_seconds'), bounds, shape)
  const names = namesOfPeople(app, [...new Set(found.map(({ id }) => id))])
  return placesOf(
    app,
    steps.map(({ part }) => part),
  ).map(({ part, ...place }) => {
    const own = steps.find((each) => each.part === part) ?? shape
    const people = found
      .filter((each) => each.part === part)
      .map(({ id, count, ...waits }) => ({ id, name: names.get(id) ?? '', count, ...waitsOf(waits) }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    return { ...place, count: own.count, ...waitsOf(own), people }
  })
}

/** What steps are called today: as the newest version that has them says it. */
function placesOf(app: CoreApp, parts: string[]) {
  return rows(
    app,
    `SELECT asked.value AS part, formats.id AS format, formats.name AS formatName, substr(asked.value, 17) AS step, ifnull(step.value ->> 'name', '') AS name,
       max(version.version) AS newest
     FROM json_each({:parts}) AS asked JOIN formats ON formats.id = substr(asked.value, 1, 15)
       JOIN format_versions AS version ON version.format = formats.id
       JOIN json_each(iif(json_valid(version.route), version.route, '[]')) AS step
     WHERE step.value ->> 'key' = substr(asked.value, 17)
     GROUP BY asked.value ORDER BY formats.name, formats.id, step.key`,
    { parts: JSON.stringify(parts) },
    { part: '', format: '', formatName: '', step: '', name: '', newest: 0 },
  ).map(({ newest: _, ...place }) => place)
}
