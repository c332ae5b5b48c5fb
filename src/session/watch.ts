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

/** Reason why a session ended: expired or revoked, user deactivated, or another user signed in through another window. */
export type Ending = 'ended' | 'inactive' | 'replaced'

/** Renews the token; returns the reason if the session ended, `null` if it is valid. Without a response, the session continues. */
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
 * Asks the server for the reason of a failed renewal. PocketBase also rejects a renewal if its database lookup timed out. In that case the server
 * reports a valid session, and the user stays signed in.
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
 * Checks the session on focus, on reconnect, every minute and after a rejected request. Calls `onEnd` once if it ended. Returns an unsubscribe
 * function.
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
    // Skips the check after sign-out, because the user ended that session.
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
  // Delays the first check if the guard has just confirmed the user with the server.
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

export function useSessionWatch(onEnd: (ending: Ending) => void) {
  useEffect(() => watchSession(onEnd), [onEnd])
}
