import type { Mapping } from '../../domain/batches/columns.ts'
import type { ReadingOptions } from '../../sheets/files/book.ts'
import type { BookSummary } from '../../sheets/reading/book-summary.ts'
import type { Answers, Understanding } from '../../sheets/reading/column-question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { Fills } from '../../sheets/reading/sources.ts'
import type { SheetChoice } from '../../sheets/worker/matched-sheet.ts'
import type { JoinChoices } from '../joining/joined.ts'
import type { RowStep } from '../rows/row-step.ts'
import type { Workbench } from '../rows/workbench.ts'

export type Stage = 'file' | 'reading' | 'columns' | 'judging' | 'rows' | 'sending'

export interface Importing {
  stage: Stage
  /** Bytes while a file is read, rows while they are judged. */
  progress: { done: number; total: number }
  /** Why the file, or a sheet of it, cannot be used. */
  refusal: { name: string; sentence: string } | null
  file: File | null
  /** Id of what is kept of the file; empty until there is something to keep. */
  draft: string
  options: Omit<ReadingOptions, 'fields'>
  book: BookSummary | null
  sheet: SheetSummary | null
  mapping: Mapping
  answers: Answers
  includeHidden: boolean
  /** What a person said that lists fill or do not. */
  joins: JoinChoices
  /** Value that the user typed for all rows of a field without a column, by key. */
  fills: Fills
  /** The records that rows name are being asked for. */
  lookingUp: boolean
  understanding: Understanding
  /** Columns were matched as the person did it the last time. */
  remembered: boolean
  /** What was decided about other sheets, and under other rows of headers. */
  decided: readonly Decided[]
  /** The file is being read again, or the columns are being looked at again. */
  busy: boolean
  /** What was done to the rows, also while the columns are looked at once more. */
  steps: readonly RowStep[]
  bench: Workbench | null
  /** The recipe of the rows on the bench: as long as it is the same, going back and forth costs nothing. */
  made: string
  /** Whether all of this outlives the page. */
  kept: boolean
  /** The batch to which the rows are being sent. */
  batch: string | null
}

/** What a person decided about one sheet under one row of headers. */
export type Decided = Pick<Importing, 'mapping' | 'answers' | 'includeHidden' | 'remembered'> & {
  sheet: SheetSummary
  steps: readonly RowStep[]
}

export type SheetPlace = Pick<SheetChoice, 'sheet' | 'header'>

/** Before a file is there. */
export const nothing: Importing = {
  stage: 'file',
  progress: { done: 0, total: 0 },
  refusal: null,
  file: null,
  draft: '',
  options: {},
  book: null,
  sheet: null,
  mapping: {},
  answers: {},
  includeHidden: false,
  joins: {},
  fills: {},
  lookingUp: false,
  understanding: { decisions: {}, questions: [] },
  remembered: false,
  decided: [],
  busy: false,
  steps: [],
  bench: null,
  made: '',
  kept: true,
  batch: null,
}
