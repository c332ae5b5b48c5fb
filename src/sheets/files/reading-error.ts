import { filled } from '../../domain/errors.ts'
import { type FileCode, fileSentences } from './file-sentences.ts'

/** What the sentence of a refusal names. */
export interface Details {
  line?: number
  sheet?: string
  count?: number
}

/** A file, or a sheet of it, that cannot be read; its message is the Spanish sentence with the details in place. */
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

/** The sentence of a file's refusal, with the line or what else it names. */
export function fileSentence(code: FileCode, details: Details = {}): string {
  return filled(fileSentences[code], { ...details })
}

/** A sheet over the limits cannot be used, but another one of the book may be what is wanted: anything else is thrown on. */
export function tooLarge(error: unknown): FileCode {
  if (error instanceof ReadingError && (error.code === 'file.rows' || error.code === 'file.columns')) return error.code
  throw error
}
