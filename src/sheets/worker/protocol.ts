import type { Context, Field } from '../../domain/fields/field.ts'
import type { FileCode } from '../files/file-sentences.ts'
import type { Details } from '../files/reading-error.ts'
import type { ConvertedSheet } from './converted-sheet.ts'
import type { SheetSession } from './sheet-session.ts'
import type { Workbooks } from './workbooks.ts'

/** Objects that answer calls in the worker. Method names must be unique across them. */
type Parts = SheetSession & ConvertedSheet & Workbooks

/** Names of the calls that the page can send to the worker. */
export const callNames = [
  'open',
  'reopen',
  'chooseSheet',
  'understand',
  'join',
  'wanted',
  'learn',
  'convert',
  'openRows',
  'overview',
  'show',
  'page',
  'row',
  'edit',
  'editRow',
  'applyToEqual',
  'applySuggestions',
  'discard',
  'discardGroup',
  'discardSame',
  'accept',
  'undo',
  'redo',
  'giveFiles',
  'chooseFile',
  'files',
  'fileLines',
  'neededFiles',
  'unkept',
  'kept',
  'portion',
  'refuse',
  'weigh',
  'take',
  'errorWorkbook',
  'resultsFile',
  'collect',
  'tableFile',
] as const satisfies readonly (keyof Parts)[]

export type Calls = Pick<Parts, (typeof callNames)[number]>
export type CallName = keyof Calls

export type WorkerRequest =
  | { start: { fields: readonly Field[]; context: Context } }
  | { id: number; call: CallName; args: unknown[] }

export type WorkerFailure = { code: FileCode; details: Details } | { message: string }

export type WorkerResponse =
  | { id: number; result: unknown }
  | { id: number; failure: WorkerFailure }
  /** Progress: bytes while a file is read, row counts while rows are validated. */
  | { progress: { done: number; total: number } }
