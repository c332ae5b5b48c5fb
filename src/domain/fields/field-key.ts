import * as z from 'zod/mini'

/** Not `constructor`: every object has one already, so that a value of that name would never be missing. */
export const fieldKey = z.string().check(z.regex(/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/, 'format.key'))
export const condition = z.object({ key: fieldKey, equals: z.union([z.string(), z.boolean()]) })
/** `than` is a canonical number or day. */
export const comparison = z.object({
  key: fieldKey,
  sign: z.enum(['<', '<=', '>=', '>']),
  than: z.string().check(z.maxLength(40, 'length')),
})
export type Comparison = z.infer<typeof comparison>
