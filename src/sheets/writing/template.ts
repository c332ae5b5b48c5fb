import type { Column, Context, Field, Value } from '../../domain/fields/field.ts'
import { printValue, readValue } from '../../domain/fields/values.ts'
import { byteOrderMark, formatCsvRows } from '../../domain/text/csv.ts'
import { letterOf } from '../files/cell-reference.ts'
import { optionsOf, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import type { CellOut, ColumnOut } from './sheet-xml.ts'
import type { Look } from './styles-xml.ts'
import { workbook } from './workbook.ts'

const optionsSheet = 'Opciones'

/** Names of the lists that can fill a field, by field key. */
type Bringers = ReadonlyMap<string, string>

/** Writes a template to fill in. It has text columns where Excel would convert typed values, drop-down lists for choices, and an example row. */
export function templateWorkbook(
  name: string,
  fields: readonly Field[],
  context: Context,
  bringers: Bringers = new Map(),
) {
  const columns = sheetColumns(fields, bringers)
  const lists = columns.filter(({ field }) => optionsOf(field))
  const options = lists.map(({ field }) => optionsOf(field) ?? [])
  const longest = Math.max(0, ...options.map(({ length }) => length))
  const example = columns.map(({ field, exemplary }) => (exemplary ? exampleCell(field, context) : null))
  const main = columns.map((column) => columnOut(column, lists.indexOf(column), bringers.get(column.key)))
  return workbook([
    { name, columns: main, rows: [example] },
    ...(longest > 0 ? [{ name: optionsSheet, columns: [], rows: rowsOf(options, longest), hidden: true }] : []),
  ])
}

/** Writes the template as a CSV for Excel in Spanish. */
export function templateCsv(fields: readonly Field[], context: Context, bringers: Bringers = new Map()): string {
  const columns = sheetColumns(fields, bringers)
  const example = columns.map(({ field, exemplary }) => {
    const value = exemplary ? exampleOf(field, context) : null
    return value === null ? '' : printValue(field, value)
  })
  return byteOrderMark + formatCsvRows([columns.map(({ header }) => header), example])
}

/** Returns an output column. `list`: column index of its options in the options sheet, or -1. `bringer`: name of a list that can fill it. */
function columnOut({ field, header }: SheetColumn, list: number, bringer: string | undefined): ColumnOut {
  const out: ColumnOut = { header, width: Math.min(40, Math.max(14, header.length + 2)), look: lookOf(field) }
  if (list >= 0) out.list = `${optionsSheet}!$${letterOf(list)}$1:$${letterOf(list)}$${optionsOf(field)?.length}`
  const hints = [bringer === undefined ? [] : mayLack(bringer), hintOf(field) ?? []].flat()
  if (hints.length > 0) out.hint = hints.join(' ')
  return out
}

const mayLack = (bringer: string) => `Puede faltar: se toma de la lista «${bringer}».`

function rowsOf(lists: readonly string[][], length: number): CellOut[][] {
  return Array.from({ length }, (_, i) => lists.map((list) => list[i] ?? null))
}

function lookOf({ type }: Column): Look {
  if (type === 'date' || type === 'money') return type
  return type === 'integer' || type === 'decimal' || type === 'percent' ? 'general' : 'text'
}

function hintOf(field: Column): string | undefined {
  if (field.help) return field.help
  if (field.type === 'date') return 'Día/mes/año'
  if (field.type === 'file')
    return 'Nombre del archivo; si son varios, sepárelos con punto y coma: contrato.pdf; cédula.jpg'
  if (field.type === 'choices')
    return `Separe con punto y coma: ${(field.options ?? []).map(({ value }) => value).join('; ')}`
  return undefined
}

function exampleOf(field: Column, context: Context): Value | null {
  const reading = readValue(field, field.example ?? '', context)
  return 'value' in reading ? reading.value : null
}

function exampleCell(field: Column, context: Context): CellOut {
  const value = exampleOf(field, context)
  if (value === null) return null
  if (field.type === 'date') return { date: String(value) }
  const isNumber = field.type === 'money' || lookOf(field) === 'general'
  return isNumber ? Number(value) : printValue(field, value)
}
