import { dateEvidence, decimalEvidence, isSerial, type Tally, tally } from '../../domain/cells.ts'
import { type Mapping, type Target, targetOf } from '../../domain/columns.ts'
import { fromSerial, shortDate } from '../../domain/date.ts'
import type { Context, Field, IdKind } from '../../domain/field.ts'
import { isIdKind } from '../../domain/fields/id-document.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { printValue } from '../../domain/values.ts'
import { dataCells } from './data-cells.ts'
import { understandZeros } from './lost-zeros.ts'
import { type Answers, type Decision, type Question, questionId, type Understanding } from './question.ts'
import { type CellReader, cellReader } from './read-cell.ts'
import { cellAt, type Sheet } from './sheet.ts'

export interface SheetColumn {
  sheet: Sheet
  /** Index of the first row of data. */
  start: number
  column: number
  target: Target
  read: CellReader
  answers: Answers
  /** What another column of the row says that this identity document is. */
  kindOf: (index: number) => IdKind | undefined
}

/** Decides for each column, from its unambiguous cells, how it is to be read; what they leave open is asked. */
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
    const column: SheetColumn = { sheet, start, column: Number(number), target, read, answers, kindOf }
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

function understandColumn(column: SheetColumn): { decision: Decision; questions: Question[] } {
  const { field } = column.target
  if (isNumeric(field)) return understandDecimal(column)
  if (field.type === 'idDocument') return understandZeros(column)
  if (field.type !== 'date') return { decision: {}, questions: [] }
  const order = understandOrder(column)
  const serial = understandSerials(column)
  return { decision: { ...order.decision, ...serial.decision }, questions: [...order.questions, ...serial.questions] }
}

function understandDecimal(column: SheetColumn): { decision: Decision; questions: Question[] } {
  const { type } = column.target.field
  const signs = [',', '.'] as const
  const found = tally(dataCells(column, 'text'), signs, (text) => decimalEvidence(text, type))
  const why = whyAsked(found, signs)
  const sure = chosenOf(column, 'decimal', signs) ?? signs.find((sign) => found.counts[sign] > 0)
  if (why === null) return { decision: sure === undefined ? {} : { decimal: sure }, questions: [] }
  const question = questionOf(column, 'decimal', why, found, signs, (answer) => ({ decimal: answer as ',' | '.' }))
  const decimal = signs.find((sign) => sign === question.answer)
  if (decimal === undefined) return { decision: { waiting: 'decimal' }, questions: [question] }
  return { decision: { decimal, contradicted: why === 'conflict' }, questions: [question] }
}

function understandOrder(column: SheetColumn): { decision: Decision; questions: Question[] } {
  const orders = ['dmy', 'mdy'] as const
  const found = tally(dataCells(column, 'text'), orders, dateEvidence)
  const conflict = found.counts.dmy > 0 && found.counts.mdy > 0
  const chosen = chosenOf(column, 'dateOrder', orders) ?? 'dmy'
  if (found.counts.mdy === 0) return { decision: { dateOrder: chosen }, questions: [] }
  const why = conflict ? 'conflict' : 'unusual'
  const question = questionOf(column, 'dateOrder', why, found, orders, (answer) => ({
    dateOrder: answer as 'dmy' | 'mdy',
  }))
  const answer = orders.find((order) => order === question.answer)
  const meanwhile: Decision = conflict ? { waiting: 'dateOrder' } : { dateOrder: 'mdy' }
  return { decision: answer ? { dateOrder: answer } : meanwhile, questions: [question] }
}

function understandSerials(column: SheetColumn): { decision: Decision; questions: Question[] } {
  const found = tally(dataCells(column, 'text', 'number'), ['yes'] as const, (text) => (isSerial(text) ? 'yes' : null))
  if (found.counts.yes === 0) return { decision: {}, questions: [] }
  const { base } = column.sheet
  const samples = found.texts.yes.map((text) => {
    const day = fromSerial(Number.parseFloat(text.replace(',', '.')), base)
    return { text, readings: { yes: day === null ? '' : shortDate(day), no: text } }
  })
  const question: Question = {
    column: column.column,
    key: column.target.key,
    kind: 'serial',
    why: 'offer',
    count: found.counts.yes,
    rows: found.rows.yes,
    samples,
    answers: ['yes', 'no'],
  }
  const answer = column.answers[questionId(question)]
  return {
    decision: { serial: answer === 'yes' },
    questions: [answer === undefined ? question : { ...question, answer }],
  }
}

/** What a person said of a column that leaves nothing open. */
function chosenOf<Answer extends string>(
  { column, answers }: SheetColumn,
  kind: 'decimal' | 'dateOrder',
  possible: readonly Answer[],
): Answer | undefined {
  return possible.find((answer) => answer === answers[questionId({ column, kind })])
}

function whyAsked<Sign extends string>(found: Tally<Sign>, signs: readonly Sign[]): 'conflict' | 'open' | null {
  const sides = signs.filter((sign) => found.counts[sign] > 0).length
  if (sides > 1) return 'conflict'
  return sides === 0 && found.counts.open > 0 ? 'open' : null
}

function questionOf<Reading extends string>(
  { column, target, read, answers }: SheetColumn,
  kind: 'decimal' | 'dateOrder',
  why: Question['why'],
  found: Tally<Reading>,
  readings: readonly Reading[],
  hints: (answer: string) => Decision,
): Question {
  const kinds = why === 'open' ? (['open'] as const) : readings
  const texts = kinds.flatMap((reading) => found.texts[reading])
  const readAs = (text: string, answer: string): string => {
    const { decimal, dateOrder } = hints(answer)
    const reading = read({ kind: 'text', text }, { ...(decimal && { decimal }), ...(dateOrder && { dateOrder }) })
    return 'value' in reading && reading.value !== null ? printValue(target.field, reading.value) : ''
  }
  const question: Question = {
    column,
    key: target.key,
    kind,
    why,
    count: kinds.reduce((count, reading) => count + found.counts[reading], 0),
    rows: kinds.flatMap((reading) => found.rows[reading]).sort((a, b) => a - b),
    samples: texts.map((text) => ({
      text,
      readings: Object.fromEntries(readings.map((answer) => [answer, readAs(text, answer)])),
    })),
    answers: [...readings],
  }
  if (why === 'conflict')
    question.sides = Object.fromEntries(readings.map((r) => [r, { count: found.counts[r], rows: found.rows[r] }]))
  const answer = answers[questionId(question)]
  return answer === undefined ? question : { ...question, answer }
}
