import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { WorkbookReadOptions } from '../../sheets/files/workbook.ts'
import type { ColumnsAnalysis, QuestionAnswers } from '../../sheets/reading/column-question.ts'
import type { DefaultTexts } from '../../sheets/reading/column-sources.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { WorkbookSummary } from '../../sheets/reading/workbook-summary.ts'
import type { SheetSelection } from '../../sheets/worker/matched-sheet.ts'
import type { ListJoinChoices } from '../list-joins/list-joins.ts'
import type { RowEditor } from '../rows/row-editor.ts'
import type { RowStep } from '../rows/row-step.ts'

export type ImportStage = 'file' | 'reading' | 'columns' | 'validating' | 'rows' | 'sending'

export interface ImportState {
  stage: ImportStage
  /** Bytes while the file is read; rows while they are validated. */
  progress: { done: number; total: number }
  /** Reason why the file or one of its sheets cannot be used. */
  refusal: { name: string; sentence: string } | null
  file: File | null
  /** Id of the stored draft; empty before the draft exists. */
  draft: string
  options: Omit<WorkbookReadOptions, 'fields'>
  book: WorkbookSummary | null
  sheet: SheetSummary | null
  mapping: ColumnMapping
  answers: QuestionAnswers
  includeHidden: boolean
  /** User's choices whether lists fill fields, by field key. */
  joins: ListJoinChoices
  fills: DefaultTexts
  /** Whether list records named by rows are being requested. */
  lookingUp: boolean
  understanding: ColumnsAnalysis
  /** Whether columns were matched from the user's previous import. */
  remembered: boolean
  /** Decisions about other sheets and header rows of the file. */
  decided: readonly SheetImportChoices[]
  /** Whether the file or its columns are being read again. */
  busy: boolean
  /** Corrections made to the rows; preserved while the user goes back to the columns. */
  steps: readonly RowStep[]
  editor: RowEditor | null
  /** Serialized inputs of the rows in `editor`. If they are unchanged, the rows are reused. */
  made: string
  /** Whether the draft is stored in the browser and survives closing the page. */
  kept: boolean
  /** Id of the batch that receives the rows; `null` before sending. */
  batch: string | null
}

/** User's decisions about one sheet with one header row. */
export type SheetImportChoices = Pick<ImportState, 'mapping' | 'answers' | 'includeHidden' | 'remembered'> & {
  sheet: SheetSummary
  steps: readonly RowStep[]
}

export type SheetPosition = Pick<SheetSelection, 'sheet' | 'header'>

export const emptyImportState: ImportState = {
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
  editor: null,
  made: '',
  kept: true,
  batch: null,
}
