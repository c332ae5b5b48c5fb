import * as z from 'zod/mini'

/** Schema of a field key. Rejects `constructor`, because every object inherits a property with that name. */
export const fieldKeySchema = z.string().check(z.regex(/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/, 'format.key'))

/** Comparison signs of conditions. `=` and `!=` compare numbers and days by value. */
const comparisonSigns = ['<', '<=', '=', '!=', '>=', '>'] as const

/** Test of an answer. `equals`, `differs`: a value or a chosen option. `than`: a canonical number or a day. `empty`: whether it is missing. */
const answerTestSchema = z.union([
  z.object({ key: fieldKeySchema, equals: z.union([z.string(), z.boolean()]) }),
  z.object({
    key: fieldKeySchema,
    sign: z.enum(comparisonSigns),
    than: z.string().check(z.maxLength(40, 'length')),
  }),
  z.object({ key: fieldKeySchema, differs: z.string() }),
  z.object({ key: fieldKeySchema, empty: z.boolean() }),
])
export type AnswerTest = z.infer<typeof answerTestSchema>

/** Condition of a field or a stage: one test, or several of which all (`and`) or one (`or`) must pass. */
export const fieldConditionSchema = z.union([
  answerTestSchema,
  z.object({
    joint: z.enum(['and', 'or']),
    tests: z.array(answerTestSchema).check(z.minLength(2, 'required'), z.maxLength(10, 'length')),
  }),
])
export type FieldCondition = z.infer<typeof fieldConditionSchema>
