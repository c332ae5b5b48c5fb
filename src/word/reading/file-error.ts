// Separate from `word-error.ts`, so that pages that show Word errors do not load the messages of the spreadsheet
// reader.
import type { FileErrorCode } from '../../sheets/files/file-read-error.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import { type WordErrorCode, WordReadError } from './word-error.ts'

const byFileError: Partial<Record<FileErrorCode, WordErrorCode>> = {
  'file.empty': 'word.empty',
  'file.damaged': 'word.damaged',
  'file.expands': 'word.expands',
  'file.entities': 'word.entities',
  'file.encrypted': 'word.encrypted',
  'file.word': 'word.other',
  'file.xls': 'word.sheet',
  'file.xlsb': 'word.sheet',
  'file.pdf': 'word.pdf',
}

/** Converts an error of the ZIP and XML reader to a `WordReadError`. Returns other errors unchanged. */
export function toWordError(error: unknown): unknown {
  return error instanceof FileReadError ? new WordReadError(byFileError[error.code] ?? 'word.unknown') : error
}
