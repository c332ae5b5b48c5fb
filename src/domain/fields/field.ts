import * as z from 'zod/mini'
import { isId } from '../text/id.ts'
import { condition, fieldKey } from './field-key.ts'
import { fieldTypes, fileFamilies, idKinds } from './field-types.ts'

/** What a field and a column of a table have in common. */
function cellShape() {
  const short = z.string().check(z.maxLength(200, 'length'))
  const aliases = z.array(short).check(z.maxLength(30, 'length'))
  const option = z.object({ value: short.check(z.minLength(1, 'required')), aliases: z.optional(aliases) })

  /**
   * A bound of a number (canonical, or `@key` of another one), a length, a count of rows, or of a date: `YYYY-MM-DD`,
   * `today` or `@key`, these with days to add (`today-30`, `@fecha_inicio+1`).
   */
  const bound = z.union([z.number(), z.string()])

  return {
    key: fieldKey,
    label: z.string().check(z.minLength(1, 'required'), z.maxLength(80, 'length')),
    type: z.enum(fieldTypes),
    required: z.optional(z.boolean()),
    help: z.optional(short),
    example: z.optional(z.string().check(z.maxLength(1_000, 'length'))),
    aliases: z.optional(aliases),
    min: z.optional(bound),
    max: z.optional(bound),
    /** A regular expression that the whole text must match; `checkFormat` refuses the slow ones. */
    pattern: z.optional(short),
    options: z.optional(z.array(option).check(z.maxLength(500, 'length'))),
    decimals: z.optional(z.number()),
    /** Of `currency.ts`; without one, money has two decimals and no sign. */
    currency: z.optional(z.string()),
    kinds: z.optional(z.array(z.enum(idKinds))),
    /** Key of the choice field whose value is the kind of this identity document. */
    kindFrom: z.optional(fieldKey),
    /** Of files: how large each may be, and of which kinds; without them all that there are. */
    megabytes: z.optional(z.number()),
    accepts: z.optional(z.array(z.enum(fileFamilies))),
    formula: z.optional(z.string().check(z.maxLength(500, 'length'))),
    unique: z.optional(z.boolean()),
    personal: z.optional(z.boolean()),
    visibleIf: z.optional(condition),
    requiredIf: z.optional(condition),
  }
}

const column = z.lazy(() => z.object(cellShape()))
export type Column = z.infer<typeof column>

/** The definition of one field of a format; `columns` only for `table`, which begins with nothing. Made when the first is judged: it is large, and few judge one. */
export const field = z.lazy(() =>
  z.object({
    ...cellShape(),
    /** Shown in lists, the queue and drafts; at most three fields of a format. */
    summary: z.optional(z.boolean()),
    columns: z.optional(z.array(column).check(z.maxLength(50, 'length'))),
    /** Left out, its owner fills it. Else whoever decides the request: they `fill` it and its owner sees it, or `keep` it to themselves. */
    deciders: z.optional(z.enum(['fill', 'keep'])),
    /** What the form begins with, as a person would type it; `hoy`, `hoy+30` for days. */
    default: z.optional(z.string().check(z.maxLength(1_000, 'length'))),
    /** The source (`prefill.ts`) that the form takes it from; the default is for where that is empty. */
    from: z.optional(z.string().check(z.regex(/^(profile|organisation)\.[a-z][a-z0-9_]{0,39}$/, 'format.source'))),
    /** The list of records in which one looks for what belongs here: its column for this field, and those for others. */
    list: z.optional(
      z.object({
        id: z.string().check(z.refine(isId, 'format.list')),
        column: fieldKey,
        fills: z.optional(z.array(z.object({ key: fieldKey, column: fieldKey })).check(z.maxLength(50, 'length'))),
        /** Another column than the list's key by which a record is known: one of those that go into a field. */
        match: z.optional(fieldKey),
        /** What is sent has to be as the record says. */
        fixed: z.optional(z.boolean()),
      }),
    ),
  }),
)
export interface Field extends z.infer<typeof field> {}

/** Canonical values: dates `YYYY-MM-DD`, money and decimals as strings with a point, booleans as booleans, choices as arrays, files as rows of id, name and size. */
export type CellValue = string | number | boolean | string[]
export type Row = Record<string, CellValue>
export type Value = CellValue | Row[]
export type Values = Record<string, Value>

/** What judging a value needs to know of the world: the day in the installation's own calendar and its country. */
export interface Context {
  /** `YYYY-MM-DD` */
  today: string
  /** ISO 3166 alpha-2 */
  country: string
  /** Whether documents have the letters of our own PDF alone; a service that makes them may have any. */
  letters?: 'ours'
}
