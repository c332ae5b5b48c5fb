import { formatValue, type ParseResult } from '../../domain/fields/values.ts'
import { getCellText } from '../files/cell.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import type { SheetConversion } from './sheet-conversion.ts'

export interface CellErrorGroup {
  key: string
  code: string
  count: number
  /** Most frequent texts, each with its suggested correction if there is one. */
  texts: { text: string; count: number; suggestion?: string }[]
  /** Number of distinct texts. */
  different: number
}

const textsShown = 20

/** Returns the source column of a column key. Returns undefined for `*`, which stands for the whole row. */
export function findColumnSourceByFieldKey(conversion: SheetConversion, key: string): ColumnSource | undefined {
  return conversion.reader.sources.find(({ target }) => target.key === key)
}

/** Returns the text of a cell. Order of precedence: value from a list, edit by the user, sheet. */
export function getCellTextAt(conversion: SheetConversion, row: number, source: ColumnSource): string {
  const listed = conversion.getListValue(row, source.target.key)
  if (listed !== undefined) return formatValue(source.target.field, listed)
  return getCellText(conversion.reader.cell(conversion.index(row), source, conversion.edits.get(row)))
}

/** Groups the errors of all rows except discarded rows. The most frequent group is first; equal counts follow the order of the format. */
export function groupErrors(conversion: SheetConversion): CellErrorGroup[] {
  const { fields } = conversion.reader
  const groups = new Map<string, { key: string; code: string; texts: Map<string, { count: number; row: number }> }>()
  for (const [row, codes = {}] of conversion.errors.entries()) {
    if (conversion.discarded.has(row)) continue
    for (const [key, code] of Object.entries(codes)) {
      const { texts } = groups.get(`${key} ${code}`) ?? { texts: new Map<string, { count: number; row: number }>() }
      groups.set(`${key} ${code}`, { key, code, texts })
      const source = findColumnSourceByFieldKey(conversion, key)
      const text = source ? getCellTextAt(conversion, row, source) : ''
      texts.set(text, { row, ...texts.get(text), count: (texts.get(text)?.count ?? 0) + 1 })
    }
  }
  const place = ({ key }: CellErrorGroup) =>
    fields.findIndex((field) => key === field.key || key.startsWith(`${field.key}_`))
  return Array.from(groups.values(), ({ key, code, texts }) => createErrorGroup(conversion, key, code, texts)).sort(
    (a, b) => b.count - a.count || place(a) - place(b),
  )
}

function createErrorGroup(
  conversion: SheetConversion,
  key: string,
  code: string,
  texts: ReadonlyMap<string, { count: number; row: number }>,
): CellErrorGroup {
  const source = findColumnSourceByFieldKey(conversion, key)
  const common = [...texts].sort(([, a], [, b]) => b.count - a.count).slice(0, textsShown)
  return {
    key,
    code,
    count: [...texts.values()].reduce((sum, { count }) => sum + count, 0),
    different: texts.size,
    texts: common.map(([text, { count, row }]) => {
      const suggestion = source && getSuggestionAt(conversion, row, source)
      return suggestion === undefined ? { text, count } : { text, count, suggestion }
    }),
  }
}

/** Returns the parsed value or the error of a single cell, without checks across fields or rows. */
export function parseCellOfRow(conversion: SheetConversion, row: number, source: ColumnSource): ParseResult {
  const { reader, edits } = conversion
  const listed = conversion.getListValue(row, source.target.key)
  if (listed !== undefined) return { value: listed }
  const edited = edits.get(row)
  const cell = reader.cell(conversion.index(row), source, edited)
  const otherValues = source.target.field.kindFrom === undefined ? {} : conversion.validate(row).values
  return reader.read(conversion.index(row), source, cell, otherValues, edited?.has(source.target.key) === true)
}

export function getSuggestionAt(conversion: SheetConversion, row: number, source: ColumnSource): string | undefined {
  const reading = parseCellOfRow(conversion, row, source)
  return 'error' in reading ? reading.suggestion : undefined
}
