import { type SetStateAction, useCallback, useRef, useState } from 'react'
import { readLocal, removeLocal, saveLocal } from './local-store.ts'

/** State that outlives its page: what a person typed and has not sent, kept in this browser until it equals `empty` again. */
export function usePersistentState<T>(owner: string, what: string, empty: T): [T, (next: SetStateAction<T>) => void] {
  const [blank] = useState(empty)
  const [state, setState] = useState(() => readLocal<T>('kept', owner, what) ?? blank)
  const now = useRef(state)
  const set = useCallback(
    (next: SetStateAction<T>) => {
      now.current = next instanceof Function ? next(now.current) : next
      // At once, not with the next drawing: what was sent may take its form off the page.
      if (now.current === blank) removeLocal('kept', owner, what)
      else saveLocal('kept', owner, what, now.current)
      setState(now.current)
    },
    [owner, what, blank],
  )
  return [state, set]
}
