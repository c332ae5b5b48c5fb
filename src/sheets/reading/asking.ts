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

/** Column mapped to a field, with the user's answers about it. */
export interface AskedColumn {
  sheet: Sheet
  start: number
  column: number
  target: Target
  read: CellReader
  answers: Answers
  /** Returns the document type that another column of row `index` names, e.g. `CC`. */
  kindOf: (index: number) => IdKind | undefined
}

/** Decision about how to read a column, and the questions left for the user. */
export interface Understood {
  decision: ColumnDecision
  questions: ColumnQuestion[]
}

/** Adds the user's answer to a question, if there is one. */
export const withAnswer = (question: ColumnQuestion, answers: Answers): ColumnQuestion => {
  const answer = answers[questionId(question)]
  return answer === undefined ? question : { ...question, answer }
}

/** Returns the user's answer to a question about a column, if it is one of `possible`. */
export function chosenOf<Answer extends string>(
  { column, answers }: AskedColumn,
  kind: 'decimal' | 'dateOrder',
  possible: readonly Answer[],
): Answer | undefined {
  return possible.find((answer) => answer === answers[questionId({ column, kind })])
}

/** Builds a question about cells with two readings: by decimal separator or by order of day and month. */
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

/** Yields the data cells of a column of the given kinds, as text with their row numbers. */
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
