import type { Column, Field, Row, ValidationContext, Value, Values } from '../../domain/fields/field.ts'
import { type ParseResult, parseValue } from '../../domain/fields/values.ts'
import { removeCaseAndAccents, toComparisonKey } from '../../domain/text/comparison.ts'
import { getCellText } from '../files/cell.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import type { RowReader, RowValidation } from './row-reader.ts'

/** Row that looks like a total, a line of a report or the template's example. Only the user discards it. */
export interface SuspiciousRow {
  row: number
  why: 'total' | 'report' | 'example'
}

const totalPattern =
  /^[^a-z\d]*(?:(?:gran|suma)\s+)?(?:(?:sub[\s-]?)?total(?:es)?|sumas?)(?:\s+general(?:es)?)?(?![a-z\d])/

/**
 * Returns whether a row looks like a total: a label such as `TOTAL`, and otherwise only numbers. A row with a longer label, such as
 * `Subtotal área comercial`, needs at least one number; it may be in the label, as in `Total empleados: 3`.
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
      hasSum ||= /[\s:]\d[\d.,]*$/.test(text.trim())
      isAlone ||= toComparisonKey(word) === toComparisonKey(text)
    } else if (cell.kind === 'number' || cell.kind === 'error') hasSum = true
    else if (cell.kind === 'text' && /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)) hasSum = true
    else return false
  }
  return isNamed && (isAlone || hasSum)
}

/** Texts of lines that reports print between the records, without case and accents: page numbers, dates of printing and signatures. */
const reportLinePattern = new RegExp(
  `^(?:${[
    '(?:pag(?:ina)?|page)\\b\\W*(?:n[°ºo.]*\\s*)?\\d+(?:\\s*(?:de|of|/)\\s*\\d+)?\\.?$',
    'hoja\\W*\\d+\\s*(?:de|/)\\s*\\d+\\.?$',
    '(?:(?:reporte|informe|listado)\\s+)?(?:impreso|generado|exportado|emitido|descargado|elaborado|preparado|revisado|aprobado|autorizado|printed|generated)\\b\\s*(?::|por\\b|el\\b|by\\b|on\\b)',
    '(?:fecha|hora)(?: y hora)?(?: de (?:impresion|generacion|emision|exportacion)\\b|\\s*:\\s*\\d)|usuario\\s*:',
    '(?:elaboro|preparo|reviso|aprobo|autorizo|vo\\.?\\s?bo\\.?|firmas?(?: autorizada| y sello| del (?:representante legal|empleador|trabajador|responsable|gerente|jefe))?)(?: por)?(?:\\s*[:_]|$)',
    '\\W*fin(?: del? (?:reporte|informe|listado|documento))?\\W*$',
    '(?:continua|vienen?|pasan?|siguen?) (?:de|a|en) (?:la )?pag(?:ina)?\\b',
    '(?:numero|cantidad) de (?:registros|filas)\\b|\\d+ registros?\\b',
    '[-_=*.\\s]{5,}$',
  ].join('|')})`,
)
const signatureLine = '_____'
/** Texts that may accompany such a line: dates, times, numbers, and the rest of «Página 2 | de 2». */
const companionPattern = /^(?:(?:de|of)\s+\d+|\W*(?:\d[\d\s.,:/-]*)?(?:[ap]\.?\s?m\.?)?)$/

/** Number of rows below a signature line that may name its signatory: name, position and identity number. */
const maxSignatoryRows = 3

/**
 * Returns a function that detects the lines of a paged report: repeated titles and headers, page numbers, dates of printing, and signatures with the
 * names below them. A row is such a line if each of its cells is. Call the function in row order. `start`: index of the first row below the headers.
 */
export function createReportLinePredicate(sheet: Sheet, start: number): (index: number) => boolean {
  const above = Array.from({ length: sheet.width }, (_, column) => {
    const texts = Array.from({ length: start }, (_, index) => getCellText(getCell(sheet, index, column)))
    return new Set(texts.filter((text) => /\p{L}/u.test(text)).map((text) => toTitleKey(removeCaseAndAccents(text))))
  })
  const headed = above.filter(({ size }) => size > 0).length
  const classify = (text: string, column: number): ReportCell => {
    const plain = removeCaseAndAccents(text).trim()
    if (plain.includes(signatureLine)) return 'signature'
    if (above[column]?.has(toTitleKey(plain)) || reportLinePattern.test(plain)) return 'report'
    return companionPattern.test(plain) ? 'companion' : 'record'
  }
  let signature = { row: -maxSignatoryRows, columns: new Set<number>() }
  return (index) => {
    const row = sheet.numbers[index] as number
    const isBelow = row - signature.row <= maxSignatoryRows
    const cells = new Map<number, ReportCell>()
    // Starts with the last column, because the first ones usually hold names and numbers, which do not repeat.
    for (let column = sheet.width - 1; column >= 0; column--) {
      const cell = getCell(sheet, index, column)
      if (cell.kind === 'empty') continue
      const found = cell.kind === 'text' ? classify(cell.text, column) : 'companion'
      if (found === 'record' && !isBelow) return false
      cells.set(column, found)
    }
    const all = [...cells.values()]
    const isSignatory = isBelow && [...cells.keys()].every((column) => signature.columns.has(column))
    if (all.includes('signature') && cells.size < headed) signature = { row, columns: new Set(cells.keys()) }
    return isSignatory || (!all.includes('record') && all.some((cell) => cell !== 'companion'))
  }
}

/** Meaning of a cell for a line of a report. `companion`: it may stand beside such a line. `record`: it belongs to a record. */
type ReportCell = 'report' | 'signature' | 'companion' | 'record'

/** Replaces each digit by 0, because titles of pages differ in their numbers. */
const toTitleKey = (text: string) => text.trim().replace(/\d/g, '0')

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
