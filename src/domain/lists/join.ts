import { visibleFields } from '../fields/conditions.ts'
import type { CellValue, Field, Values } from '../fields/field.ts'
import type { RecordList } from './list.ts'
import { boundFields, canBeFilled, knownBy } from './list-binding.ts'

/** What the records of a list fill in the rows that have their key. */
export interface Join {
  /** Key of the field that is bound to the list. */
  field: string
  list: string
  /** Key of the field in which stands what the record is known by: its key, or what another column says. */
  by: string
  column?: string
  /** Keys of the fields that the record fills. */
  fills: readonly string[]
  /** Where a row says something else than its record, the record is right. */
  fixed: boolean
}

/** What each of these lists may fill by key; a field that two of them would fill is the first one's. */
export function joinsOf(
  fields: readonly Field[],
  lists: readonly Pick<RecordList, 'id' | 'keyColumn' | 'columns'>[],
): Join[] {
  const taken = new Set<string>()
  return fields.flatMap((field): Join[] => {
    const list = lists.find(({ id }) => id === field.list?.id)
    if (!field.list || !list) return []
    const bound = boundFields(field.key, field.list).filter(
      ([key, column]) =>
        fields.some((one) => one.key === key && canBeFilled(one)) && list.columns.some((one) => one.key === column),
    )
    const { column, by } = knownBy(field.key, field.list, list.keyColumn)
    const fills = bound.flatMap(([key]) => (key === by || taken.has(key) ? [] : key))
    if (by === undefined || !bound.some(([key]) => key === by) || fills.length === 0) return []
    for (const key of fills) taken.add(key)
    const other = column === list.keyColumn ? {} : { column }
    return [{ field: field.key, list: list.id, by, ...other, fills, fixed: field.list.fixed ?? false }]
  })
}

/** The same joins with only these of their fields; a list that is left with none fills nothing. */
export function withOnly(joins: readonly Join[], chosen: ReadonlySet<string>): Join[] {
  return joins.flatMap((join) => {
    const fills = join.fills.filter((key) => chosen.has(key))
    return fills.length > 0 ? [{ ...join, fills }] : []
  })
}

/** What a record says in the fields that it fills, by key; null where it says nothing. */
export type Said = Readonly<Record<string, CellValue | null>>

const isBlank = (key: string, values: Values, wrong: Readonly<Record<string, unknown>>) =>
  (values[key] ?? '') === '' && wrong[key] === undefined

/**
 * Puts what the record says where a row says nothing, and of what is fixed also where it says something else; `wrong` are its cells that cannot be
 * taken. Answers what it put.
 */
export function fillFrom(said: Said, join: Join, values: Values, wrong: Record<string, unknown>): Values {
  const put: Values = {}
  for (const key of join.fills) {
    const value = said[key] ?? null
    if (value === null || !(join.fixed || isBlank(key, values, wrong))) continue
    put[key] = value
    values[key] = value
    delete wrong[key]
  }
  return put
}

/** Whether a row cannot do without its record: what is fixed, and what it leaves empty. */
export function needsRecord(
  { fixed, fills }: Join,
  fields: readonly Field[],
  values: Values,
  wrong: Record<string, unknown>,
): boolean {
  if (fixed) return true
  const shown = new Set(visibleFields(fields, values).map(({ key }) => key))
  return fills.some((key) => shown.has(key) && isBlank(key, values, wrong))
}

/** What is wrong where a row needs its record and has none. */
export const lacking = (record: unknown): 'list.several' | 'list.unknown' =>
  record === null ? 'list.several' : 'list.unknown'

/** While its key is wrong, what the record would have filled is not missing by itself. */
export function forgiveAwaited(joins: readonly Join[], errors: Record<string, string>) {
  for (const { by, fills } of joins)
    if (errors[by] !== undefined) for (const key of fills) if (errors[key] === 'required') delete errors[key]
}
