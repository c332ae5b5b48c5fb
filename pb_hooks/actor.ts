import { refuse } from './refusal.ts'

/** The active person who asks. PocketBase's own `requireAuth` lets the deactivated in. */
export function signedIn(e: core.RequestEvent): core.Record {
  const asker = e.auth
  if (asker?.collection().name !== 'users') throw refuse('session.required', 401)
  if (!asker.getBool('isActive')) throw refuse('user.inactive', 403)
  return asker
}

/** The active administrator who asks. */
export function admin(e: core.RequestEvent): core.Record {
  const asker = signedIn(e)
  if (!isAdmin(asker)) throw refuse('user.forbidden', 403)
  return asker
}

export function isAdmin(person: core.Record): boolean {
  return person.getString('role') === '_admin'
}
