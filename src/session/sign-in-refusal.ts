import { errorMessages } from '../domain/errors.ts'
import { codeOf, messageOf } from '../lib/message.ts'
import { isRefusal } from '../lib/refusal.ts'

/** Returns the message of a failed sign-in, with its cause if the cause is an error. */
export function refusalOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'Error de autenticación'
  return `Error de autenticación: ${causeOf(cause)}`
}

function causeOf(cause: Error): string {
  if (!isRefusal(cause)) return cause.message
  // PocketBase returns the same status 400 for a wrong password and an unknown address.
  return cause.status === 400 && !codeOf(cause) ? errorMessages['user.credentials'] : messageOf(cause)
}
