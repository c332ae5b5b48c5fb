import { useEffect } from 'react'
import type { User } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'
import { refusals } from '../lib/query-client.ts'
import { isRefusal } from '../lib/refusal.ts'
import { begin, clear, isHere, isReplaced, onGoneElsewhere } from './session.ts'
import { useSession } from './store.ts'

const everyMinute = 60_000
const atLeastApart = 1_000
let last = 0

/** True when the server still knows this session; without an answer it stays as it is. */
async function stillHere(): Promise<boolean> {
  try {
    const { record, token } = await pb.collection('users').authRefresh<User>()
    // Somebody may have left, or come, while the answer was on its way.
    if (isHere(record.id)) begin(record, token)
    return record.isActive
  } catch (error) {
    return !(isRefusal(error) && [401, 403, 404].includes(error.status))
  }
}

/** Asks on focus, when back online, every minute and when a call was refused whether the session still lives. */
export function useSessionWatch(onEnd: () => void) {
  useEffect(() => {
    let gone = false
    function end() {
      if (gone) return
      gone = true
      clear()
      onEnd()
    }
    async function ask() {
      if (document.visibilityState === 'hidden' || Date.now() - last < atLeastApart) return
      last = Date.now()
      // Who has signed out needs not be told that the session ended.
      const isIn = () => useSession.getState().user !== null
      if (isIn() && (isReplaced() || !(await stillHere())) && isIn()) end()
    }
    const quietly = () => void ask()
    const refused = () => {
      last = 0
      quietly()
    }
    const timer = setInterval(quietly, everyMinute)
    const stop = onGoneElsewhere(end)
    for (const event of ['focus', 'online'] as const) window.addEventListener(event, quietly)
    document.addEventListener('visibilitychange', quietly)
    refusals.addEventListener('unauthorized', refused)
    quietly()
    return () => {
      gone = true
      clearInterval(timer)
      stop()
      for (const event of ['focus', 'online'] as const) window.removeEventListener(event, quietly)
      document.removeEventListener('visibilitychange', quietly)
      refusals.removeEventListener('unauthorized', refused)
    }
  }, [onEnd])
}
