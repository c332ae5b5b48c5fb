import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the screen is as narrow as a phone, for what is another thing there and not only looks otherwise. */
export const useNarrow = () => useMedia('(max-width: 47.99rem)')
