import type { ParseHints, ParseResult } from '../../domain/fields/field-type-handler.ts'
import type { Cell } from '../files/cell.ts'

type QuestionKind = 'decimal' | 'dateOrder' | 'swapped' | 'serial' | 'zeros'

/** Question to the user about how to read a whole column. */
export interface ColumnQuestion {
  column: number
  key: string
  kind: QuestionKind
  /** `open`: both readings are possible · `conflict`: cells contradict each other · `unusual`: clear but rare · `offer`: optional conversion. */
  why: 'open' | 'conflict' | 'unusual' | 'offer'
  count: number
  /** Numbers of the first affected rows; for a conflict, of both sides. */
  rows: number[]
  /** Cells that support each answer; only for a conflict. */
  sides?: Record<string, { count: number; rows: number[] }>
  /** Sample texts with their reading for each answer; an empty reading if the text is invalid. */
  samples: { text: string; readings: Record<string, string> }[]
  /** Possible answers: `,` `.` · `dmy` `mdy` · `yes` `no` */
  answers: string[]
  answer?: string
}

/** Answers by `getQuestionId`. */
export type QuestionAnswers = Readonly<Record<string, string>>

/** Length of padded documents (with leading zeros) in a column, by document type. */
export type PaddedIdLengths = Readonly<Record<string, number>>

export interface ColumnSettings {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  /** True if date cells may have day and month swapped. They then follow the answer about the order. */
  doubtfulDates?: boolean
  /** True if date cells have day and month swapped, regardless of the order in text cells. */
  swapped?: boolean
  /** True if bare numbers in a date column are read as serial day numbers. */
  serial?: boolean
  /** Handling of identity documents that seem to lack leading zeros. `ask`: adds a warning. */
  zeros?: 'fill' | 'keep' | 'ask'
  /** Number of digits of the column's documents with a leading zero, by document type. */
  digits?: PaddedIdLengths
  /** Unanswered question: ambiguous cells are errors until the user answers it. */
  waiting?: 'decimal' | 'dateOrder' | 'swapped'
  /** True if some cells use the other decimal separator. Such cells are errors, even if their type could parse them. */
  contradicted?: boolean
}

export interface ColumnsAnalysis {
  /** Settings by column index. */
  decisions: Record<number, ColumnSettings>
  questions: ColumnQuestion[]
}

/** Returns `column:kind`. The id is the same each time the file is read, so stored answers still match. */
export function getQuestionId({ column, kind }: Pick<ColumnQuestion, 'column' | 'kind'>): string {
  return `${column}:${kind}`
}

/** Function that parses a cell as a value of its column's field. */
export type CellParser = (cell: Cell, hints: ParseHints & { serial?: boolean }) => ParseResult
