import { useEffect } from 'react'
import type { User } from '../domain/users/user.ts'
import { getErrorCode, isApiError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { unauthorizedEvents } from '../lib/query-client.ts'
import { clearSession, isSessionReplaced, onSessionChangeElsewhere, refreshSession } from './session.ts'
import { useSession } from './session-store.ts'

const checkIntervalMs = 60_000
/** Delay of the first check, because the session was just started or restored. */
const firstCheckMs = 5_000
const minIntervalMs = 1_000
let lastCheck = 0

/**
 * Reason why a session ended: expired or revoked, user deactivated, or replaced by another user's sign-in in another
 * window.
 */
export type SessionEndReason = 'ended' | 'inactive' | 'replaced'

/** Renews the token. Returns the reason if the session ended; `null` if it is valid or the server does not respond. */
async function checkSession(): Promise<SessionEndReason | null> {
  if (isSessionReplaced()) return 'replaced'
  try {
    const { record, token } = await pb.collection('users').authRefresh<User>()
    refreshSession(record, token)
    return record.isActive ? null : 'inactive'
  } catch (error) {
    if (!isApiError(error) || ![401, 403, 404].includes(error.status)) return null
    return getErrorCode(error) === 'user.inactive' ? 'inactive' : fetchEndReason()
  }
}

/**
 * Asks the server why a renewal failed; `null` if the session is still valid. PocketBase also rejects renewals whose
 * database lookup timed out.
 */
const fetchEndReason = () =>
  pb.send('/api/app/session', {}).then(
    () => null,
    (error): SessionEndReason | null => {
      if (getErrorCode(error) === 'user.inactive') return 'inactive'
      return isApiError(error) && error.status === 401 ? 'ended' : null
    },
  )

/**
 * Checks the session after five seconds, on focus, on reconnect, every minute and after a rejected request. Calls `onEnd` once after the session ended. Returns an
 * unsubscribe function.
 */
export function watchSession(onEnd: (ending: SessionEndReason) => void): () => void {
  let gone = false
  function end(ending: SessionEndReason) {
    if (gone) return
    gone = true
    clearSession()
    onEnd(ending)
  }
  async function ask() {
    if (document.visibilityState === 'hidden' || Date.now() - lastCheck < minIntervalMs) return
    lastCheck = Date.now()
    // Skips the check if the user signed out.
    const isIn = () => useSession.getState().user !== null
    const ending = isIn() ? await checkSession() : null
    if (ending && isIn()) end(ending)
  }
  const quietly = () => void ask()
  const refused = () => {
    lastCheck = 0
    quietly()
  }
  const first = setTimeout(quietly, firstCheckMs)
  const timer = setInterval(quietly, checkIntervalMs)
  const stop = onSessionChangeElsewhere(() => end(isSessionReplaced() ? 'replaced' : 'ended'))
  for (const event of ['focus', 'online'] as const) window.addEventListener(event, quietly)
  document.addEventListener('visibilitychange', quietly)
  unauthorizedEvents.addEventListener('unauthorized', refused)
  return () => {
    gone = true
    clearTimeout(first)
    clearInterval(timer)
    stop()
    for (const event of ['focus', 'online'] as const) window.removeEventListener(event, quietly)
    document.removeEventListener('visibilitychange', quietly)
    unauthorizedEvents.removeEventListener('unauthorized', refused)
  }
}

export function useSessionWatch(onEnd: (ending: SessionEndReason) => void) {
  useEffect(() => watchSession(onEnd), [onEnd])
}
