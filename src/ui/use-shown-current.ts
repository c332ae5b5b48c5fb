import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A row that may be wider than the screen: what is current in it comes into view, and the page stays where it is. */
export function useShownCurrent<Row extends HTMLElement>(current?: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each that becomes the current one
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]')
    if (!row.current || !shown) return
    // Told at once, and again when its letters arrive.
    const observer = new ResizeObserver(() => {
      const [place, frame] = [shown.getBoundingClientRect(), row.current?.getBoundingClientRect()]
      if (frame) row.current?.scrollBy(place.left + place.width / 2 - frame.left - frame.width / 2, 0)
    })
    observer.observe(shown)
    return () => observer.disconnect()
  }, [current])
  return row
}
