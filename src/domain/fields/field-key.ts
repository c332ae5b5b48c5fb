import * as z from 'zod/mini'

/** Schema of a field key. Rejects `constructor`, because every object inherits a property with that name. */
export const fieldKeySchema = z.string().check(z.regex(/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/, 'format.key'))
export const conditionSchema = z.object({ key: fieldKeySchema, equals: z.union([z.string(), z.boolean()]) })
/** Condition that compares the value of a field with `than`, a canonical number or a day. */
export const comparisonSchema = z.object({
  key: fieldKeySchema,
  sign: z.enum(['<', '<=', '>=', '>']),
  than: z.string().check(z.maxLength(40, 'length')),
})
export type Comparison = z.infer<typeof comparisonSchema>
