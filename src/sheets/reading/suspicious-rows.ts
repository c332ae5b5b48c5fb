import type { Column, Field, Row, ValidationContext, Value, Values } from '../../domain/fields/field.ts'
import { type ParseResult, parseValue } from '../../domain/fields/values.ts'
import { removeCaseAndAccents, toComparisonKey } from '../../domain/text/comparison.ts'
import { getCellText } from '../files/cell.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import type { RowReader, RowValidation } from './row-reader.ts'

/** Row that looks like a total or like the template's example. The user may discard the row; it is never discarded automatically. */
export interface SuspiciousRow {
  row: number
  why: 'total' | 'example'
}

const totalPattern =
  /^[^a-z\d]*(?:(?:gran|suma)\s+)?(?:(?:sub[\s-]?)?total(?:es)?|sumas?)(?:\s+general(?:es)?)?(?![a-z\d])/

/**
 * Returns whether a row looks like a total: a label such as `TOTAL`, and otherwise only numbers. A row with a longer label, such as
 * `Subtotal área comercial`, needs at least one number.
 */
export function isTotalRow(sheet: Sheet, index: number): boolean {
  let isNamed = false
  let isAlone = false
  let hasSum = false
  for (let column = 0; column < sheet.width; column++) {
    const cell = getCell(sheet, index, column)
    if (cell.kind === 'empty') continue
    const text = getCellText(cell)
    const [word] =
      (cell.kind === 'text' && /total|suma/i.test(text) && totalPattern.exec(removeCaseAndAccents(text))) || []
    if (word !== undefined) {
      isNamed = true
      isAlone ||= toComparisonKey(word) === toComparisonKey(text)
    } else if (cell.kind === 'number' || cell.kind === 'error') hasSum = true
    else if (cell.kind === 'text' && /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)) hasSum = true
    else return false
  }
  return isNamed && (isAlone || hasSum)
}

/** Returns a function that detects the example row of the format's template. */
export function createExampleRowPredicate({ sources }: RowReader): (validation: RowValidation) => boolean {
  const isExample = createExampleTest(
    sources.map(({ target: { field, table }, read }) => [
      table ? `${table.key}.${field.key}` : field.key,
      read({ kind: 'text', text: field.example ?? '' }, {}),
    ]),
  )
  const filled = new Set(sources.flatMap(({ fill, target }) => (fill ? target.key : [])))
  return ({ values }) => isExample(Object.fromEntries(Object.entries(values).filter(([key]) => !filled.has(key))))
}

/** Returns a function that detects the template's example among the stored values of a batch row. */
export function createStoredExampleRowPredicate(
  fields: readonly Field[],
  context: ValidationContext,
): (values: Values) => boolean {
  const typed = (each: readonly Column[]) => each.filter(({ type }) => type !== 'computed' && type !== 'table')
  const read = (field: Column) => parseValue(field, field.example ?? '', context)
  const isExample = createExampleTest([
    ...typed(fields).map((field): [string, ParseResult] => [field.key, read(field)]),
    ...fields.flatMap(({ key, columns = [] }) =>
      typed(columns).map((column): [string, ParseResult] => [`${key}.${column.key}`, read(column)]),
    ),
  ])
  const computed = new Set(fields.flatMap(({ key, type }) => (type === 'computed' ? [key] : [])))
  return (values) => isExample(Object.fromEntries(Object.entries(values).filter(([key]) => !computed.has(key))))
}

function createExampleTest(readings: readonly (readonly [key: string, ParseResult])[]): (values: Values) => boolean {
  const examples = new Map(
    readings.flatMap(([key, reading]) =>
      'value' in reading && reading.value !== null ? [[key, JSON.stringify(reading.value)] as const] : [],
    ),
  )
  return (values) => {
    const cells = Object.entries(values).flatMap(([key, value]) => flattenCells(key, value))
    return cells.length >= 3 && cells.every(([key, value]) => examples.get(key) === JSON.stringify(value))
  }
}

/** Flattens the value of a table field into its cells. Only table rows are objects. */
function flattenCells(key: string, value: Value): [string, unknown][] {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return [[key, value]]
  return (value as Row[]).flatMap((row) =>
    Object.entries(row).map(([column, cell]): [string, unknown] => [`${key}.${column}`, cell]),
  )
}
