/** How long requests waited for a decision, each time one was taken: seconds, null where none was. */
interface Waits {
  median: number | null
  p90: number | null
}

/** How many requests; one that was decided twice counts once in each number. */
export interface DecidedCounts {
  decided: number
  approved: number
  returned: number
  rejected: number
}

/** `id` is empty for what was approved without anybody. */
export interface ReportPerson extends DecidedCounts, Waits {
  id: string
  name: string
}

/** How often something was decided, and how long it waited each time. */
interface DecidedWaits extends Waits {
  count: number
}

/** A step of a format's route; each of its decisions waited since the request came to it. */
export interface ReportStep extends DecidedWaits {
  format: string
  formatName: string
  /** Its key. */
  step: string
  name: string
  people: (DecidedWaits & { id: string; name: string })[]
}

/** Days from and to, both included, and how many requests came and were decided in them. */
export interface ReportStretch {
  from: string
  to: string
  received: number
  decided: number
}

/** A field that holds amounts, and the exact sum of what approved requests say in it. */
export interface ReportSum {
  key: string
  label: string
  /** Of `currency.ts`; empty where the field names none. */
  currency: string
  count: number
  /** A canonical decimal. */
  sum: string
}

/** What `GET /api/app/reports/steps` answers. */
export interface ReportSteps {
  steps: ReportStep[]
  /** By person: of how many requests they approved only steps after which those went on. These are not counted as decided. */
  passedOn: { id: string; name: string; count: number }[]
}

/** What `GET /api/app/reports` answers. */
export interface Report extends DecidedCounts, Waits {
  received: number
  people: ReportPerson[]
  stretches: ReportStretch[]
  sums: ReportSum[]
  /** Whether steps may have been decided: in the period, and ever of the format that was asked for. */
  hasSteps: boolean
}
