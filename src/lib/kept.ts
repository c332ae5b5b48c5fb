import { type SetStateAction, useCallback, useRef, useState } from 'react'

/** Whose it is stands in the key: another person at the same computer is not shown it. */
const keyOf = (owner: string, what: string) => `kept:${owner}:${what}`

/** State that outlives its page: what a person typed and has not sent, kept in this browser until it equals `empty` again. */
export function useKept<T>(owner: string, what: string, empty: T): [T, (next: SetStateAction<T>) => void] {
  const key = keyOf(owner, what)
  const [blank] = useState(empty)
  const [state, setState] = useState(() => read(key, blank))
  const now = useRef(state)
  const set = useCallback(
    (next: SetStateAction<T>) => {
      now.current = next instanceof Function ? next(now.current) : next
      // At once, not with the next drawing: what was sent may take its form off the page.
      write(key, now.current === blank ? null : JSON.stringify(now.current))
      setState(now.current)
    },
    [key, blank],
  )
  return [state, set]
}

function read<T>(key: string, empty: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? empty
  } catch {
    return empty
  }
}

/** A browser that keeps nothing, or is full, still has it on the screen. */
function write(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}
