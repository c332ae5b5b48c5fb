import type { Mapping } from '../domain/batches/columns.ts'
import type { Decisions, LocalFile } from '../lib/local-files.ts'
import { listLocalFiles, readLocalFile, removeLocalFile, saveLocalFile } from '../lib/local-store.ts'
import type { ReadingOptions } from '../sheets/files/book.ts'
import type { Answers } from '../sheets/reading/column-question.ts'
import type { Fills } from '../sheets/reading/sources.ts'
import type { SheetChoice } from '../sheets/worker/matched-sheet.ts'
import type { JoinChoices } from './joining/joined.ts'
import type { RowStep } from './rows/row-step.ts'

/**
 * A file on its way to a batch, with all that a person decided about it: enough to begin again after the page was closed.
 * Once its rows are sent it is only kept so that the results can have the file's own columns.
 */
export interface ImportDraft extends LocalFile {
  format: string
  options: Omit<ReadingOptions, 'fields'>
  choice: Pick<SheetChoice, 'sheet' | 'header'>
  mapping: Mapping
  answers: Answers
  includeHidden: boolean
  /** Drafts of before lists could fill anything have none. */
  joins?: JoinChoices
  /** Value of each field without a column, equal in all rows; older drafts have none. */
  fills?: Fills
  /** What was done to the rows, also while the columns are looked at once more. */
  steps: readonly RowStep[]
  /** Whether the rows are being looked at, and no longer the columns. */
  atRows: boolean
  /** How many rows there are and how many of them are wrong, for the list of what was begun. */
  counts: { total: number; error: number } | null
  /** The batch to which the rows are being sent. */
  batch: string | null
}

export const keepDraft = (draft: ImportDraft) => saveLocalFile(draft)

export const draftOf = (id: string, owner: string) => readLocalFile<ImportDraft>(id, owner)

export const dropDraft = (id: string) => removeLocalFile(id)

/** What a person began and did not send, the newest first. */
export async function draftsOf(owner: string): Promise<Decisions<ImportDraft>[]> {
  const all = await listLocalFiles<ImportDraft>(owner)
  return all.filter((draft) => !draft.sent).sort((a, b) => b.at - a.at)
}

/** The file of which a batch was made, where this browser still has it. */
export async function fileOf(batch: string, owner: string): Promise<ImportDraft | null> {
  const decisions = (await listLocalFiles<ImportDraft>(owner)).find((draft) => draft.batch === batch)
  return decisions ? draftOf(decisions.id, owner) : null
}
