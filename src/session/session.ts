import type { User } from '../domain/users/user.ts'
import { clearLocalData, enableLocalStore } from '../lib/local-store.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { getCookieUserId, removeSessionCookie, writeSessionCookie } from './session-cookie.ts'
import { useSession } from './session-store.ts'
import { clearPendingRegistration } from './sign-in/pending-registration.ts'

/** Message to the other windows of the browser. `left`: id of a user who signed out; `entered`: id of a user who signed in. */
type SessionMessage = { left: string } | { entered: string }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
const broadcast = (news: SessionMessage) => channel?.postMessage(news)
const getCurrentUserId = () => useSession.getState().user?.id

/** Starts a session: stores user and token in the session store, the client and the cookie. */
export function startSession(user: User, token: string) {
  const isNew = getCurrentUserId() !== user.id
  pb.authStore.save(token, { ...user, collectionId: '_pb_users_auth_', collectionName: 'users' })
  writeSessionCookie()
  useSession.setState({ user, token, isInitialized: true })
  enableLocalStore(user.id)
  if (isNew) broadcast({ entered: user.id })
}

/** Returns whether another user signed in through another window, which replaced the cookie. */
export function isSessionReplaced(): boolean {
  const [me, other] = [getCurrentUserId(), getCookieUserId()]
  return me !== undefined && other !== undefined && other !== me
}

/** Returns whether the user with this id is signed in, both in this window and in the cookie. */
export const isSignedIn = (id: string) => getCurrentUserId() === id && !isSessionReplaced()

/**
 * Stores the renewed token. If the session ended or another user signed in during the renewal, restores the current
 * session's token instead, because the client has already stored the renewed one.
 */
export function refreshSession(user: User, token: string) {
  if (isSignedIn(user.id)) return startSession(user, token)
  const { user: present, token: own } = useSession.getState()
  if (present) pb.authStore.save(own, { ...present, collectionId: '_pb_users_auth_', collectionName: 'users' })
  else pb.authStore.clear()
}

/** Ends the session: clears the cookie, client, session store and all cached queries. */
export function clearSession() {
  if (!isSessionReplaced()) removeSessionCookie()
  pb.authStore.clear()
  useSession.setState({ user: null, token: '', isInitialized: true })
  queryClient.clear()
}

/** Signs out and deletes the user's local data in this browser. The data is not deleted if a session expires. */
export async function signOut() {
  const left = getCurrentUserId()
  clearSession()
  clearPendingRegistration()
  if (!left) return
  broadcast({ left })
  await clearLocalData(left)
}

/** Calls `gone` if another window signs this user out or signs another user in. Returns an unsubscribe function. */
export function onSessionChangeElsewhere(gone: () => void) {
  function listen({ data }: MessageEvent<SessionMessage>) {
    const isGone = 'left' in data ? data.left === getCurrentUserId() : data.entered !== getCurrentUserId()
    if (isGone) gone()
    // Deletes the local data again, because this window may have stored data since the other window signed out.
    if ('left' in data) void clearLocalData(data.left)
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
