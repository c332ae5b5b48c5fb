import type { Context, Field } from '../../domain/field.ts'
import type { Details, FileCode } from './reading-error.ts'
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
  'applyToEqual',
  'applySuggestions',
  'discard',
  'discardGroup',
  'accept',
  'undo',
  'portion',
  'refuse',
  'merge',
] as const satisfies readonly (keyof Session)[]

/** Workbooks that the worker makes from what it holds. */
export interface WorkbookCalls {
  /** Only the rows in error, to be corrected and given to `merge`. */
  errorWorkbook(): Promise<Uint8Array<ArrayBuffer>>
  /** The sheet's own columns with the number and status of each row's request. */
  resultsWorkbook(
    name: string,
    outcomes: Readonly<Record<number, { number: string; status: string }>>,
  ): Promise<Uint8Array<ArrayBuffer>>
}

/** What the page may ask of the worker. */
export type Calls = Pick<Session, (typeof sessionCalls)[number]> & WorkbookCalls
export const callNames = [
  ...sessionCalls,
  'errorWorkbook',
  'resultsWorkbook',
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
