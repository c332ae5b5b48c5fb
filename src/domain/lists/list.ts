import type { Field, Values } from '../fields/field.ts'
import { formatValue } from '../fields/values.ts'
import { toComparisonKey } from '../text/comparison.ts'

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

/** Users who may read a list: administrators, all active users, or members of groups. */
export const listAccessLabels = {
  admins: 'Solo los administradores',
  everybody: 'Todas las personas activas',
  groups: 'Los miembros de estos grupos',
} as const
type ListAccess = keyof typeof listAccessLabels
export const listAccessLevels = Object.keys(listAccessLabels) as ListAccess[]

/** List of records (employees, suppliers …), as defined by an administrator. The records are imported from a sheet. */
export interface ListInput {
  name: string
  columns: ListColumn[]
  keyColumn: string
  access: ListAccess
  groups: string[]
}

export const importModes = ['replace', 'merge'] as const
export type ImportMode = (typeof importModes)[number]

export const maxListRows = 50_000
/** Maximum number of keys in a call of `POST /api/app/lists/{id}/records`. */
export const maxKeysPerLookup = 500

/** Converts the columns of a list to fields, to parse an imported sheet. The field of the key column is required and unique. */
export function getListFields({ columns, keyColumn }: Pick<ListInput, 'columns' | 'keyColumn'>): Field[] {
  return columns.map((column) => ({
    ...column,
    ...(column.key === keyColumn && { required: true, unique: true }),
  }))
}

/** Normalizes a record key: `900.123.456-8` and `900123456-8` → `9001234568`. */
export function normalizeRecordKey(value: unknown): string {
  return toComparisonKey(String(value ?? '')).slice(0, 200)
}

/** Returns the label of a record: its first non-empty column except the key; if there is none, the key. */
export function getRecordLabel(
  { columns, keyColumn }: Pick<ListInput, 'columns' | 'keyColumn'>,
  values: Values,
): string {
  const named = columns.find(({ key }) => key !== keyColumn && values[key] !== undefined)
  const shown = named ?? columns.find(({ key }) => key === keyColumn)
  const value = shown && values[shown.key]
  return shown && value !== undefined ? formatValue(shown as Field, value).slice(0, 200) : ''
}
