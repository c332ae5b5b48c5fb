import { fillPlaceholders } from '../../domain/errors.ts'
import { type FileCode, fileSentences } from './file-sentences.ts'

/** Values for the placeholders of an error message. */
export interface Details {
  line?: number
  sheet?: string
  count?: number
}

/** Error for an unreadable file or sheet; its message is the Spanish text for the user. */
export class ReadingError extends Error {
  readonly code: FileCode
  readonly details: Details

  constructor(code: FileCode, details: Details = {}) {
    super(fileSentence(code, details))
    this.name = 'ReadingError'
    this.code = code
    this.details = details
  }
}

/** Returns the error message of a code with its placeholders filled in. */
export function fileSentence(code: FileCode, details: Details = {}): string {
  return fillPlaceholders(fileSentences[code], { ...details })
}

/** Returns the code if a sheet exceeds the row or column limit, because another sheet may be usable. Rethrows other errors. */
export function tooLarge(error: unknown): FileCode {
  if (error instanceof ReadingError && (error.code === 'file.rows' || error.code === 'file.columns')) return error.code
  throw error
}
