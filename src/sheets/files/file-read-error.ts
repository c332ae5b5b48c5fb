import { fillPlaceholders } from '../../domain/text/placeholders.ts'
import { type FileErrorCode, fileErrorMessages } from './file-error-messages.ts'

/** Values for the placeholders of an error message. */
export interface FileErrorDetails {
  line?: number
  sheet?: string
  count?: number
}

/** Error for an unreadable file or sheet; its message is the Spanish text for the user. */
export class FileReadError extends Error {
  readonly code: FileErrorCode
  readonly details: FileErrorDetails

  constructor(code: FileErrorCode, details: FileErrorDetails = {}) {
    super(formatFileError(code, details))
    this.name = 'FileReadError'
    this.code = code
    this.details = details
  }
}

export function formatFileError(code: FileErrorCode, details: FileErrorDetails = {}): string {
  return fillPlaceholders(fileErrorMessages[code], { ...details })
}

/** Returns the code of an error about the row or column limit, so that other sheets can still be read. Rethrows other errors. */
export function toSheetLimitCode(error: unknown): FileErrorCode {
  if (error instanceof FileReadError && (error.code === 'file.rows' || error.code === 'file.columns')) return error.code
  throw error
}
