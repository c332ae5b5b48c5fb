import type { User } from '../domain/users/user.ts'
import { clearLocal, storeFor } from '../lib/local-store.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { personInCookie, removeCookie, writeCookie } from './cookie.ts'
import { useSession } from './store.ts'
import { forgetWaiting } from './waiting.ts'

/** Messages between the windows of one browser: a user signed out or signed in. */
type News = { left: string } | { entered: string }

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
const tell = (news: News) => windows?.postMessage(news)
const whoIsIn = () => useSession.getState().user?.id

/** Starts a session: stores user and token in the session store, the client and the cookie. */
export function begin(user: User, token: string) {
  const isNew = whoIsIn() !== user.id
  pb.authStore.save(token, { ...user, collectionId: '_pb_users_auth_', collectionName: 'users' })
  writeCookie()
  useSession.setState({ user, token, isInitialized: true })
  storeFor(user.id)
  if (isNew) tell({ entered: user.id })
}

/** Returns whether another user signed in through another window, which replaced the cookie. */
export function isReplaced(): boolean {
  const [me, other] = [whoIsIn(), personInCookie()]
  return me !== undefined && other !== undefined && other !== me
}

/** Returns whether the user with this id is signed in, both in this window and in the cookie. */
export const isHere = (id: string) => whoIsIn() === id && !isReplaced()

/**
 * Updates the session from a delayed response. If another user signed in or the session ended meanwhile, restores the client's previous token. The
 * client has already stored the new token, so the old session would otherwise come back.
 */
export function goOn(user: User, token: string) {
  if (isHere(user.id)) return begin(user, token)
  const { user: present, token: own } = useSession.getState()
  if (present) pb.authStore.save(own, { ...present, collectionId: '_pb_users_auth_', collectionName: 'users' })
  else pb.authStore.clear()
}

/** Ends the session: clears the cookie, client, session store and all cached queries. */
export function clear() {
  if (!isReplaced()) removeCookie()
  pb.authStore.clear()
  useSession.setState({ user: null, token: '', isInitialized: true })
  queryClient.clear()
}

/** Signs out and deletes the user's local data in this browser. Sessions that end by themselves leave the data. */
export async function signOut() {
  const left = whoIsIn()
  clear()
  forgetWaiting()
  if (!left) return
  tell({ left })
  await clearLocal(left)
}

/** Calls `gone` if the user signs out, or another user signs in, through another window. Returns an unsubscribe function. */
export function onGoneElsewhere(gone: () => void) {
  function listen({ data }: MessageEvent<News>) {
    const isGone = 'left' in data ? data.left === whoIsIn() : data.entered !== whoIsIn()
    if (isGone) gone()
    // Clears the user's data again, because this window may have stored more after the sign-out.
    if ('left' in data) void clearLocal(data.left)
  }
  windows?.addEventListener('message', listen)
  return () => windows?.removeEventListener('message', listen)
}
