import type { ParseHints, ParseResult } from '../../domain/fields/field-type-handler.ts'
import type { Cell } from '../files/cell.ts'

type QuestionKind = 'decimal' | 'dateOrder' | 'swapped' | 'serial' | 'zeros'

export interface ColumnQuestion {
  column: number
  key: string
  kind: QuestionKind
  /** `open`: two readings · `conflict`: contradicting cells · `unusual`: certain but rare · `offer`: optional. */
  why: 'open' | 'conflict' | 'unusual' | 'offer'
  count: number
  /** Numbers of the first affected rows. For a conflict, they include rows for every answer. */
  rows: number[]
  /** Cells that support each answer: their number and rows. Set only if cells contradict each other. */
  sides?: Record<string, { count: number; rows: number[] }>
  /** Sample texts with the value that each answer gives, by answer. The value is empty if the text is invalid. */
  samples: { text: string; readings: Record<string, string> }[]
  /** Answer of the user: `,` `.` · `dmy` `mdy` · `yes` `no` */
  answer?: string
}

/** Answers of the user, by question id (`getQuestionId`). */
export type QuestionAnswers = Readonly<Record<string, string>>

/** Most frequent length of a column's identity numbers with leading zeros, by type of identity document. */
export type ZeroPaddedIdLengths = Readonly<Record<string, number>>

export interface ColumnParseSettings {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  /** True if date cells may have day and month swapped. The answer about the date order also applies to them. */
  doubtfulDates?: boolean
  /** True if texts of the column have the month first, whatever the answer. The other dates of their rows then need a review. */
  monthFirst?: boolean
  /** True if date cells have day and month swapped, regardless of the order in text cells. */
  swapped?: boolean
  /** True if numbers in a date column are read as serial numbers of dates. */
  serial?: boolean
  /** Treatment of identity numbers that may have lost leading zeros: restored, kept, or kept with a warning. */
  zeros?: 'fill' | 'keep' | 'ask'
  /** Most frequent length of the column's identity numbers with leading zeros, by type of identity document. */
  digits?: ZeroPaddedIdLengths
  /** Kind of the unanswered question. Until the user answers it, ambiguous cells are errors. */
  waiting?: 'decimal' | 'dateOrder' | 'swapped'
  /** True if some cells use the other decimal separator. They are errors, even if the field type could parse them. */
  contradicted?: boolean
}

export interface ColumnsAnalysis {
  /** Settings by zero-based column index. */
  decisions: Record<number, ColumnParseSettings>
  questions: ColumnQuestion[]
}

/** Returns `column:kind`. The id is the same each time the file is read, so stored answers remain valid. */
export function getQuestionId({ column, kind }: Pick<ColumnQuestion, 'column' | 'kind'>): string {
  return `${column}:${kind}`
}

export type CellParser = (cell: Cell, hints: ParseHints & { serial?: boolean }) => ParseResult
