import { type FileCode, ReadingError } from './reading-error.ts'

/** A sheet over the limits cannot be used, but another one of the book may be what is wanted: anything else is thrown on. */
export function tooLarge(error: unknown): FileCode {
  if (error instanceof ReadingError && (error.code === 'file.rows' || error.code === 'file.columns')) return error.code
  throw error
}
