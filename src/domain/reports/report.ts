/** Waiting times of decisions in seconds; null if no decision was taken. */
interface WaitingTimes {
  median: number | null
  p90: number | null
}

/** Numbers of decided requests; a request with several decisions counts once per number. */
export interface DecidedCounts {
  decided: number
  approved: number
  returned: number
  rejected: number
}

/** Counts of one approver; `id` is empty for requests approved without review. */
export interface ReportPerson extends DecidedCounts, WaitingTimes {
  id: string
  name: string
}

/** Number of decisions, with the waiting time of each. */
interface DecisionWaitingTimes extends WaitingTimes {
  count: number
}

/** Statistics of one route stage. Waiting time starts when the request reaches the stage. */
export interface ReportStage extends DecisionWaitingTimes {
  format: string
  formatName: string
  step: string
  name: string
  people: (DecisionWaitingTimes & { id: string; name: string })[]
}

/** Period of the chart: first and last day, both included, with received and decided requests. */
export interface ReportPeriodCounts {
  from: string
  to: string
  received: number
  decided: number
}

/** Exact total of an amount field over approved requests. */
export interface ReportSum {
  key: string
  label: string
  /** Currency code of `currency.ts`; empty if the field has no currency. */
  currency: string
  count: number
  /** Canonical decimal. */
  sum: string
}

/** Response of `GET /api/app/reports/steps`. */
export interface StageReport {
  steps: ReportStage[]
  /** Requests by user in which the user approved a stage without completing the route. They do not count as decided. */
  passedOn: { id: string; name: string; count: number }[]
}

/** Response of `GET /api/app/reports`. */
export interface Report extends DecidedCounts, WaitingTimes {
  received: number
  people: ReportPerson[]
  stretches: ReportPeriodCounts[]
  sums: ReportSum[]
  /** True if route stages may have been decided in the period or, with a format filter, ever in that format. */
  hasSteps: boolean
}
