import type { User } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { removeCookie, writeCookie } from './cookie.ts'
import { useSession } from './store.ts'

/** Other windows of this browser learn here that somebody left. */
const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** The user is in: store, client and cookie say the same. */
export function begin(user: User, token: string) {
  pb.authStore.save(token, { ...user, collectionId: '_pb_users_auth_', collectionName: 'users' })
  writeCookie()
  useSession.setState({ user, token, isInitialized: true })
}

/** Nobody is in: cookie, client, user and what was read under his name are gone. */
export function clear() {
  removeCookie()
  pb.authStore.clear()
  useSession.setState({ user: null, token: '', isInitialized: true })
  queryClient.clear()
}

export function signOut() {
  clear()
  windows?.postMessage('left')
}

/** Calls back when the person left in another window; gives the way to stop listening. */
export function onLeftElsewhere(left: () => void) {
  windows?.addEventListener('message', left)
  return () => windows?.removeEventListener('message', left)
}
