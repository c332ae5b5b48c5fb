import { useSyncExternalStore } from 'react'

const query = '(max-width: 47.99rem)'

function subscribe(tell: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', tell)
  return () => list.removeEventListener('change', tell)
}

/** Whether the screen is as narrow as a phone, for what is another thing there and not only looks otherwise. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
