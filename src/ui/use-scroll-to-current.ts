import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scrolls a row horizontally to its current item, at first and whenever another item becomes current, without scrolling the page. */
export function useScrollToCurrent<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useLayoutEffect(() => {
    const list = row.current
    if (!list) return
    // Fires when it starts to observe an item, and again when the web font changes the item's width.
    const sizes = new ResizeObserver(([item]) => {
      if (!item) return
      const [place, frame] = [item.target.getBoundingClientRect(), list.getBoundingClientRect()]
      list.scrollBy(place.left + place.width / 2 - frame.left - frame.width / 2, 0)
    })
    function observeCurrent() {
      sizes.disconnect()
      const current = list?.querySelector('[aria-current="page"], [aria-selected="true"]')
      if (current) sizes.observe(current)
    }
    // Watches the row, because links mark themselves as current, and saved views load later.
    const changes = new MutationObserver(observeCurrent)
    changes.observe(list, { subtree: true, childList: true, attributeFilter: ['aria-current', 'aria-selected'] })
    observeCurrent()
    return () => {
      changes.disconnect()
      sizes.disconnect()
    }
  }, [])
  return row
}
