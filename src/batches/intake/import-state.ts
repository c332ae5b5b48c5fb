import { type ColumnMapping, getColumnMapping } from '../../domain/batches/column-matching.ts'
import { describeError } from '../../lib/api-error.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { WorkbookReadOptions } from '../../sheets/files/workbook.ts'
import type { ColumnsAnalysis, QuestionAnswers } from '../../sheets/reading/column-question.ts'
import type { DefaultFieldTexts } from '../../sheets/reading/column-sources.ts'
import type { SheetSummary, WorkbookSummary } from '../../sheets/reading/sheet-summary.ts'
import type { SheetSelection } from '../../sheets/worker/sheet-session.ts'
import type { ListJoinSelection } from '../list-joins.ts'
import type { RowEdit, RowEditor } from '../rows/row-editor.ts'

export type ImportStage = 'file' | 'reading' | 'columns' | 'validating' | 'rows' | 'sending'

/** Decisions of the user, stored with the file to resume the import. */
export interface ImportDecisions {
  options: Omit<WorkbookReadOptions, 'fields'>
  mapping: ColumnMapping
  answers: QuestionAnswers
  includeHidden: boolean
  /** Choice of the user for each field key: whether a list of the organisation fills the field. */
  joins: ListJoinSelection
  fills: DefaultFieldTexts
  /** Corrections of the rows, which are applied again after the rows are converted again. */
  steps: readonly RowEdit[]
  /** Id of the batch that receives the rows; `null` before sending. */
  batch: string | null
}

export interface ImportState extends ImportDecisions {
  stage: ImportStage
  /** Progress in bytes at stage `reading`, in rows at stage `validating`. */
  progress: { done: number; total: number }
  /** Error of an unusable file or sheet: name of the file or sheet, and message; `null` if none. */
  refusal: { name: string; sentence: string } | null
  file: File | null
  /** Id of the stored draft; empty before the draft exists. */
  draft: string
  book: WorkbookSummary | null
  sheet: SheetSummary | null
  /** Whether the list records that the rows refer to are being loaded. */
  lookingUp: boolean
  understanding: ColumnsAnalysis
  /** Whether the mapping of the user's previous import was applied. */
  remembered: boolean
  /** Decisions about the sheets and header rows that were shown before. */
  decided: readonly SheetImportSettings[]
  /** Whether the file or its columns are being read again. */
  busy: boolean
  editor: RowEditor | null
  /** Settings, as text, with which the rows in `editor` were converted. The same settings need no new conversion. */
  made: string
  /** Whether the draft is stored in the browser and survives closing the page. */
  kept: boolean
}

type SheetImportSettings = Pick<ImportState, 'mapping' | 'answers' | 'includeHidden' | 'remembered' | 'steps'> & {
  sheet: SheetSummary
}

export type SheetPosition = Pick<SheetSelection, 'sheet' | 'header'>

const noProgress = { done: 0, total: 0 }

export const emptyImportState: ImportState = {
  stage: 'file',
  progress: noProgress,
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

// Changes of the state. They are pure functions without I/O.

export const startFileRead = (file: File, options: ImportState['options'] = {}): ImportState => ({
  ...emptyImportState,
  stage: 'reading',
  file,
  options,
  progress: { done: 0, total: file.size },
})

/** Returns the current sheet and its mapping. `byNames`: sheet mapped by column names alone; `remembered` if it differs. */
export function getMappedSheet(sheet: SheetSummary, byNames: SheetSummary) {
  const mapping = getColumnMapping(sheet.columns)
  const remembered = JSON.stringify(getColumnMapping(byNames.columns)) !== JSON.stringify(mapping)
  return { sheet, mapping, remembered, answers: {}, includeHidden: false, refusal: null }
}

/** Maps a column to the field `key`; an empty `key` unmaps the column. */
export function mapColumn({ mapping }: Pick<ImportState, 'mapping'>, column: number, key: string): ColumnMapping {
  const { [column]: _, ...others } = mapping
  return key === '' ? others : { ...others, [column]: key }
}

/** Returns the state after rereading the file. Keeps the decisions of `before` if the number of columns is the same. */
export function finishFileReread(
  { sheet }: Pick<ImportState, 'sheet'>,
  book: WorkbookSummary,
  before: ImportState,
): Partial<ImportState> {
  const isSame = sheet && before.sheet && sheet.columns.length === before.sheet.columns.length
  if (!isSame || !before.sheet) return { book, decided: [], steps: [] }
  // The mapping by column names, with the manual choices in `before` applied to the columns at the same positions.
  const mapping = getColumnMapping(sheet.columns)
  const byNames = getColumnMapping(before.sheet.columns)
  for (const { column } of before.sheet.columns) {
    const chosen = before.mapping[column]
    if (chosen === byNames[column]) continue
    if (chosen === undefined) delete mapping[column]
    else mapping[column] = chosen
  }
  return { book, decided: [], mapping, answers: before.answers, includeHidden: before.includeHidden }
}

/** Returns the saved decisions with those about the current sheet, before another sheet is shown. */
export function saveSheetImportSettings(state: ImportState): ImportState['decided'] {
  const { sheet, mapping, answers, includeHidden, remembered, steps, decided } = state
  if (!sheet) return decided
  const others = decided.filter((other) => !isDecisionAt(other, getSheetPosition(state)))
  return [...others, { sheet, mapping, answers, includeHidden, remembered, steps }]
}

/** Returns the saved decisions about a sheet and header row. If `place` has no header row, returns the latest decisions about the sheet. */
export const findSheetDecision = (all: ImportState['decided'], place: SheetPosition) =>
  all.findLast((decided) => isDecisionAt(decided, place))

const isDecisionAt = ({ sheet }: SheetImportSettings, { header, ...place }: SheetPosition) =>
  sheet.sheet === place.sheet && (!header || (sheet.header.index === header.index && sheet.header.span === header.span))

/** Returns the position of the sheet and its header row; the first sheet if none is chosen. */
export const getSheetPosition = ({ sheet }: Pick<ImportState, 'sheet'>): SheetPosition =>
  sheet ? { sheet: sheet.sheet, header: { index: sheet.header.index, span: sheet.header.span } } : { sheet: 0 }

/** Returns the settings that determine the converted rows, as text. */
export function serializeConversionInputs(state: ImportState): string {
  const { options, mapping, answers, includeHidden, joins, fills } = state
  return JSON.stringify([options, getSheetPosition(state), mapping, answers, includeHidden, joins, fills])
}

/** Returns the state that shows an error at `stage`, where the user can fix it. Ignores the error of an aborted operation. */
export function setFileReadError(
  state: ImportState,
  error: unknown,
  stage: ImportStage,
  name: string = state.file?.name ?? '',
): ImportState {
  if (isAbortError(error)) return state
  const sentence = error instanceof FileReadError ? error.message : describeError(error)
  return { ...state, stage, refusal: { name, sentence }, busy: false, lookingUp: false }
}

/** Whether the error means that the user closed the file, which aborts pending operations. */
export const isAbortError = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the draft to store; `null` before a file was read. */
export function createImportDraft(state: ImportState) {
  const { draft: id, file, options, mapping, answers, includeHidden, joins, fills, steps, stage, editor, batch } = state
  if (!file || !id) return null
  const overview = editor?.store.getState().overview
  return {
    ...{ id, file, fileName: file.name, options, mapping, answers, includeHidden, joins, fills, steps, batch },
    choice: getSheetPosition(state),
    atRows: stage === 'rows' || stage === 'sending',
    counts: overview ? { total: overview.total, error: overview.error } : null,
    sent: false,
  }
}
