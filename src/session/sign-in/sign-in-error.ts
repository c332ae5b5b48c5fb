import { errorMessages } from '../../domain/errors.ts'
import { describeError, getErrorCode, isApiError } from '../../lib/api-error.ts'

/** Returns the message of a failed sign-in, with its cause if the cause is an error. */
export function formatSignInError(cause: unknown): string {
  if (!(cause instanceof Error)) return 'Error de autenticación'
  return `Error de autenticación: ${formatCause(cause)}`
}

function formatCause(cause: Error): string {
  if (!isApiError(cause)) return cause.message
  // PocketBase returns the same status 400 for a wrong password and an unknown address.
  return cause.status === 400 && !getErrorCode(cause) ? errorMessages['user.credentials'] : describeError(cause)
}
