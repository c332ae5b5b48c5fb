import type { Tally } from '../../domain/batches/cells.ts'
import type { Target } from '../../domain/batches/columns.ts'
import type { IdKind } from '../../domain/fields/field-types.ts'
import { printValue } from '../../domain/fields/values.ts'
import { exactDecimal } from '../files/exact-decimal.ts'
import { cellKinds, kindMask, type Sheet } from '../files/sheet.ts'
import {
  type Answers,
  type CellReader,
  type ColumnDecision,
  type ColumnQuestion,
  questionId,
} from './column-question.ts'

/** A column that fills a field, and what a person said about it. */
export interface AskedColumn {
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

/** What was decided about a column, and what has to be asked. */
export interface Understood {
  decision: ColumnDecision
  questions: ColumnQuestion[]
}

/** The question with the answer that a person gave to it, if any. */
export const withAnswer = (question: ColumnQuestion, answers: Answers): ColumnQuestion => {
  const answer = answers[questionId(question)]
  return answer === undefined ? question : { ...question, answer }
}

/** What a person said of a column that leaves nothing open. */
export function chosenOf<Answer extends string>(
  { column, answers }: AskedColumn,
  kind: 'decimal' | 'dateOrder',
  possible: readonly Answer[],
): Answer | undefined {
  return possible.find((answer) => answer === answers[questionId({ column, kind })])
}

/** A question with two readings of some cells: by the decimal sign, or by the order of day and month. */
export function columnQuestion<Reading extends string>(
  { column, target, read, answers }: AskedColumn,
  kind: 'decimal' | 'dateOrder',
  why: ColumnQuestion['why'],
  found: Tally<Reading>,
  readings: readonly Reading[],
  hints: (answer: string) => ColumnDecision,
): ColumnQuestion {
  const kinds = why === 'open' ? (['open'] as const) : readings
  const texts = kinds.flatMap((reading) => found.texts[reading])
  const readAs = (text: string, answer: string): string => {
    const { decimal, dateOrder } = hints(answer)
    const reading = read({ kind: 'text', text }, { ...(decimal && { decimal }), ...(dateOrder && { dateOrder }) })
    return 'value' in reading && reading.value !== null ? printValue(target.field, reading.value) : ''
  }
  const question: ColumnQuestion = {
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
  return withAnswer(question, answers)
}

/** The cells of a column below the headers that are of one of these kinds, as text, with the numbers of their rows. */
export function* dataCells(
  { sheet, start, column }: { sheet: Sheet; start: number; column: number },
  ...wanted: ('text' | 'number')[]
): Generator<{ row: number; text: string; index: number }> {
  const store = sheet.columns[column]
  if (!store) return
  const last = Math.min(sheet.count, store.kinds.length)
  for (let index = start; index < last; index++) {
    const kind = (store.kinds[index] as number) & kindMask
    const row = sheet.numbers[index] as number
    const value = store.values[index] as number
    if (kind === cellKinds.text && wanted.includes('text')) yield { row, index, text: sheet.texts.get(value) }
    else if (kind === cellKinds.number && wanted.includes('number')) yield { row, index, text: exactDecimal(value) }
  }
}
