import * as z from 'zod/mini'

/**
 * Key of a field. Excludes `constructor`, because every object inherits a property of that name.
 */
export const fieldKeySchema = z.string().check(z.regex(/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/, 'format.key'))
export const conditionSchema = z.object({ key: fieldKeySchema, equals: z.union([z.string(), z.boolean()]) })
/** Comparison of a field with `than`, a canonical number or day. */
export const comparisonSchema = z.object({
  key: fieldKeySchema,
  sign: z.enum(['<', '<=', '>=', '>']),
  than: z.string().check(z.maxLength(40, 'length')),
})
export type Comparison = z.infer<typeof comparisonSchema>
