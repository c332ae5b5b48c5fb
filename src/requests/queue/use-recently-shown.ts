import { useCallback, useEffect, useRef } from 'react'

/** Time in ms in which key presses on new content are ignored, because they were meant for the previous content. */
const guardMs = 600

/** Returns a function that reports whether `isShown` became true less than 600 ms ago. */
export function useRecentlyShown(isShown: boolean): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isShown) since.current = performance.now()
  }, [isShown])
  return useCallback(() => performance.now() - since.current < guardMs, [])
}
