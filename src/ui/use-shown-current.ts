import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A row that may be wider than the screen: what is current in it comes into view, and the page stays where it is. */
export function useShownCurrent<Row extends HTMLElement>(current?: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each that becomes the current one
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]')
    if (!row.current || !shown) return
    const { left, width } = shown.getBoundingClientRect()
    const frame = row.current.getBoundingClientRect()
    row.current.scrollLeft += left + width / 2 - frame.left - frame.width / 2
  }, [current])
  return row
}
