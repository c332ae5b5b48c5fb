import type { Context, Field } from '../../domain/field.ts'
import type { Origin } from '../files/origin.ts'
import type { Details, FileCode } from '../files/reading-error.ts'
import type { Outcomes } from '../judging/outgoing.ts'
import type { Overview } from '../judging/overview.ts'
import type { StoredRow } from '../judging/stored-rows.ts'
import type { Session } from './session.ts'

const sessionCalls = [
  'open',
  'reopen',
  'chooseSheet',
  'understand',
  'convert',
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
  'unkept',
  'kept',
  'portion',
  'refuse',
  'weigh',
  'take',
] as const satisfies readonly (keyof Session)[]

/** A csv is the one that Excel in Spanish opens right. */
export type FileKind = 'xlsx' | 'csv'

/** Workbooks that the worker makes from what it holds. */
export interface WorkbookCalls {
  /** Only the rows in error, to be corrected and given to `weigh`. */
  errorWorkbook(origin: Origin): Promise<Uint8Array<ArrayBuffer>>
  /** The sheet's own columns with the number and status of each row's request. */
  resultsFile(kind: FileKind, name: string, outcomes: Outcomes): Promise<Blob>
  /** Rows for `tableFile`, handed over piece by piece so that the page never holds its breath. */
  collect(rows: readonly (readonly string[])[]): void
  /** A table of all that was collected. */
  tableFile(kind: FileKind, name: string, headers: readonly string[]): Promise<Blob>
  /** Rows that a batch keeps, to be mended as those of a file; `keys` are their columns, in order. */
  openRows(rows: readonly StoredRow[]): Promise<{ overview: Overview; keys: string[] }>
}

/** What the page may ask of the worker. */
export type Calls = Pick<Session, (typeof sessionCalls)[number]> & WorkbookCalls
export const callNames = [
  ...sessionCalls,
  'errorWorkbook',
  'resultsFile',
  'collect',
  'tableFile',
  'openRows',
] as const satisfies readonly (keyof Calls)[]
export type CallName = keyof Calls

export type Question =
  | { start: { fields: readonly Field[]; context: Context } }
  | { id: number; call: CallName; args: unknown[] }

export type Failure = { code: FileCode; details: Details } | { message: string }

export type Answer =
  | { id: number; result: unknown }
  | { id: number; failure: Failure }
  /** Bytes while a file is read, rows while they are judged. */
  | { progress: { done: number; total: number } }
