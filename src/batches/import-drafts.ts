import type { LocalFile, LocalFileInfo } from '../lib/local-files.ts'
import { listLocalFiles, readLocalFile, saveLocalFile } from '../lib/local-store.ts'
import type { ImportDecisions, SheetPosition } from './intake/import-state.ts'

/** Draft of an import, stored by this browser: the file and the user's decisions. After sending, only the result file needs it. */
export interface ImportDraft extends LocalFile, ImportDecisions {
  format: string
  choice: SheetPosition
  /** Whether the user reached the rows step; `false` at the columns step. */
  atRows: boolean
  /** Numbers of all rows and of rows in error, shown in the list of drafts; `null` before the rows step. */
  counts: { total: number; error: number } | null
}

export const saveImportDraft = (draft: ImportDraft) => saveLocalFile(draft)

export const readImportDraft = (id: string, owner: string) => readLocalFile<ImportDraft>(id, owner)

/** Returns the user's unsent drafts, newest first. */
export async function listImportDrafts(owner: string): Promise<LocalFileInfo<ImportDraft>[]> {
  const all = await listLocalFiles<ImportDraft>(owner)
  return all.filter((draft) => !draft.sent).sort((a, b) => b.at - a.at)
}

/** Returns the draft from which a batch was sent; `null` if this browser does not store it. */
export async function findBatchDraft(batch: string, owner: string): Promise<ImportDraft | null> {
  const decisions = (await listLocalFiles<ImportDraft>(owner)).find((draft) => draft.batch === batch)
  return decisions ? readImportDraft(decisions.id, owner) : null
}
