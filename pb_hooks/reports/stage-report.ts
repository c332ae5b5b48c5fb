import type { ReportStage, StageReport } from '../../src/domain/reports/report.ts'
import { queryRows } from '../lib/sql.ts'
import {
  buildPeriodCondition,
  findUserNames,
  isLongPeriod,
  parseReportParams,
  type ReportBounds,
} from './report-params.ts'
import {
  addWaitingTimes,
  emptyWaitingTimes,
  getOverallWaitingTimes,
  getWaitingTimes,
  waitingTimeSqlColumns,
} from './waiting-times.ts'

/**
 * `GET /api/app/reports/steps` → `StageReport` of a period and format. Separate from the report, because requests have more stages than decisions.
 */
export function getStageReport(e: core.RequestEvent) {
  const { bounds } = parseReportParams(e)
  const answer: StageReport = { steps: listStages(e.app, bounds), passedOn: countPassedOn(e.app, bounds) }
  return e.json(200, answer)
}

/** Counts the requests in which an approver approved a stage before the last in the period, by approver. */
function countPassedOn(app: CoreApp, bounds: ReportBounds): StageReport['passedOn'] {
  const found = queryRows(
    app,
    `SELECT reviewer AS id, count(*) AS count FROM (
       SELECT reviewer, position FROM reported_steps WHERE ${buildPeriodCondition(bounds)}
       EXCEPT SELECT reviewer, position FROM reported_decisions WHERE ${buildPeriodCondition(bounds)}
     ) GROUP BY reviewer ORDER BY count DESC, reviewer`,
    bounds,
    { id: '', count: 0 },
  )
  const names = findUserNames(
    app,
    found.map(({ id }) => id),
  )
  return found.map(({ id, count }) => ({ id, name: names.get(id) ?? '', count }))
}

/** Returns the waiting times of each stage, in total and by approver, in the order of format names and routes. */
function listStages(app: CoreApp, bounds: ReportBounds): ReportStage[] {
  const isRead = isLongPeriod(app, bounds)
  const from = (index: string, format = bounds.format) =>
    `FROM reported_steps ${isRead ? `INDEXED BY ${index}` : 'NOT INDEXED'} WHERE ${buildPeriodCondition({ ...bounds, format })}`
  const shape = { part: '', id: '', count: 0, ...emptyWaitingTimes }
  const alike = (keys: string, id: string) =>
    queryRows(
      app,
      addWaitingTimes(`SELECT format || ' ' || step AS part, ${id} AS id, count(*) AS count, ${waitingTimeSqlColumns}
        ${from('idx_reported_steps_waits')} GROUP BY ${keys}`),
      bounds,
      shape,
    )
  const found = alike('format, step, reviewer', 'reviewer')
  // Sorts a short period once for all stages. In a long period, reads each stage's index up to its median.
  const short = isRead ? [] : alike('format, step', "''")
  const names = findUserNames(app, [...new Set(found.map(({ id }) => id))])
  return findStageNames(app, [...new Set(found.map(({ part }) => part))]).map(({ part, ...place }) => {
    const own = found.filter((each) => each.part === part)
    const people = own
      .map(({ id, count, ...waits }) => ({ id, name: names.get(id) ?? '', count, ...getWaitingTimes(waits) }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    const count = own.reduce((sum, each) => sum + each.count, 0)
    const ofStep = `${from('idx_reported_steps_seconds', place.format)} AND step = {:step}`
    const all = isRead
      ? getOverallWaitingTimes(app, ofStep, { ...bounds, format: place.format, step: place.step }, own)
      : getWaitingTimes(short.find((each) => each.part === part) ?? shape)
    return { ...place, count, ...all, people }
  })
}

/** Returns the names and formats of the stages, from the newest version that contains the stage. */
function findStageNames(app: CoreApp, parts: string[]) {
  return queryRows(
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
