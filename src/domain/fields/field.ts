import * as z from 'zod/mini'
import { isRecordId } from '../text/id.ts'
import { fieldConditionSchema, fieldKeySchema } from './field-key.ts'
import { fieldTypes, fileTypeGroups, idDocumentKinds } from './field-types.ts'

function createCellProperties() {
  const short = z.string().check(z.maxLength(200, 'length'))
  const aliases = z.array(short).check(z.maxLength(30, 'length'))
  const option = z.object({ value: short.check(z.minLength(1, 'required')), aliases: z.optional(aliases) })

  /** Number, `@key` of another field, or for dates `YYYY-MM-DD` or `today`; `today` and `@key` of a date may have days to add (`today-30`). */
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
    /** Regular expression that must match the whole text. `validateFormat` rejects slow expressions. */
    pattern: z.optional(short),
    options: z.optional(z.array(option).check(z.maxLength(500, 'length'))),
    decimals: z.optional(z.number()),
    /** ISO 4217 code from `currency.ts`. Money without a currency has two decimals and no symbol. */
    currency: z.optional(z.string()),
    kinds: z.optional(z.array(z.enum(idDocumentKinds))),
    /** Key of the choice field that determines the type of identity document. */
    kindFrom: z.optional(fieldKeySchema),
    /** Maximum file size in megabytes (default: the application's maximum). `accepts`: accepted file types (default: all). */
    megabytes: z.optional(z.number()),
    accepts: z.optional(z.array(z.enum(fileTypeGroups))),
    formula: z.optional(z.string().check(z.maxLength(500, 'length'))),
    unique: z.optional(z.boolean()),
    personal: z.optional(z.boolean()),
    visibleIf: z.optional(fieldConditionSchema),
    requiredIf: z.optional(fieldConditionSchema),
  }
}

const columnSchema = z.lazy(() => z.object(createCellProperties()))
export type Column = z.infer<typeof columnSchema>

/** Schema of a field in a format. Only tables have `columns`, and no `default`. Created on first use, because it is large and rarely needed. */
export const fieldSchema = z.lazy(() =>
  z.object({
    ...createCellProperties(),
    /** True for a summary field, which lists, the approval queue and drafts show. A format has at most three. */
    summary: z.optional(z.boolean()),
    columns: z.optional(z.array(columnSchema).check(z.maxLength(50, 'length'))),
    /** Role that fills the field; absent: the requester. The requester sees values of `fill` but not of `keep`. */
    approvers: z.optional(z.enum(['fill', 'keep'])),
    /** Heading, note and page break above the field in the form. Texts are plain; a note may have several lines. */
    before: z.optional(
      z.object({
        /** True if the field begins a page of the form. */
        page: z.optional(z.boolean()),
        /** Title of a section, which ends at the next title or page. */
        section: z.optional(z.string().check(z.maxLength(80, 'length'))),
        note: z.optional(z.string().check(z.maxLength(500, 'length'))),
      }),
    ),
    /** Note at the end of the form, below its last field. Only the last field that has one counts. */
    after: z.optional(z.object({ note: z.string().check(z.minLength(1, 'required'), z.maxLength(500, 'length')) })),
    /** Default value in the form, as typed by a user. Dates may be relative: `hoy`, `hoy+30`. */
    default: z.optional(z.string().check(z.maxLength(1_000, 'length'))),
    /** True if an empty cell of a batch gets the initial value. Only for required fields; dates and yes/no fields ignore it. */
    fillIfMissing: z.optional(z.boolean()),
    /** Source of the initial value (`prefill.ts`). If the source is empty, `default` applies. */
    from: z.optional(z.string().check(z.regex(/^(profile|organisation)\.[a-z][a-z0-9_]{0,39}$/, 'format.source'))),
    /** Binding to a list: `column` fills this field, and `fills` maps other fields to columns. */
    list: z.optional(
      z.object({
        id: z.string().check(z.refine(isRecordId, 'format.list')),
        column: fieldKeySchema,
        fills: z.optional(
          z.array(z.object({ key: fieldKeySchema, column: fieldKeySchema })).check(z.maxLength(50, 'length')),
        ),
        /** Column that identifies a record instead of the list's key column. The column must be bound to a field. */
        match: z.optional(fieldKeySchema),
        /** True if submitted values must be equal to the values of the record. */
        fixed: z.optional(z.boolean()),
      }),
    ),
  }),
)
export interface Field extends z.infer<typeof fieldSchema> {}

/** Function that returns the field with a key; inside a table, also the other columns and the fields outside. */
export type FieldLookup = (key: string) => Field | Column | undefined

/** Canonical values. Dates are `YYYY-MM-DD`; money and decimals are strings with a point; files are rows of id, name and size. */
export type CellValue = string | number | boolean | string[]
export type Row = Record<string, CellValue>
export type Value = CellValue | Row[]
export type Values = Record<string, Value>

/** Validation context: current day and country of the installation, and the characters that documents support. */
export interface ValidationContext {
  /** `YYYY-MM-DD` */
  today: string
  /** ISO 3166 alpha-2 */
  country: string
  /** `ours` for the fonts of the built-in PDF generator; absent if an external service makes the documents. */
  letters?: 'ours'
}
