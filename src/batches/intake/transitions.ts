import { getColumnMapping } from '../../domain/batches/column-matching.ts'
import { messageOf } from '../../lib/message.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { ColumnsAnalysis } from '../../sheets/reading/column-question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import type { WorkbookSummary } from '../../sheets/reading/workbook-summary.ts'
import type { ImportDraft } from '../drafts.ts'
import type { RowStep } from '../rows/row-step.ts'
import type { Workbench } from '../rows/workbench.ts'
import { sheetPlaceOf, withChoices, withDecided } from './decided.ts'
import { type Decided, type Importing, nothing, type SheetPlace, type Stage } from './import-state.ts'

// Pure state transitions of an import: no file reading, storage or page access.

const still = { done: 0, total: 0 }

export const begun = (file: File, options: Importing['options'] = {}): Importing => ({
  ...nothing,
  stage: 'reading',
  file,
  options,
  progress: { done: 0, total: file.size },
})

/** Stores a sheet with matched columns. `remembered` is `true` if the mapping differs from a match by names. */
export function matched(state: Importing, sheet: SheetSummary, byNames: SheetSummary): Importing {
  const mapping = getColumnMapping(sheet.columns)
  const remembered = JSON.stringify(getColumnMapping(byNames.columns)) !== JSON.stringify(mapping)
  return { ...state, sheet, mapping, remembered, answers: {}, includeHidden: false, refusal: null }
}

/** Stores the worker's result; ignores a stale result whose columns or answers changed meanwhile. */
export function understood(state: Importing, asked: Importing, understanding: ColumnsAnalysis): Importing {
  const isStale = state.mapping !== asked.mapping || state.answers !== asked.answers
  return isStale ? state : { ...state, understanding }
}

/** Maps a column to the field `key`; an empty `key` unmaps the column. */
export function mapped(state: Importing, column: number, key: string): Importing {
  const { [column]: _, ...others } = state.mapping
  return { ...state, mapping: key === '' ? others : { ...others, [column]: key } }
}

/** Sets whether a list fills the field `key`; unmaps the column `instead` if given. */
export function joined(state: Importing, key: string, on: boolean, instead?: number): Importing {
  const joins = { ...state.joins, [key]: on }
  return { ...(instead === undefined ? state : mapped(state, instead, '')), joins }
}

/** Sets the text that all rows get in a field without a column. */
export const withFill = (state: Importing, key: string, text: string): Importing => ({
  ...state,
  fills: { ...state.fills, [key]: text },
})

export const answered = (state: Importing, answers: Importing['answers']): Importing => ({
  ...state,
  answers: { ...state.answers, ...answers },
})

/** Resets the mapping to a match by column names. */
export const forgotten = (state: Importing, sheet: SheetSummary): Importing => ({
  ...state,
  sheet,
  mapping: getColumnMapping(sheet.columns),
  remembered: false,
})

export const rereading = (state: Importing, options: Importing['options']): Importing => ({
  ...state,
  busy: true,
  options,
  refusal: null,
  progress: still,
})

/** Restores the decisions after the file was read again, if the number of columns is unchanged; otherwise resets them. */
export function reread(state: Importing, book: WorkbookSummary, before: Importing): Importing {
  const { sheet } = state
  const fits = sheet && before.sheet && sheet.columns.length === before.sheet.columns.length
  if (!fits || !before.sheet) return { ...state, book, decided: [], steps: [] }
  const mapping = withChoices(sheet, { sheet: before.sheet, mapping: before.mapping })
  const { answers, includeHidden } = before
  return { ...state, book, decided: [], mapping, answers, includeHidden }
}

/** Stores the decisions about the current sheet before another sheet is shown. */
export function leaving(state: Importing): Importing {
  const { sheet, mapping, answers, includeHidden, remembered, steps } = state
  const going = { ...state, busy: true, refusal: null }
  if (!sheet) return going
  const decided = withDecided(state.decided, { sheet, mapping, answers, includeHidden, remembered, steps })
  return { ...going, decided }
}

export const returned = (state: Importing, decided: Decided): Importing => ({ ...state, ...decided })

/** Restores a stored draft; its rows are converted afterwards. */
export function restored(state: Importing, kept: ImportDraft, sheet: SheetSummary): Importing {
  const { id, mapping, answers, includeHidden, joins = {}, fills = {}, batch, steps } = kept
  return { ...state, draft: id, sheet, mapping, answers, includeHidden, joins, fills, batch, steps, stage: 'columns' }
}

export const judging = (state: Importing): Importing => ({
  ...state,
  stage: 'judging',
  progress: still,
  refusal: null,
})

export const judged = (state: Importing, bench: Workbench): Importing => ({
  ...state,
  stage: 'rows',
  bench,
  made: recipeOf(state),
})

export const isJudged = (state: Importing) => state.bench !== null && state.made === recipeOf(state)

export const stepped = (state: Importing, step: RowStep): Importing => ({ ...state, steps: [...state.steps, step] })

/** Returns to a stage where the error can be corrected. An aborted operation is not reported as an error. */
export function refused(
  state: Importing,
  error: unknown,
  stage: Stage,
  name: string = state.file?.name ?? '',
): Importing {
  if (isLeft(error)) return state
  const sentence = error instanceof FileReadError ? error.message : messageOf(error)
  return { ...state, stage, refusal: { name, sentence }, busy: false, lookingUp: false }
}

/** Whether the error comes from leaving the file during an operation. */
export const isLeft = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the current sheet and header row; the first sheet if none is chosen. */
export const placeIn = ({ sheet }: Importing): SheetPlace => (sheet ? sheetPlaceOf(sheet) : { sheet: 0 })

const recipeOf = (state: Importing) =>
  JSON.stringify([
    state.options,
    placeIn(state),
    state.mapping,
    state.answers,
    state.includeHidden,
    state.joins,
    state.fills,
  ])

/** Returns the draft to store; `null` before a file was read. */
export function draftFrom(state: Importing): Omit<ImportDraft, 'owner' | 'format' | 'at'> | null {
  const { draft: id, file, options, mapping, answers, includeHidden, joins, fills, steps, stage, bench, batch } = state
  if (!file || !id) return null
  const overview = bench?.store.getState().overview
  const counts = overview ? { total: overview.total, error: overview.error } : null
  const atRows = stage === 'rows' || stage === 'sending'
  const decided = { options, choice: placeIn(state), mapping, answers, includeHidden, joins, fills, steps, batch }
  return { id, file, fileName: file.name, ...decided, atRows, counts, sent: false }
}
