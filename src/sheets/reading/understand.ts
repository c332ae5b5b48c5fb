import { type Mapping, type Target, targetOf } from '../../domain/batches/columns.ts'
import type { Context, Field } from '../../domain/fields/field.ts'
import type { IdKind } from '../../domain/fields/field-types.ts'
import { isIdKind } from '../../domain/fields/id-document.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import type { AskedColumn, Understood } from './asking.ts'
import type { Answers, Understanding } from './column-question.ts'
import { understandDates } from './date-column.ts'
import { understandDecimal } from './decimal-sign.ts'
import { understandZeros } from './lost-zeros.ts'
import { cellReader } from './sources.ts'

/** Decides from unambiguous cells how to read each column. Returns questions for columns that remain ambiguous. */
export function understandColumns(
  sheet: Sheet,
  start: number,
  mapping: Mapping,
  fields: readonly Field[],
  context: Context,
  answers: Answers = {},
): Understanding {
  const understanding: Understanding = { decisions: {}, questions: [] }
  for (const [number, key] of Object.entries(mapping)) {
    const target = targetOf(key, fields)
    if (!target) continue
    const read = cellReader(target.field, context)
    const kindOf = kindReader(sheet, mapping, target, fields, context)
    const column: AskedColumn = { sheet, start, column: Number(number), target, read, answers, kindOf }
    const { decision, questions } = understandColumn(column)
    understanding.decisions[column.column] = decision
    understanding.questions.push(...questions)
  }
  return understanding
}

function kindReader(sheet: Sheet, mapping: Mapping, { field }: Target, fields: readonly Field[], context: Context) {
  const kindField = fields.find(({ key }) => key === field.kindFrom)
  const [column] = Object.entries(mapping).find(([, key]) => key === kindField?.key) ?? []
  if (!kindField || column === undefined) return () => undefined
  const read = cellReader(kindField, context)
  return (index: number) => {
    const reading = read(cellAt(sheet, index, Number(column)), {})
    return 'value' in reading && isIdKind(reading.value ?? undefined) ? (reading.value as IdKind) : undefined
  }
}

function understandColumn(column: AskedColumn): Understood {
  const { field } = column.target
  if (isNumeric(field)) return understandDecimal(column)
  if (field.type === 'date') return understandDates(column)
  return field.type === 'idDocument' ? understandZeros(column) : { decision: {}, questions: [] }
}
