import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { FileErrorCode } from '../files/file-error-messages.ts'
import type { FileErrorDetails } from '../files/file-read-error.ts'
import type { ConvertedSheet } from './converted-sheet.ts'
import type { SheetSession } from './sheet-session.ts'
import type { WorkbookWriter } from './workbook-writer.ts'

/** Classes whose methods the page can call in the worker. Method names must be unique across the classes. */
type Parts = SheetSession & ConvertedSheet & WorkbookWriter

export const workerCallNames = [
  'open',
  'reopen',
  'chooseSheet',
  'analyzeColumns',
  'setListJoins',
  'getMissingRecordKeys',
  'addListRecords',
  'convert',
  'openRows',
  'getOverview',
  'applyFilter',
  'getRows',
  'getRow',
  'edit',
  'editRow',
  'applyToEqual',
  'applySuggestions',
  'discard',
  'discardGroup',
  'discardSame',
  'confirm',
  'confirmSame',
  'accept',
  'undo',
  'redo',
  'addFiles',
  'chooseFile',
  'getFileReport',
  'getFileProblems',
  'getNeededFiles',
  'getUnsavedRows',
  'markRowsSaved',
  'getRowChunk',
  'addServerErrors',
  'compareErrorWorkbook',
  'applyCorrectedCells',
  'writeErrorWorkbook',
  'writeResultFile',
  'collectRows',
  'writeCollectedRows',
] as const satisfies readonly (keyof Parts)[]

export type SheetWorkerCalls = Pick<Parts, (typeof workerCallNames)[number]>
export type WorkerCallName = keyof SheetWorkerCalls

export type WorkerRequest =
  | { start: { fields: readonly Field[]; context: ValidationContext } }
  | { id: number; call: WorkerCallName; args: unknown[] }

export type WorkerFailure = { code: FileErrorCode; details: FileErrorDetails } | { message: string }

export type WorkerResponse =
  | { id: number; result: unknown }
  | { id: number; failure: WorkerFailure }
  /** Progress of a call. `done` and `total` are bytes while a file is read, and rows while rows are validated. */
  | { progress: { done: number; total: number } }
