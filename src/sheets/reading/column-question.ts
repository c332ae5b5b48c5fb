import type { Hints, Reading } from '../../domain/fields/kind.ts'
import type { Cell } from '../files/cell.ts'

type QuestionKind = 'decimal' | 'dateOrder' | 'swapped' | 'serial' | 'zeros'

/** Asked once for a whole column. */
export interface ColumnQuestion {
  column: number
  key: string
  kind: QuestionKind
  /** `open`: both are possible · `conflict`: cells contradict each other · `unusual`: sure, but seldom · `offer`: a change is offered. */
  why: 'open' | 'conflict' | 'unusual' | 'offer'
  count: number
  /** Numbers of the first rows it is about; in a conflict, of both sides. */
  rows: number[]
  /** Only of a conflict: what speaks for each answer. */
  sides?: Record<string, { count: number; rows: number[] }>
  /** What some of the texts would be under each answer; empty where they could not be read. */
  samples: { text: string; readings: Record<string, string> }[]
  /** `,` `.` · `dmy` `mdy` · `yes` `no` */
  answers: string[]
  answer?: string
}

/** `questionId` → one of the question's answers. */
export type Answers = Readonly<Record<string, string>>

/** Digits that documents of each kind have in a column if they begin with zeros. */
export type PaddedLengths = Readonly<Record<string, number>>

/** How the cells of one column are read. */
export interface ColumnDecision {
  decimal?: ',' | '.'
  dateOrder?: 'dmy' | 'mdy'
  /** The date cells may have day and month exchanged: they follow the answer about the order. */
  doubtfulDates?: boolean
  /** The date cells have day and month exchanged, whatever the order of the texts. */
  swapped?: boolean
  /** Bare numbers in a column of dates are serials. */
  serial?: boolean
  /** What to do with identity documents that seem to lack zeros: `ask` marks them. */
  zeros?: 'fill' | 'keep' | 'ask'
  /** Digits of the column's documents that begin with a zero, by kind. */
  digits?: PaddedLengths
  /** Until the question is answered, cells that could be read both ways are held back. */
  waiting?: 'decimal' | 'dateOrder' | 'swapped'
  /** Cells of the column say another decimal sign than the answer: they are errors, also where their type could read them. */
  contradicted?: boolean
}

export interface Understanding {
  /** By column. */
  decisions: Record<number, ColumnDecision>
  questions: ColumnQuestion[]
}

/** `column:kind`, the same each time the file is read, so that a stored answer finds its question again. */
export function questionId({ column, kind }: Pick<ColumnQuestion, 'column' | 'kind'>): string {
  return `${column}:${kind}`
}

/** Reads one cell as a value of its column's field. */
export type CellReader = (cell: Cell, hints: Hints & { serial?: boolean }) => Reading
