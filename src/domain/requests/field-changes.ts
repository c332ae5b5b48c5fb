import { getVisibleFields } from '../fields/conditions.ts'
import { isDeepEqual } from '../fields/deep-equal.ts'
import type { CellValue, Field, Row, Value, Values } from '../fields/field.ts'
import { getOwnValue, isEmptyValue, isPlainObject } from '../fields/value-lookup.ts'

/** Changed table row. If `before` is absent, the row was added; if `after` is absent, the row was deleted. Places are one-based. */
export interface RowDifference {
  before?: { place: number; row: Row }
  after?: { place: number; row: Row }
  /** Keys of the changed columns. Empty if the row was added or deleted. */
  columns: string[]
}

/** Changed field. For a table, `rows` lists the changed rows. */
export interface FieldChange {
  field: Field
  before: Value | undefined
  after: Value | undefined
  rows?: RowDifference[]
}

/**
 * Returns the differences between two value sets of one format, in field order, with the changed rows of tables. Both
 * sets must include computed values.
 */
export function compareValues(fields: readonly Field[], before: Values, after: Values): FieldChange[] {
  return listChangedFields(fields, before, after).flatMap((change) => {
    if (change.field.type !== 'table') return [change]
    const rows = compareTableRows(change.field, toRows(change.before), toRows(change.after))
    return rows.length ? [{ ...change, rows }] : []
  })
}

/** Returns the same differences without the rows of tables, whose comparison takes long. */
export function listChangedFields(fields: readonly Field[], before: Values, after: Values): FieldChange[] {
  const seen = [before, after].map((values) => {
    const shown = new Set(getVisibleFields(fields, values))
    return (field: Field) => (shown.has(field) ? toPresentValue(getOwnValue(values, field.key)) : undefined)
  })
  return fields.flatMap((field) => {
    const [was, is] = seen.map((shown) => shown(field))
    return isDeepEqual(was, is) ? [] : [{ field, before: was, after: is }]
  })
}

const toPresentValue = (value: Value | undefined) => (value === undefined || isEmptyValue(value) ? undefined : value)
const toRows = (value: Value | undefined): Row[] =>
  Array.isArray(value) ? value.map((row: unknown) => (isPlainObject(row) ? (row as Row) : {})) : []

/** Maximum number of row pairs to compare. Larger tables are matched by row position. */
const maxRowPairs = 40_000

/** Returns the changed rows of a table. Rows have no ids, so they are matched in order: as many cells as possible must be equal. */
function compareTableRows({ columns = [] }: Field, before: Row[], after: Row[]): RowDifference[] {
  const keys = columns.map(({ key }) => key)
  const differing = (a: Row, b: Row) => keys.filter((key) => !isDeepEqual(getCell(a, key), getCell(b, key)))
  const isSame = (a: Row | undefined, b: Row | undefined) => a && b && differing(a, b).length === 0
  let start = 0
  while (start < Math.min(before.length, after.length) && isSame(before[start], after[start])) start++
  let end = 0
  const left = Math.min(before.length, after.length) - start
  while (end < left && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  const [was, is] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const alike = was.length * is.length > maxRowPairs ? () => 1 : (a: Row, b: Row) => getSimilarity(keys, a, b)
  return alignRows(was, is, alike, was.length * is.length > maxRowPairs).flatMap(([a, b]) => {
    const [one, other] = [a === undefined ? undefined : was[a], b === undefined ? undefined : is[b]]
    const changed = one && other ? differing(one, other) : []
    if (one && other && changed.length === 0) return []
    return [
      {
        ...(one && a !== undefined && { before: { place: start + a + 1, row: one } }),
        ...(other && b !== undefined && { after: { place: start + b + 1, row: other } }),
        columns: changed,
      },
    ]
  })
}

function getCell(row: Row, key: string): CellValue | undefined {
  return toPresentValue(getOwnValue(row, key)) as CellValue | undefined
}

/**
 * Returns the share of equal cells in two rows, from 0 to 1. A share below one third gives 0, because the rows are then
 * unrelated.
 */
function getSimilarity(keys: readonly string[], a: Row, b: Row): number {
  const filled = keys.filter((key) => getCell(a, key) !== undefined || getCell(b, key) !== undefined)
  const equal = filled.filter((key) => isDeepEqual(getCell(a, key), getCell(b, key)))
  const share = filled.length ? equal.length / filled.length : 1
  return share * 3 >= 1 ? share : 0
}

type Pair = [before: number | undefined, after: number | undefined]

/**
 * Pairs the rows of two tables in order, so that the total similarity is as high as possible (longest common subsequence). A row without a
 * counterpart forms a pair with `undefined`.
 */
function alignRows(was: Row[], is: Row[], alike: (a: Row, b: Row) => number, byPlace: boolean): Pair[] {
  if (byPlace)
    return Array.from({ length: Math.max(was.length, is.length) }, (_, index) => [
      index < was.length ? index : undefined,
      index < is.length ? index : undefined,
    ])
  const width = is.length + 1
  const best = new Float64Array((was.length + 1) * width)
  const at = (a: number, b: number) => best[a * width + b] ?? 0
  const scores = was.map((row) => is.map((other) => alike(row, other)))
  const score = (a: number, b: number) => scores[a]?.[b] ?? 0
  for (let a = was.length - 1; a >= 0; a--)
    for (let b = is.length - 1; b >= 0; b--) {
      const paired = score(a, b) > 0 ? score(a, b) + at(a + 1, b + 1) : 0
      best[a * width + b] = Math.max(paired, at(a + 1, b), at(a, b + 1))
    }
  const pairs: Pair[] = []
  let [a, b] = [0, 0]
  while (a < was.length || b < is.length) {
    const isPaired = score(a, b) > 0 && at(a, b) === score(a, b) + at(a + 1, b + 1)
    if (isPaired) pairs.push([a++, b++])
    else if (b === is.length || (a < was.length && at(a, b) === at(a + 1, b))) pairs.push([a++, undefined])
    else pairs.push([undefined, b++])
  }
  return pairs
}
