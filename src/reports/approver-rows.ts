import type { Report, ReportPerson, StageReport } from '../domain/reports/report.ts'

export interface ApproverRow extends ReportPerson {
  /** Number of requests of which the person approved a stage but did not make the final decision. */
  passedOn: number
}

export const stageApprovalsHeader = 'Aprobó solo un paso'

export function createApproverRows({ people }: Report, { passedOn }: Pick<StageReport, 'passedOn'>): ApproverRow[] {
  const counts = new Map(passedOn.map(({ id, count }) => [id, count]))
  const none = { decided: 0, approved: 0, returned: 0, rejected: 0, median: null, p90: null }
  return [
    ...people.map((user) => ({ ...user, passedOn: counts.get(user.id) ?? 0 })),
    ...passedOn
      .filter(({ id }) => !people.some((user) => user.id === id))
      .map(({ id, name, count }) => ({ id, name, ...none, passedOn: count })),
  ]
}
