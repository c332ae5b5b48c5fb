import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'
import { viewAudiences } from './view.ts'

/** Search parameters of a list (filters and order), without the page number. */
const viewSearchParamsSchema = z.record(z.string(), z.string()).meta({ id: 'ViewSearchParams' })
export type ViewSearchParams = z.infer<typeof viewSearchParamsSchema>

/** Item of `GET /api/app/views`: a view that the caller may open. */
export const viewOutputSchema = defineObject('View', {
  id: z.string(),
  name: z.string(),
  search: viewSearchParamsSchema,
  sharedWith: z.enum(viewAudiences),
  owner: z.string(),
  ownerName: z.string(),
  /** Names of parameters omitted from `search`, because they are invalid or refer to deleted records. */
  missing: z.array(z.string()),
})
export interface View extends z.infer<typeof viewOutputSchema> {}
