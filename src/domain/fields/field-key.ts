import * as z from 'zod/mini'
import { fieldKeyPattern } from './key-from-label.ts'

export const fieldKeySchema = z.string().check(z.regex(fieldKeyPattern, 'format.key'))
export const conditionSchema = z.object({ key: fieldKeySchema, equals: z.union([z.string(), z.boolean()]) })
/** Condition that compares the value of a field with `than`, a canonical number or a day. */
export const comparisonSchema = z.object({
  key: fieldKeySchema,
  sign: z.enum(['<', '<=', '>=', '>']),
  than: z.string().check(z.maxLength(40, 'length')),
})
export type Comparison = z.infer<typeof comparisonSchema>
