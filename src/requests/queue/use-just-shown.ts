import { useCallback, useEffect, useRef } from 'react'

/** For so many milliseconds a key that approves is one too many for what was there before. */
const impatience = 600

/** Says whether something is on the screen for too short a time for a key to be meant for it. */
export function useJustShown(isShown = true): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isShown) since.current = performance.now()
  }, [isShown])
  return useCallback(() => performance.now() - since.current < impatience, [])
}
