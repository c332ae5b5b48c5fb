import type { ColumnMapping } from '../domain/batches/column-matching.ts'
import { deleteFile, type LocalFile, type LocalFileInfo } from '../lib/local-files.ts'
import { listLocalFiles, readLocalFile, saveLocalFile } from '../lib/local-store.ts'
import type { WorkbookReadOptions } from '../sheets/files/workbook.ts'
import type { QuestionAnswers } from '../sheets/reading/column-question.ts'
import type { DefaultTexts } from '../sheets/reading/column-sources.ts'
import type { SheetSelection } from '../sheets/worker/matched-sheet.ts'
import type { ListJoinChoices } from './list-joins/list-joins.ts'
import type { RowStep } from './rows/row-step.ts'

/**
 * Draft of an import: the file and all decisions about it. The browser stores it, so that the import can be resumed after the page was
 * closed. After sending it is stored only for the result file, which has the original columns.
 */
export interface ImportDraft extends LocalFile {
  format: string
  options: Omit<WorkbookReadOptions, 'fields'>
  choice: Pick<SheetSelection, 'sheet' | 'header'>
  mapping: ColumnMapping
  answers: QuestionAnswers
  includeHidden: boolean
  /** Choices of fields filled by lists. */
  joins: ListJoinChoices
  /** Values of the fields without a column by key, equal in all rows. */
  fills: DefaultTexts
  /** Corrections made to the rows; they remain stored while the user goes back to the columns. */
  steps: readonly RowStep[]
  /** Whether the user reached the rows step; `false` at the columns step. */
  atRows: boolean
  /** Number of rows and of rows with errors, shown in the list of drafts. */
  counts: { total: number; error: number } | null
  /** Id of the batch that receives the rows; `null` before sending. */
  batch: string | null
}

export const saveImportDraft = (draft: ImportDraft) => saveLocalFile(draft)

export const readImportDraft = (id: string, owner: string) => readLocalFile<ImportDraft>(id, owner)

export const deleteImportDraft = (id: string) => deleteFile(id)

/** Returns the user's unsent drafts, newest first. */
export async function listImportDrafts(owner: string): Promise<LocalFileInfo<ImportDraft>[]> {
  const all = await listLocalFiles<ImportDraft>(owner)
  return all.filter((draft) => !draft.sent).sort((a, b) => b.at - a.at)
}

/** Returns the draft with the file of a batch; `null` if this browser does not store it. */
export async function findBatchDraft(batch: string, owner: string): Promise<ImportDraft | null> {
  const decisions = (await listLocalFiles<ImportDraft>(owner)).find((draft) => draft.batch === batch)
  return decisions ? readImportDraft(decisions.id, owner) : null
}
