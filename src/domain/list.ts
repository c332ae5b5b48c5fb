import * as z from 'zod/mini'
import { type Field, fieldKey, type Values } from './field.ts'
import { foldedHeader } from './header-words.ts'
import { fold } from './text.ts'
import { printValue } from './values.ts'
import { id, line } from './written.ts'

/** What a column of a list of records may hold. */
export const listColumnTypes = [
  'text',
  'idDocument',
  'date',
  'email',
  'phone',
  'integer',
  'decimal',
  'money',
  'percent',
] as const

const listColumn = z.object({
  key: fieldKey,
  label: line(80).check(z.minLength(1, 'required')),
  type: z.enum(listColumnTypes),
})
export type ListColumn = z.infer<typeof listColumn>

const different = (texts: string[]) => new Set(texts).size === texts.length

/** Who may look something up: administrators, everybody active, or the members of groups. */
export const listAccess = ['admins', 'everybody', 'groups'] as const

/** What an administrator says of a list of records (employees, suppliers …); its rows come from a sheet. */
export const listInput = z
  .object({
    name: line(80).check(z.minLength(1, 'required')),
    columns: z.array(listColumn).check(
      z.minLength(1, 'required'),
      z.maxLength(30, 'length'),
      z.refine((all) => different(all.map(({ key }) => key)), 'list.columns'),
      z.refine((all) => different(all.map(({ label }) => foldedHeader(label))), 'list.columns'),
    ),
    keyColumn: z.string(),
    access: z.enum(listAccess),
    groups: z.array(id).check(z.maxLength(50, 'length')),
  })
  .check(
    z.refine(({ columns, keyColumn }) => columns.some(({ key }) => key === keyColumn), {
      error: 'list.key',
      path: ['keyColumn'],
    }),
  )
export type ListInput = z.infer<typeof listInput>

export interface RecordList extends ListInput {
  id: string
  /** The import whose rows count; empty before the first. */
  current: string
  /** The one before it, to go back to. */
  previous: string
  total: number
  fileName: string
  importedAt: string
  created: string
  updated: string
}

/** One of its rows, as a search gives it. */
export interface ListRow {
  values: Values
}

/** The record of a key, as `listKey` writes it. */
export interface ListedRecord {
  key: string
  values: Values
}

/** How an import would change a list. */
export interface ListChange {
  rows: number
  added: number
  changed: number
  removed: number
}

const importModes = ['replace', 'merge'] as const
export type ImportMode = (typeof importModes)[number]

export const mostListRows = 50_000
/** Keys of one call that asks for their records. */
export const mostListKeys = 500

const portionRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(1_048_576)),
  values: z.record(z.string(), z.unknown()),
})

/** What `POST /api/app/lists/{id}/import` takes, and what its further steps do. */
export const importBegin = z.object({ fileName: line(255) })
export const importRows = z.object({ import: id, rows: z.array(portionRow).check(z.maxLength(1_000, 'length')) })
export const importConfirm = z.object({ import: id, mode: z.enum(importModes) })

/** What `POST /api/app/lists/{id}/records` takes. */
export const recordKeys = z.object({
  keys: z.array(z.string().check(z.maxLength(200, 'length'))).check(z.maxLength(mostListKeys, 'length')),
})

/** Its columns as the fields of a sheet: the key is there in each row, and once. */
export function listFields({ columns, keyColumn }: Pick<ListInput, 'columns' | 'keyColumn'>): Field[] {
  return columns.map((column) => ({
    ...column,
    ...(column.key === keyColumn && { required: true, unique: true }),
  }))
}

/** Under which a record is found, however its key is written: `900.123.456-8` and `900123456-8` are one. */
export function listKey(value: unknown): string {
  return fold(String(value ?? '')).slice(0, 200)
}

/** What people know a record by: the first column beside the key that it has. */
export function listLabel({ columns, keyColumn }: Pick<ListInput, 'columns' | 'keyColumn'>, values: Values): string {
  const named = columns.find(({ key }) => key !== keyColumn && values[key] !== undefined)
  const shown = named ?? columns.find(({ key }) => key === keyColumn)
  const value = shown && values[shown.key]
  return shown && value !== undefined ? printValue(shown as Field, value).slice(0, 200) : ''
}

/** The words of a text as they are compared, each behind a space: as `fold`, at once for all, because thousands of rows have theirs taken. */
export function listWords(text: string): string {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]/g, '')
    .replace(/[\s,;:/()]+/g, ' ')
    .replace(/[!-'*-/:-@[-`{-~\u00a1-\u00bf\u2010-\u205e]+/g, '')
  return ` ${words} `.replace(/ +/g, ' ').trimEnd()
}
