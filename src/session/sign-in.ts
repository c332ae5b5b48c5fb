import { ClientResponseError } from 'pocketbase'
import { errors } from '../domain/errors.ts'
import type { Credentials, User } from '../domain/user.ts'
import { codeOf, messageOf } from '../lib/message.ts'
import { pb } from '../lib/pb.ts'
import { begin, clear } from './session.ts'

/** Signs in, or throws an error whose message is what the screen says, with the session cleared. */
export async function signIn({ email, password }: Credentials): Promise<User> {
  try {
    const { record, token } = await pb.collection('users').authWithPassword<User>(email, password)
    if (!record?.id) throw new Error('No se recibieron datos del usuario')
    if (!record.isActive) throw new Error(errors['user.inactive'])
    begin(record, token)
    return record
  } catch (cause) {
    clear()
    console.error(cause)
    throw new Error(refusalOf(cause), { cause })
  }
}

/** The given text and its cause; a cause that is no error has nothing to add. */
export function refusalOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'Error de autenticación'
  return `Error de autenticación: ${causeOf(cause)}`
}

function causeOf(cause: Error): string {
  if (!(cause instanceof ClientResponseError)) return cause.message
  // PocketBase answers a wrong password and an unknown address alike.
  return cause.status === 400 && !codeOf(cause) ? errors.credentials : messageOf(cause)
}
