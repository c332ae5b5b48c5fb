import type { Column, Field, ValidationContext, Value } from '../../domain/fields/field.ts'
import { formatValue, parseValue } from '../../domain/fields/values.ts'
import { byteOrderMark, formatCsvRows } from '../../domain/text/csv.ts'
import { toColumnLetters } from '../files/cell-reference.ts'
import type { CellStyle, OutputCell, OutputColumn } from './sheet-xml.ts'
import { getFieldOptions, listTemplateColumns, type TemplateColumn } from './template-columns.ts'
import { buildWorkbook } from './workbook-file.ts'

const optionsSheet = 'Opciones'

type ListNamesByField = ReadonlyMap<string, string>

/** Writes a template to fill in. Has text columns where Excel would convert typed values, drop-down lists for choice fields, and an example row. */
export function buildTemplateWorkbook(
  name: string,
  fields: readonly Field[],
  context: ValidationContext,
  listNames: ListNamesByField = new Map(),
) {
  const columns = listTemplateColumns(fields, listNames)
  const lists = columns.filter(({ field }) => getFieldOptions(field))
  const options = lists.map(({ field }) => getFieldOptions(field) ?? [])
  const longest = Math.max(0, ...options.map(({ length }) => length))
  const example = columns.map(({ field, exemplary }) => (exemplary ? createExampleCell(field, context) : null))
  const main = columns.map((column) => createTemplateColumn(column, lists.indexOf(column), listNames.get(column.key)))
  return buildWorkbook([
    { name, columns: main, rows: [example] },
    ...(longest > 0 ? [{ name: optionsSheet, columns: [], rows: transposeLists(options, longest), hidden: true }] : []),
  ])
}

export function formatTemplateCsv(
  fields: readonly Field[],
  context: ValidationContext,
  listNames: ListNamesByField = new Map(),
): string {
  const columns = listTemplateColumns(fields, listNames)
  const example = columns.map(({ field, exemplary }) => {
    const value = exemplary ? parseExample(field, context) : null
    return value === null ? '' : formatValue(field, value)
  })
  return byteOrderMark + formatCsvRows([columns.map(({ header }) => header), example])
}

/** Returns an output column. `list`: column index of the field's options in the options sheet, or -1. `listName`: list that can fill the field. */
function createTemplateColumn(
  { field, header }: TemplateColumn,
  list: number,
  listName: string | undefined,
): OutputColumn {
  const out: OutputColumn = {
    header,
    width: Math.min(40, Math.max(14, header.length + 2)),
    look: getTemplateStyle(field),
  }
  if (list >= 0)
    out.list = `${optionsSheet}!$${toColumnLetters(list)}$1:$${toColumnLetters(list)}$${getFieldOptions(field)?.length}`
  const lack = listName && `Puede faltar: se toma de la lista «${listName}».`
  const hints = [lack, getTemplateHint(field)].filter(Boolean)
  if (hints.length > 0) out.hint = hints.join(' ')
  return out
}

function transposeLists(lists: readonly string[][], length: number): OutputCell[][] {
  return Array.from({ length }, (_, i) => lists.map((list) => list[i] ?? null))
}

function getTemplateStyle({ type }: Column): CellStyle {
  if (type === 'date' || type === 'money') return type
  return type === 'integer' || type === 'decimal' || type === 'percent' ? 'general' : 'text'
}

function getTemplateHint(field: Column): string | undefined {
  if (field.help) return field.help
  if (field.type === 'date') return 'Día/mes/año'
  if (field.type === 'file')
    return 'Nombre del archivo; si son varios, sepárelos con punto y coma: contrato.pdf; cédula.jpg'
  if (field.type === 'choices')
    return `Separe con punto y coma: ${(field.options ?? []).map(({ value }) => value).join('; ')}`
  return undefined
}

function parseExample(field: Column, context: ValidationContext): Value | null {
  const reading = parseValue(field, field.example ?? '', context)
  return 'value' in reading ? reading.value : null
}

function createExampleCell(field: Column, context: ValidationContext): OutputCell {
  const value = parseExample(field, context)
  if (value === null) return null
  if (field.type === 'date') return { date: String(value) }
  const isNumber = field.type === 'money' || getTemplateStyle(field) === 'general'
  return isNumber ? Number(value) : formatValue(field, value)
}
