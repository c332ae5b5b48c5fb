import type { requestFilters } from './invalid-filters.ts'

/** Maximum number of ids that a call can exclude from a filter. */
export const maxExcludedIds = 1000

type RequestFilters = typeof requestFilters
export type RequestFilter = {
  [Name in keyof RequestFilters]?: RequestFilters[Name] extends readonly (infer Option)[] ? Option : string
}
