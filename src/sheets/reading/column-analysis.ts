import type { CellEvidenceCounts } from '../../domain/batches/cell-evidence.ts'
import type { ColumnTarget } from '../../domain/batches/column-matching.ts'
import type { IdDocumentKind } from '../../domain/fields/field-types.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { formatExactDecimal } from '../files/number-formatting.ts'
import { cellKindCodes, cellKindMask, type Sheet } from '../files/sheet.ts'
import {
  type CellParser,
  type ColumnParseSettings,
  type ColumnQuestion,
  getQuestionId,
  type QuestionAnswers,
} from './column-question.ts'

/** Column mapped to a field, with the user's answers to questions about the column. */
export interface MappedColumn {
  sheet: Sheet
  start: number
  column: number
  target: ColumnTarget
  read: CellParser
  answers: QuestionAnswers
  /** Returns the type of identity document that another column of the row gives, e.g. `CC`. `index`: sheet index of the row. */
  kindOf: (index: number) => IdDocumentKind | undefined
}

export interface ColumnAnalysis {
  decision: ColumnParseSettings
  questions: ColumnQuestion[]
}

/** Creates a question about a column, with the user's answer if there is one. */
export function createQuestion(
  { column, target, answers }: MappedColumn,
  question: Omit<ColumnQuestion, 'column' | 'key'>,
): ColumnQuestion {
  const answer = answers[getQuestionId({ column, kind: question.kind })]
  return { column, key: target.key, ...question, ...(answer !== undefined && { answer }) }
}

/** Returns the user's answer to the column's question of a `kind`; undefined if it is not one of `possible`. */
export function getSelectedAnswer<Answer extends string>(
  { column, answers }: MappedColumn,
  kind: 'decimal' | 'dateOrder',
  possible: readonly Answer[],
): Answer | undefined {
  return possible.find((answer) => answer === answers[getQuestionId({ column, kind })])
}

/** Builds a question about cells that can be read in two ways: by decimal separator, or by order of day and month. */
export function createReadingQuestion<Reading extends string>(
  column: MappedColumn,
  kind: 'decimal' | 'dateOrder',
  why: ColumnQuestion['why'],
  found: CellEvidenceCounts<Reading>,
  readings: readonly Reading[],
): ColumnQuestion {
  const kinds = why === 'open' ? (['open'] as const) : readings
  const texts = kinds.flatMap((reading) => found.texts[reading])
  const readAs = (text: string, answer: string): string => {
    const reading = column.read({ kind: 'text', text }, { [kind]: answer })
    return 'value' in reading && reading.value !== null ? formatValue(column.target.field, reading.value) : ''
  }
  const sides = Object.fromEntries(readings.map((one) => [one, { count: found.counts[one], rows: found.rows[one] }]))
  return createQuestion(column, {
    kind,
    why,
    count: kinds.reduce((count, reading) => count + found.counts[reading], 0),
    rows: kinds.flatMap((reading) => found.rows[reading]).sort((a, b) => a - b),
    samples: texts.map((text) => ({
      text,
      readings: Object.fromEntries(readings.map((answer) => [answer, readAs(text, answer)])),
    })),
    ...(why === 'conflict' && { sides }),
  })
}

/** Yields the text and number cells of a column, with their text and row number. `wanted`: cell kinds to include. */
export function* iterateDataCells(
  { sheet, start, column }: { sheet: Sheet; start: number; column: number },
  ...wanted: ('text' | 'number')[]
): Generator<{ row: number; text: string; index: number }> {
  const store = sheet.columns[column]
  if (!store) return
  const last = Math.min(sheet.count, store.kinds.length)
  for (let index = start; index < last; index++) {
    const kind = (store.kinds[index] as number) & cellKindMask
    const row = sheet.numbers[index] as number
    const value = store.values[index] as number
    if (kind === cellKindCodes.text && wanted.includes('text')) yield { row, index, text: sheet.texts.get(value) }
    else if (kind === cellKindCodes.number && wanted.includes('number'))
      yield { row, index, text: formatExactDecimal(value) }
  }
}
