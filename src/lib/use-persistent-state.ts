import { type SetStateAction, useCallback, useRef, useState } from 'react'
import { readLocalEntry, removeLocalEntry, saveLocalEntry } from './local-store.ts'

/**
 * Returns state that this browser stores across reloads, for unsent input. Setting the state to `empty` deletes the
 * stored entry.
 */
export function usePersistentState<T>(owner: string, what: string, empty: T): [T, (next: SetStateAction<T>) => void] {
  const [blank] = useState(empty)
  const [state, setState] = useState(() => readLocalEntry<T>('kept', owner, what) ?? blank)
  const now = useRef(state)
  const set = useCallback(
    (next: SetStateAction<T>) => {
      now.current = next instanceof Function ? next(now.current) : next
      // Stores the value immediately instead of in an effect, because sending may unmount the form.
      if (now.current === blank) removeLocalEntry('kept', owner, what)
      else saveLocalEntry('kept', owner, what, now.current)
      setState(now.current)
    },
    [owner, what, blank],
  )
  return [state, set]
}
