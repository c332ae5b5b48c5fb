import { errors } from '../domain/errors.ts'
import { codeOf, messageOf } from '../lib/message.ts'
import { isRefusal } from '../lib/refusal.ts'

/** The given text and its cause; a cause that is no error has nothing to add. */
export function refusalOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'Error de autenticación'
  return `Error de autenticación: ${causeOf(cause)}`
}

function causeOf(cause: Error): string {
  if (!isRefusal(cause)) return cause.message
  // PocketBase answers a wrong password and an unknown address alike.
  return cause.status === 400 && !codeOf(cause) ? errors['user.credentials'] : messageOf(cause)
}
