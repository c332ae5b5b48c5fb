import type { Report, ReportPerson, ReportSteps } from '../domain/reports/report.ts'

export interface PersonRow extends ReportPerson {
  /** Requests of which the person approved only a step, after which they went on. */
  passedOn: number
}

export const passedOnHeader = 'Solo un paso, y siguió'

/** Returns the people who decided requests, followed by those who only approved steps of them. */
export function personRows({ people }: Report, { passedOn }: Pick<ReportSteps, 'passedOn'>): PersonRow[] {
  const counts = new Map(passedOn.map(({ id, count }) => [id, count]))
  const none = { decided: 0, approved: 0, returned: 0, rejected: 0, median: null, p90: null }
  return [
    ...people.map((person) => ({ ...person, passedOn: counts.get(person.id) ?? 0 })),
    ...passedOn
      .filter(({ id }) => !people.some((person) => person.id === id))
      .map(({ id, name, count }) => ({ id, name, ...none, passedOn: count })),
  ]
}
