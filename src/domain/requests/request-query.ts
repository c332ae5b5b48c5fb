import * as z from 'zod'
import { daySchema, recordIdSchema } from '../text/text-types.ts'
import { type FilterTextKind, requestFilters } from './invalid-filters.ts'

const textSchemas: Record<FilterTextKind, z.ZodString> = {
  id: recordIdSchema,
  key: z.string(),
  day: daySchema,
  text: z.string(),
}

const schemas = Object.entries(requestFilters).map(([name, accepted]) => [
  name,
  typeof accepted === 'string' ? textSchemas[accepted] : z.literal(accepted),
])

/** Query parameters of `RequestFilter`, for the API description. */
export const requestQuerySchema = z
  .object({
    ...Object.fromEntries(schemas),
    step: z.string().describe('La clave de un paso de la ruta que se decidió'),
    amount: z.string().describe('La clave de un campo que el informe suma'),
  })
  .partial()
  .meta({ id: 'RequestFilter' })
