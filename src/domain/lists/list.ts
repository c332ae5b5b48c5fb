import type { Field, Values } from '../fields/field.ts'
import { printValue } from '../fields/values.ts'
import { fold } from '../text/text.ts'
import type { Id, Moment } from '../text/text-types.ts'

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

export interface ListColumn {
  key: string
  label: string
  type: (typeof listColumnTypes)[number]
}

/** Who may look something up: administrators, everybody active, or the members of groups. */
export const listAccess = ['admins', 'everybody', 'groups'] as const

/** What an administrator says of a list of records (employees, suppliers …); its rows come from a sheet. */
export interface ListInput {
  name: string
  columns: ListColumn[]
  keyColumn: string
  access: (typeof listAccess)[number]
  groups: string[]
}

export interface RecordList extends ListInput {
  id: Id
  /** The import whose rows count; empty before the first. */
  current: string
  /** The one before it, to go back to. */
  previous: string
  total: number
  fileName: string
  importedAt: Moment | ''
  created: Moment
  updated: Moment
}

/** One of its rows, as a search gives it. */
export interface ListRow {
  values: Values
}

/** The record of a key, as `listKey` writes it; null where several have what should tell one from the others. */
export interface ListedRecord {
  key: string
  values: Values | null
}

/** How an import would change a list. */
export interface ListChange {
  rows: number
  added: number
  changed: number
  removed: number
}

export const importModes = ['replace', 'merge'] as const
export type ImportMode = (typeof importModes)[number]

export const mostListRows = 50_000
/** Keys of one call that asks for their records. */
export const mostListKeys = 500

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

/** Keys that a person looked up in a list on a day (`YYYY-MM-DD`, UTC): those it has, and those it does not. */
export interface ListLookups {
  day: string
  person: string
  personName: string
  found: number
  missing: number
}
