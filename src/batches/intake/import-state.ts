import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { WorkbookReadOptions } from '../../sheets/files/workbook.ts'
import type { ColumnsAnalysis, QuestionAnswers } from '../../sheets/reading/column-question.ts'
import type { DefaultFieldTexts } from '../../sheets/reading/column-sources.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { WorkbookSummary } from '../../sheets/reading/workbook-summary.ts'
import type { SheetSelection } from '../../sheets/worker/matched-sheet.ts'
import type { ListJoinSelection } from '../list-joins/list-joins.ts'
import type { RowEdit } from '../rows/row-edit.ts'
import type { RowEditor } from '../rows/row-editor.ts'

export type ImportStage = 'file' | 'reading' | 'columns' | 'validating' | 'rows' | 'sending'

export interface ImportState {
  stage: ImportStage
  /** Progress in bytes at stage `reading`, in rows at stage `validating`. */
  progress: { done: number; total: number }
  /** Error of an unusable file or sheet: name of the file or sheet, and message; `null` if none. */
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
  /** Choice of the user for each field key: whether a list of the organisation fills the field. */
  joins: ListJoinSelection
  fills: DefaultFieldTexts
  /** Whether the list records that the rows refer to are being loaded. */
  lookingUp: boolean
  understanding: ColumnsAnalysis
  /** Whether the mapping of the user's previous import was applied. */
  remembered: boolean
  /** Saved decisions about the sheets and header rows that were shown before. */
  decided: readonly SheetImportSettings[]
  /** Whether the file or its columns are being read again. */
  busy: boolean
  /**
   * Corrections of the rows. They are applied again if the user changes the columns and the rows are converted again.
   */
  steps: readonly RowEdit[]
  editor: RowEditor | null
  /**
   * Settings, as text, with which the rows in `editor` were converted. If they are unchanged, the rows are not
   * converted again.
   */
  made: string
  /** Whether the draft is stored in the browser and survives closing the page. */
  kept: boolean
  /** Id of the batch that receives the rows; `null` before sending. */
  batch: string | null
}

/** User's decisions about one sheet with a certain header row. */
export type SheetImportSettings = Pick<ImportState, 'mapping' | 'answers' | 'includeHidden' | 'remembered'> & {
  sheet: SheetSummary
  steps: readonly RowEdit[]
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
