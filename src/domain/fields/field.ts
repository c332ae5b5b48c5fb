import * as z from 'zod/mini'
import { isRecordId } from '../text/id.ts'
import { conditionSchema, fieldKeySchema } from './field-key.ts'
import { fieldTypes, fileFamilies, idKinds } from './field-types.ts'

/** Creates the properties that fields and table columns share. */
function createCellProperties() {
  const short = z.string().check(z.maxLength(200, 'length'))
  const aliases = z.array(short).check(z.maxLength(30, 'length'))
  const option = z.object({ value: short.check(z.minLength(1, 'required')), aliases: z.optional(aliases) })

  /**
   * Bound of a number (canonical, or `@key` of another number), a length, a row count or a date. Dates: `YYYY-MM-DD`,
   * `today` or `@key`, the last two with days to add (`today-30`, `@fecha_inicio+1`).
   */
  const bound = z.union([z.number(), z.string()])

  return {
    key: fieldKeySchema,
    label: z.string().check(z.minLength(1, 'required'), z.maxLength(80, 'length')),
    type: z.enum(fieldTypes),
    required: z.optional(z.boolean()),
    help: z.optional(short),
    example: z.optional(z.string().check(z.maxLength(1_000, 'length'))),
    aliases: z.optional(aliases),
    min: z.optional(bound),
    max: z.optional(bound),
    /** Regular expression that has to match the whole text; `validateFormat` rejects slow patterns. */
    pattern: z.optional(short),
    options: z.optional(z.array(option).check(z.maxLength(500, 'length'))),
    decimals: z.optional(z.number()),
    /** ISO 4217 code from `currency.ts`. Money without a currency has two decimals and no symbol. */
    currency: z.optional(z.string()),
    kinds: z.optional(z.array(z.enum(idKinds))),
    /** Key of the choice field whose value is the kind of this identity document. */
    kindFrom: z.optional(fieldKeySchema),
    /** Maximum size of a file in megabytes and accepted file types. Defaults: the maximum size and all types. */
    megabytes: z.optional(z.number()),
    accepts: z.optional(z.array(z.enum(fileFamilies))),
    formula: z.optional(z.string().check(z.maxLength(500, 'length'))),
    unique: z.optional(z.boolean()),
    personal: z.optional(z.boolean()),
    visibleIf: z.optional(conditionSchema),
    requiredIf: z.optional(conditionSchema),
  }
}

const columnSchema = z.lazy(() => z.object(createCellProperties()))
export type Column = z.infer<typeof columnSchema>

/**
 * Schema of a field of a format. `columns` belongs to tables only, which have no default. Built on first use, because
 * the schema is large and rarely needed.
 */
export const fieldSchema = z.lazy(() =>
  z.object({
    ...createCellProperties(),
    /** Marks a summary field, shown in lists, the queue and drafts; at most three in a format. */
    summary: z.optional(z.boolean()),
    columns: z.optional(z.array(columnSchema).check(z.maxLength(50, 'length'))),
    /**
     * Absent if the requester fills the field. `fill`: approvers fill it and the requester sees it. `keep`: only
     * approvers see it.
     */
    deciders: z.optional(z.enum(['fill', 'keep'])),
    /** Initial value in the form, in typed notation; `hoy` or `hoy+30` for dates. */
    default: z.optional(z.string().check(z.maxLength(1_000, 'length'))),
    /** Source of the initial value (`prefill.ts`); `default` applies if the source is empty. */
    from: z.optional(z.string().check(z.regex(/^(profile|organisation)\.[a-z][a-z0-9_]{0,39}$/, 'format.source'))),
    /** Record list searched from this field: `column` fills this field, `fills` maps other fields to columns. */
    list: z.optional(
      z.object({
        id: z.string().check(z.refine(isRecordId, 'format.list')),
        column: fieldKeySchema,
        fills: z.optional(
          z.array(z.object({ key: fieldKeySchema, column: fieldKeySchema })).check(z.maxLength(50, 'length')),
        ),
        /** Column that identifies a record instead of the list's key column; it has to fill a field. */
        match: z.optional(fieldKeySchema),
        /** Requires submitted values to equal the record. */
        fixed: z.optional(z.boolean()),
      }),
    ),
  }),
)
export interface Field extends z.infer<typeof fieldSchema> {}

/**
 * Canonical values: dates `YYYY-MM-DD`, money and decimals as strings with a point, booleans, choices as arrays.
 * Files are rows of id, name and size.
 */
export type CellValue = string | number | boolean | string[]
export type Row = Record<string, CellValue>
export type Value = CellValue | Row[]
export type Values = Record<string, Value>

/** Validation context: current day of the installation, its country, and the characters that documents support. */
export interface ValidationContext {
  /** `YYYY-MM-DD` */
  today: string
  /** ISO 3166 alpha-2 */
  country: string
  /**
   * `ours` if documents use the fonts of the built-in PDF generator. Absent if an external service generates them,
   * which may support any character.
   */
  letters?: 'ours'
}
