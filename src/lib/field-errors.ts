import { getErrorMessage } from '../domain/text/error-message.ts'
import { isApiError } from './api-error.ts'
import { listFieldErrors } from './error-message.ts'

/** Returns the error messages by field name, for fields that the server rejected. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  return Object.fromEntries(listFieldErrors(error).map(([field, code]) => [field, getErrorMessage(code)]))
}
