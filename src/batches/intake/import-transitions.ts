import { getColumnMapping } from '../../domain/batches/column-matching.ts'
import { describeError } from '../../lib/error-message.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { ColumnsAnalysis } from '../../sheets/reading/column-question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { WorkbookSummary } from '../../sheets/reading/workbook-summary.ts'
import type { ImportDraft } from '../import-drafts.ts'
import type { RowEdit } from '../rows/row-edit.ts'
import type { RowEditor } from '../rows/row-editor.ts'
import {
  emptyImportState,
  type ImportStage,
  type ImportState,
  type SheetImportSettings,
  type SheetPosition,
} from './import-state.ts'
import { addSheetDecision, getSheetPosition, reapplyManualMappings } from './sheet-decisions.ts'

// State transitions of an import. They are pure functions without I/O.

const noProgress = { done: 0, total: 0 }

export const startFileRead = (file: File, options: ImportState['options'] = {}): ImportState => ({
  ...emptyImportState,
  stage: 'reading',
  file,
  options,
  progress: { done: 0, total: file.size },
})

/**
 * Sets the current sheet and its mapping. `byNames`: mapping by column names alone; sets `remembered` if the mapping
 * differs from it.
 */
export function setMappedSheet(state: ImportState, sheet: SheetSummary, byNames: SheetSummary): ImportState {
  const mapping = getColumnMapping(sheet.columns)
  const remembered = JSON.stringify(getColumnMapping(byNames.columns)) !== JSON.stringify(mapping)
  return { ...state, sheet, mapping, remembered, answers: {}, includeHidden: false, refusal: null }
}

/**
 * Stores the worker's analysis of the columns, unless the mapping or answers changed since it was requested (`asked`).
 */
export function setColumnsAnalysis(
  state: ImportState,
  asked: ImportState,
  understanding: ColumnsAnalysis,
): ImportState {
  const isStale = state.mapping !== asked.mapping || state.answers !== asked.answers
  return isStale ? state : { ...state, understanding }
}

/** Maps a column to the field `key`; an empty `key` unmaps the column. */
export function mapColumn(state: ImportState, column: number, key: string): ImportState {
  const { [column]: _, ...others } = state.mapping
  return { ...state, mapping: key === '' ? others : { ...others, [column]: key } }
}

/** Sets whether a list fills the field `key`. `instead`: column that filled the field before and is unmapped. */
export function setListJoin(state: ImportState, key: string, on: boolean, instead?: number): ImportState {
  const joins = { ...state.joins, [key]: on }
  return { ...(instead === undefined ? state : mapColumn(state, instead, '')), joins }
}

/** Sets the text that all rows get in a field without a column. */
export const setDefaultFieldText = (state: ImportState, key: string, text: string): ImportState => ({
  ...state,
  fills: { ...state.fills, [key]: text },
})

export const recordImportAnswers = (state: ImportState, answers: ImportState['answers']): ImportState => ({
  ...state,
  answers: { ...state.answers, ...answers },
})

export const resetMapping = (state: ImportState, sheet: SheetSummary): ImportState => ({
  ...state,
  sheet,
  mapping: getColumnMapping(sheet.columns),
  remembered: false,
})

export const startFileReread = (state: ImportState, options: ImportState['options']): ImportState => ({
  ...state,
  busy: true,
  options,
  refusal: null,
  progress: noProgress,
})

/**
 * Finishes rereading the file. Restores the decisions of `before` if the number of columns is the same; otherwise
 * resets them.
 */
export function finishFileReread(state: ImportState, book: WorkbookSummary, before: ImportState): ImportState {
  const { sheet } = state
  const fits = sheet && before.sheet && sheet.columns.length === before.sheet.columns.length
  if (!fits || !before.sheet) return { ...state, book, decided: [], steps: [] }
  const mapping = reapplyManualMappings(sheet, { sheet: before.sheet, mapping: before.mapping })
  const { answers, includeHidden } = before
  return { ...state, book, decided: [], mapping, answers, includeHidden }
}

/** Saves the decisions about the current sheet in `decided`, before another sheet is shown. */
export function saveSheetImportSettings(state: ImportState): ImportState {
  const { sheet, mapping, answers, includeHidden, remembered, steps } = state
  const going = { ...state, busy: true, refusal: null }
  if (!sheet) return going
  const decided = addSheetDecision(state.decided, { sheet, mapping, answers, includeHidden, remembered, steps })
  return { ...going, decided }
}

export const restoreSheetDecision = (state: ImportState, decided: SheetImportSettings): ImportState => ({
  ...state,
  ...decided,
})

/** Restores the decisions of a stored draft at stage `columns`. The caller converts the rows afterwards. */
export function restoreDraft(state: ImportState, draft: ImportDraft, sheet: SheetSummary): ImportState {
  const { id, mapping, answers, includeHidden, joins, fills, batch, steps } = draft
  return { ...state, draft: id, sheet, mapping, answers, includeHidden, joins, fills, batch, steps, stage: 'columns' }
}

export const startConversion = (state: ImportState): ImportState => ({
  ...state,
  stage: 'validating',
  progress: noProgress,
  refusal: null,
})

export const finishConversion = (state: ImportState, editor: RowEditor): ImportState => ({
  ...state,
  stage: 'rows',
  editor,
  made: serializeConversionInputs(state),
})

export const isConversionCurrent = (state: ImportState) =>
  state.editor !== null && state.made === serializeConversionInputs(state)

export const addRowEdit = (state: ImportState, step: RowEdit): ImportState => ({
  ...state,
  steps: [...state.steps, step],
})

/** Shows an error at `stage`, where the user can fix it. Ignores the error of an aborted operation. */
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

/** Returns the current sheet and header row; the first sheet if none is chosen. */
export const getCurrentSheetPosition = ({ sheet }: ImportState): SheetPosition =>
  sheet ? getSheetPosition(sheet) : { sheet: 0 }

const serializeConversionInputs = (state: ImportState) =>
  JSON.stringify([
    state.options,
    getCurrentSheetPosition(state),
    state.mapping,
    state.answers,
    state.includeHidden,
    state.joins,
    state.fills,
  ])

/** Returns the draft to store; `null` before a file was read. */
export function createImportDraft(state: ImportState): Omit<ImportDraft, 'owner' | 'format' | 'at'> | null {
  const { draft: id, file, options, mapping, answers, includeHidden, joins, fills, steps, stage, editor, batch } = state
  if (!file || !id) return null
  const overview = editor?.store.getState().overview
  const counts = overview ? { total: overview.total, error: overview.error } : null
  const atRows = stage === 'rows' || stage === 'sending'
  const decided = {
    options,
    choice: getCurrentSheetPosition(state),
    mapping,
    answers,
    includeHidden,
    joins,
    fills,
    steps,
    batch,
  }
  return { id, file, fileName: file.name, ...decided, atRows, counts, sent: false }
}
