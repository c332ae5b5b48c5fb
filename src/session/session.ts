import type { User } from '../domain/users/user.ts'
import { clearLocal, storeFor } from '../lib/local-store.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { personInCookie, removeCookie, writeCookie } from './cookie.ts'
import { useSession } from './store.ts'
import { forgetWaiting } from './waiting.ts'

/** What the windows of one browser tell each other: who left by their own hand, who came in. */
type News = { left: string } | { entered: string }

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
const tell = (news: News) => windows?.postMessage(news)
const whoIsIn = () => useSession.getState().user?.id

/** The user is in: store, client and cookie say the same. */
export function begin(user: User, token: string) {
  const isNew = whoIsIn() !== user.id
  pb.authStore.save(token, { ...user, collectionId: '_pb_users_auth_', collectionName: 'users' })
  writeCookie()
  useSession.setState({ user, token, isInitialized: true })
  storeFor(user.id)
  if (isNew) tell({ entered: user.id })
}

/** Whether somebody else came in by another window since: the cookie is theirs now. */
export function isReplaced(): boolean {
  const [me, other] = [whoIsIn(), personInCookie()]
  return me !== undefined && other !== undefined && other !== me
}

/** Whether it is this person who is signed in, in this window and in the browser. */
export const isHere = (id: string) => whoIsIn() === id && !isReplaced()

/**
 * As `begin`, for an answer that was waited for. The client has taken its token already: where the person has gone meanwhile it is given
 * back, lest a session that was left comes back or speaks for somebody else.
 */
export function goOn(user: User, token: string) {
  if (isHere(user.id)) return begin(user, token)
  const { user: present, token: own } = useSession.getState()
  if (present) pb.authStore.save(own, { ...present, collectionId: '_pb_users_auth_', collectionName: 'users' })
  else pb.authStore.clear()
}

/** Nobody is in: cookie, client, user and what was read under his name are gone. */
export function clear() {
  if (!isReplaced()) removeCookie()
  pb.authStore.clear()
  useSession.setState({ user: null, token: '', isInitialized: true })
  queryClient.clear()
}

/** By one's own hand: what this browser kept for the person goes as well. A session that merely ended keeps it. */
export async function signOut() {
  const left = whoIsIn()
  clear()
  forgetWaiting()
  if (!left) return
  tell({ left })
  await clearLocal(left)
}

/** Calls back when the person left in another window, or another one came in there; gives the way to stop listening. */
export function onGoneElsewhere(gone: () => void) {
  function listen({ data }: MessageEvent<News>) {
    const isGone = 'left' in data ? data.left === whoIsIn() : data.entered !== whoIsIn()
    if (isGone) gone()
    // Once more: this window may have kept something between that and now.
    if ('left' in data) void clearLocal(data.left)
  }
  windows?.addEventListener('message', listen)
  return () => windows?.removeEventListener('message', listen)
}
