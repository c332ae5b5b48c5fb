import type { ReportStep } from '../../src/domain/report.ts'
import { rows } from '../lib/sql.ts'
import { type Bounds, inPeriod, namesOfPeople } from './bounds.ts'
import { type AlikeWaits, shownWait, sumOf, waitsOf } from './waits.ts'

/** How long each step of the routes waited for each of its decisions, in all and for whom; in the order of the formats' names and of their routes. */
export function stepsIn(app: CoreApp, bounds: Bounds): ReportStep[] {
  const found = rows(
    app,
    `SELECT format || ' ' || step AS part, reviewer AS id, ${shownWait} AS wait, count(*) AS n FROM reported_steps
     WHERE ${inPeriod(bounds)} GROUP BY format, step, reviewer, wait`,
    bounds,
    { part: '', id: '', wait: 0, n: 0 },
  )
  if (found.length === 0) return []
  const names = namesOfPeople(app, [...new Set(found.map(({ id }) => id))])
  return placesOf(app, [...new Set(found.map(({ part }) => part))]).map(({ part, ...place }) => {
    const own = found.filter((each) => each.part === part)
    const people = [...new Set(own.map(({ id }) => id))]
      .map((id) => ({ id, name: names.get(id) ?? '', ...summed(own.filter((each) => each.id === id)) }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    return { ...place, ...summed(own), people }
  })
}

const summed = (waits: readonly AlikeWaits[]) => ({ count: sumOf(waits.map(({ n }) => n)), ...waitsOf(waits) })

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
