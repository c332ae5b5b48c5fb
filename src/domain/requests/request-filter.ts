import type * as z from 'zod'
import type { requestQuerySchema } from './request-query.ts'

/** Maximum number of ids that a call can exclude from a filter. */
export const maxExcludedIds = 1000

export interface RequestFilter extends z.infer<typeof requestQuerySchema> {}
