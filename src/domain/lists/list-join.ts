import { getVisibleFields } from '../fields/conditions.ts'
import type { CellValue, Field, Values } from '../fields/field.ts'
import { getBoundFields, getIdentifyingColumn, isFillableFromList } from './list-binding.ts'
import type { RecordList } from './list-output.ts'

/**
 * Join of rows with a list: names the fields that a list record fills, and the field whose value selects the record.
 */
export interface ListJoin {
  /** Key of the field that is bound to the list. */
  field: string
  list: string
  /** Key of the field whose value is looked up in the list: in `column` if it is set, and otherwise in the records' keys. */
  by: string
  column?: string
  /** Keys of the fields that the record fills. */
  fills: readonly string[]
  /** True if the record's values overwrite different values of the row. */
  fixed: boolean
}

/** Returns the joins of a format's fields with lists. If two lists could fill the same field, the first list fills it. */
export function getListJoins(
  fields: readonly Field[],
  lists: readonly Pick<RecordList, 'id' | 'keyColumn' | 'columns'>[],
): ListJoin[] {
  const taken = new Set<string>()
  return fields.flatMap((field): ListJoin[] => {
    const list = lists.find(({ id }) => id === field.list?.id)
    if (!field.list || !list) return []
    const bound = getBoundFields(field.key, field.list).filter(
      ([key, column]) =>
        fields.some((one) => one.key === key && isFillableFromList(one)) &&
        list.columns.some((one) => one.key === column),
    )
    const { column, by } = getIdentifyingColumn(field.key, field.list, list.keyColumn)
    const fills = bound.flatMap(([key]) => (key === by || taken.has(key) ? [] : key))
    if (by === undefined || !bound.some(([key]) => key === by) || fills.length === 0) return []
    for (const key of fills) taken.add(key)
    const other = column === list.keyColumn ? {} : { column }
    return [{ field: field.key, list: list.id, by, ...other, fills, fixed: field.list.fixed ?? false }]
  })
}

/** Restricts joins to the fields in `chosen`. Omits joins that fill none of these fields. */
export function restrictJoinsToFields(joins: readonly ListJoin[], chosen: ReadonlySet<string>): ListJoin[] {
  return joins.flatMap((join) => {
    const fills = join.fills.filter((key) => chosen.has(key))
    return fills.length > 0 ? [{ ...join, fills }] : []
  })
}

/** Values of a record by field key; `null` if the record has no value. */
export type RecordFieldValues = Readonly<Record<string, CellValue | null>>

const isBlank = (key: string, values: Values, wrong: Readonly<Record<string, unknown>>) =>
  (values[key] ?? '') === '' && wrong[key] === undefined

/**
 * Fills empty cells of a row from its list record; if the join is fixed, also replaces different values. `wrong`: invalid cells of the row; filled
 * cells are removed from it. Returns the filled values.
 */
export function fillFromRecord(
  record: RecordFieldValues,
  join: ListJoin,
  values: Values,
  wrong: Record<string, unknown>,
): Values {
  const put: Values = {}
  for (const key of join.fills) {
    const value = record[key] ?? null
    if (value === null || !(join.fixed || isBlank(key, values, wrong))) continue
    put[key] = value
    values[key] = value
    delete wrong[key]
  }
  return put
}

/** Returns whether a row's list record must be loaded, because the join is fixed or a visible field is empty. */
export function needsListRecord(
  { fixed, fills }: ListJoin,
  fields: readonly Field[],
  values: Values,
  wrong: Record<string, unknown>,
): boolean {
  if (fixed) return true
  const shown = new Set(getVisibleFields(fields, values).map(({ key }) => key))
  return fills.some((key) => shown.has(key) && isBlank(key, values, wrong))
}

/** Returns the error code of a row whose list record was not found. `record` is `null` if several records match. */
export const getMissingRecordError = (record: unknown): 'list.several' | 'list.unknown' =>
  record === null ? 'list.several' : 'list.unknown'

/**
 * Removes `required` errors of fields that a list record would fill if the row's record key has an error. One error is
 * enough.
 */
export function removePendingFieldErrors(joins: readonly ListJoin[], errors: Record<string, string>) {
  for (const { by, fills } of joins)
    if (errors[by] !== undefined) for (const key of fills) if (errors[key] === 'required') delete errors[key]
}
