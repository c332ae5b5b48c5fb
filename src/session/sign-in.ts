import { errors } from '../domain/errors.ts'
import type { Credentials, User } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'
import { begin, clear } from './session.ts'
import { refusalOf } from './sign-in-refusal.ts'

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
