import { useEffect } from 'react'
import type { User } from '../domain/users/user.ts'
import { codeOf } from '../lib/message.ts'
import { pb } from '../lib/pb.ts'
import { refusals } from '../lib/query-client.ts'
import { isRefusal } from '../lib/refusal.ts'
import { whenCalm } from '../lib/when-calm.ts'
import { isHeardOf } from './guard.ts'
import { clear, goOn, isReplaced, onGoneElsewhere } from './session.ts'
import { useSession } from './store.ts'

const everyMinute = 60_000
const atLeastApart = 1_000
let last = 0

/** How a session ended: by itself, because the person was deactivated, or because another one came in by another window. */
export type Ending = 'ended' | 'inactive' | 'replaced'

/** How this session ended, or null while the server still knows it; without an answer it stays as it is. */
async function endingOf(): Promise<Ending | null> {
  if (isReplaced()) return 'replaced'
  try {
    const { record, token } = await pb.collection('users').authRefresh<User>()
    goOn(record, token)
    return record.isActive ? null : 'inactive'
  } catch (error) {
    if (!isRefusal(error) || ![401, 403, 404].includes(error.status)) return null
    return codeOf(error) === 'user.inactive' ? 'inactive' : reason()
  }
}

/**
 * What the server says to whoever holds the token of a session that is over. PocketBase refuses to renew also what it had no time to look up in its
 * database: here the server says so, or that the session lives, and nobody is sent out for it.
 */
const reason = () =>
  pb.send('/api/app/session', {}).then(
    () => null,
    (error): Ending | null => {
      if (codeOf(error) === 'user.inactive') return 'inactive'
      return isRefusal(error) && error.status === 401 ? 'ended' : null
    },
  )

/**
 * Asks on focus, when back online, every minute and when a call was refused whether the session still lives; tells once how it
 * ended. Gives the way to stop.
 */
export function watchSession(onEnd: (ending: Ending) => void): () => void {
  let gone = false
  function end(ending: Ending) {
    if (gone) return
    gone = true
    clear()
    onEnd(ending)
  }
  async function ask() {
    if (document.visibilityState === 'hidden' || Date.now() - last < atLeastApart) return
    last = Date.now()
    // Who has signed out needs not be told that the session ended.
    const isIn = () => useSession.getState().user !== null
    const ending = isIn() ? await endingOf() : null
    if (ending && isIn()) end(ending)
  }
  const quietly = () => void ask()
  const refused = () => {
    last = 0
    quietly()
  }
  const timer = setInterval(quietly, everyMinute)
  const stop = onGoneElsewhere(() => end(isReplaced() ? 'replaced' : 'ended'))
  for (const event of ['focus', 'online'] as const) window.addEventListener(event, quietly)
  document.addEventListener('visibilitychange', quietly)
  refusals.addEventListener('unauthorized', refused)
  // Whom the guard has just asked about needs no second question before the page is there.
  const settle = isHeardOf() ? whenCalm(quietly) : quietly()
  return () => {
    gone = true
    settle?.()
    clearInterval(timer)
    stop()
    for (const event of ['focus', 'online'] as const) window.removeEventListener(event, quietly)
    document.removeEventListener('visibilitychange', quietly)
    refusals.removeEventListener('unauthorized', refused)
  }
}

/** Watches the session while mounted. */
export function useSessionWatch(onEnd: (ending: Ending) => void) {
  useEffect(() => watchSession(onEnd), [onEnd])
}
