import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scrolls a row horizontally to its current item, without scrolling the page. */
export function useScrollToCurrent<Row extends HTMLElement>(current?: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again for each new current item
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]')
    if (!row.current || !shown) return
    // The observer fires immediately, and again when the web font changes the item's width.
    const observer = new ResizeObserver(() => {
      const [place, frame] = [shown.getBoundingClientRect(), row.current?.getBoundingClientRect()]
      if (frame) row.current?.scrollBy(place.left + place.width / 2 - frame.left - frame.width / 2, 0)
    })
    observer.observe(shown)
    return () => observer.disconnect()
  }, [current])
  return row
}
