/** Waiting times until a decision, in seconds: median and 90th percentile. `null` if there are no decisions. */
interface WaitingTimes {
  median: number | null
  p90: number | null
}

/** Number of decided requests, in total and by decision. A request with several decisions counts once in each number. */
export interface DecidedRequestCounts {
  decided: number
  approved: number
  returned: number
  rejected: number
}

/** Counts of one approver. `id` is empty for requests of formats without approval. */
export interface ReportPerson extends DecidedRequestCounts, WaitingTimes {
  id: string
  name: string
}

interface DecisionWaitingTimes extends WaitingTimes {
  count: number
}

/** Statistics of one route stage. The waiting time starts when the request reaches the stage. */
export interface ReportStage extends DecisionWaitingTimes {
  format: string
  formatName: string
  step: string
  name: string
  people: (DecisionWaitingTimes & { id: string; name: string })[]
}

/** Section of the chart: requests received and decided from day `from` to day `to`, both included. */
export interface ReportPeriodCounts {
  from: string
  to: string
  received: number
  decided: number
}

/** Exact total of an amount field in approved requests. */
export interface ReportAmountTotal {
  key: string
  label: string
  /** Currency code of `currency.ts`; empty if the field has no currency. */
  currency: string
  count: number
  /** Total as a canonical decimal. */
  sum: string
}

/** Response of `GET /api/app/reports/steps`. */
export interface StageReport {
  steps: ReportStage[]
  /**
   * Users who approved a stage before the last, with the number of requests. These requests do not count as decided.
   */
  passedOn: { id: string; name: string; count: number }[]
}

/** Response of `GET /api/app/reports`. */
export interface Report extends DecidedRequestCounts, WaitingTimes {
  received: number
  people: ReportPerson[]
  stretches: ReportPeriodCounts[]
  sums: ReportAmountTotal[]
  /**
   * True if the report has a section on route stages: stages were decided in the period and, with a format filter, ever
   * in that format.
   */
  hasSteps: boolean
}
