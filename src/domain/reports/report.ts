import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'

/** Waiting times until a decision, in seconds: median and 90th percentile. `null` if there are no decisions. */
const waitingTimes = { median: z.int().nullable(), p90: z.int().nullable() }

/** Number of decided requests, in total and by decision. A request with several decisions counts once in each number. */
const decidedRequestCountsSchema = z.object({
  decided: z.int(),
  approved: z.int(),
  returned: z.int(),
  rejected: z.int(),
})
export interface DecidedRequestCounts extends z.infer<typeof decidedRequestCountsSchema> {}

/** Counts of one approver. `id` is empty for requests of formats without approval. */
const reportPersonSchema = defineObject('ReportPerson', {
  id: z.string(),
  name: z.string(),
  ...waitingTimes,
  ...decidedRequestCountsSchema.shape,
})
export interface ReportPerson extends z.infer<typeof reportPersonSchema> {}

const decisionWaitingTimes = { count: z.int(), ...waitingTimes }

/** Statistics of one route stage. The waiting time starts when the request reaches the stage. */
const reportStageSchema = defineObject('ReportStage', {
  format: z.string(),
  formatName: z.string(),
  step: z.string(),
  name: z.string(),
  people: z.array(z.object({ ...decisionWaitingTimes, id: z.string(), name: z.string() })),
  ...decisionWaitingTimes,
})
export interface ReportStage extends z.infer<typeof reportStageSchema> {}

/** Section of the chart: requests received and decided from day `from` to day `to`, both included. */
const reportPeriodCountsSchema = defineObject('ReportPeriodCounts', {
  from: z.string(),
  to: z.string(),
  received: z.int(),
  decided: z.int(),
})
export interface ReportPeriodCounts extends z.infer<typeof reportPeriodCountsSchema> {}

/** Exact total of an amount field in approved requests. */
const reportAmountTotalSchema = defineObject('ReportAmountTotal', {
  key: z.string(),
  label: z.string(),
  /** Currency code of `currency.ts`; empty if the field has no currency. */
  currency: z.string(),
  count: z.int(),
  /** Total as a canonical decimal. */
  sum: z.string(),
})
export interface ReportAmountTotal extends z.infer<typeof reportAmountTotalSchema> {}

/** Response of `GET /api/app/reports/steps`. */
export const stageReportSchema = defineObject('StageReport', {
  steps: z.array(reportStageSchema),
  /**
   * Users who approved a stage before the last, with the number of requests. These requests do not count as decided.
   */
  passedOn: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
})
export interface StageReport extends z.infer<typeof stageReportSchema> {}

/** Response of `GET /api/app/reports`. */
export const reportSchema = defineObject('Report', {
  received: z.int(),
  people: z.array(reportPersonSchema),
  periods: z.array(reportPeriodCountsSchema),
  sums: z.array(reportAmountTotalSchema),
  /**
   * True if the report has a section on route stages: stages were decided in the period and, with a format filter, ever
   * in that format.
   */
  hasSteps: z.boolean(),
  ...waitingTimes,
  ...decidedRequestCountsSchema.shape,
})
export interface Report extends z.infer<typeof reportSchema> {}
