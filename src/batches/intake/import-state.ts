import type { Mapping } from '../../domain/columns.ts'
import type { ReadingOptions } from '../../sheets/files/book.ts'
import type { BookSummary } from '../../sheets/reading/book-summary.ts'
import type { Answers, Understanding } from '../../sheets/reading/question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { Workbench } from '../rows/workbench.ts'

export type Stage = 'file' | 'reading' | 'columns' | 'judging' | 'rows' | 'sending'

export interface Importing {
  stage: Stage
  /** Bytes while a file is read, rows while they are judged. */
  progress: { done: number; total: number }
  /** Why the file, or a sheet of it, cannot be used. */
  refusal: { name: string; sentence: string } | null
  file: File | null
  options: Omit<ReadingOptions, 'fields'>
  book: BookSummary | null
  sheet: SheetSummary | null
  mapping: Mapping
  answers: Answers
  includeHidden: boolean
  understanding: Understanding
  /** Columns were matched as the person did it the last time. */
  remembered: boolean
  /** The file is being read again, or the columns are being looked at again. */
  busy: boolean
  bench: Workbench | null
  /** Whether all of this outlives the page. */
  kept: boolean
  /** The batch to which the rows are being sent. */
  batch: string | null
}

/** Before a file is there. */
export const nothing: Importing = {
  stage: 'file',
  progress: { done: 0, total: 0 },
  refusal: null,
  file: null,
  options: {},
  book: null,
  sheet: null,
  mapping: {},
  answers: {},
  includeHidden: false,
  understanding: { decisions: {}, questions: [] },
  remembered: false,
  busy: false,
  bench: null,
  kept: true,
  batch: null,
}
