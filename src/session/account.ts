import type { NewPassword, Profile, User } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'
import { begin, goOn, isHere } from './session.ts'

export async function saveProfile(user: User, input: Profile) {
  const saved = await pb.collection('users').update<User>(user.id, input)
  if (isHere(user.id)) begin(saved, pb.authStore.token)
}

/** A new password ends every session of the account; this one is opened again with it at once. */
export async function changePassword(user: User, input: NewPassword & { oldPassword: string }) {
  await pb.collection('users').update(user.id, input)
  if (!isHere(user.id)) return
  const { record, token } = await pb.collection('users').authWithPassword<User>(user.email, input.password)
  goOn(record, token)
}

/** Every session of the account ends, wherever it is open; this one begins anew. */
export async function endSessions() {
  const { record, token } = await pb.send<{ record: User; token: string }>('/api/app/sessions/end', { method: 'POST' })
  goOn(record, token)
}
