import * as z from 'zod/mini'

export const fieldTypes = [
  'text',
  'longText',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'boolean',
  'choice',
  'choices',
  'idDocument',
  'email',
  'phone',
  'table',
  'computed',
] as const
export type FieldType = (typeof fieldTypes)[number]

export const idKinds = ['CC', 'CE', 'PA', 'TI', 'NIT', 'RUT', 'CUIT', 'RUC', 'RFC', 'CURP', 'DNI'] as const
export type IdKind = (typeof idKinds)[number]

const key = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'format.key'))
const condition = z.object({ key, equals: z.union([z.string(), z.boolean()]) })
const option = z.object({ value: z.string().check(z.minLength(1)), aliases: z.optional(z.array(z.string())) })

/** A bound of a number (canonical), a length, a count of rows, or of a date: `YYYY-MM-DD`, `today`, or `@key` of another field. */
const bound = z.union([z.number(), z.string()])

const cell = {
  key,
  label: z.string().check(z.minLength(1, 'required'), z.maxLength(80, 'length')),
  type: z.enum(fieldTypes),
  required: z.optional(z.boolean()),
  help: z.optional(z.string()),
  example: z.optional(z.string()),
  aliases: z.optional(z.array(z.string())),
  min: z.optional(bound),
  max: z.optional(bound),
  pattern: z.optional(z.string()),
  options: z.optional(z.array(option)),
  decimals: z.optional(z.number()),
  currency: z.optional(z.string()),
  kinds: z.optional(z.array(z.enum(idKinds))),
  /** Key of the choice field whose value is the kind of this identity document. */
  kindFrom: z.optional(key),
  formula: z.optional(z.string()),
  unique: z.optional(z.boolean()),
  personal: z.optional(z.boolean()),
  visibleIf: z.optional(condition),
  requiredIf: z.optional(condition),
}

export const column = z.object(cell)
export type Column = z.infer<typeof column>

/** The definition of one field of a format; `columns` only for `table`. */
export const field = z.object({ ...cell, columns: z.optional(z.array(column)) })
export type Field = z.infer<typeof field>

/** Canonical values: dates `YYYY-MM-DD`, money and decimals as strings with a point, booleans as booleans, choices as arrays. */
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
}
