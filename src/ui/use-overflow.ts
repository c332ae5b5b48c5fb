import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns whether the content is wider than its frame. Becomes `false` only once the frame is as wide as the content
 * was, so that the layout does not flicker while the user types.
 */
export function useOverflow<Frame extends HTMLElement>(): [RefObject<Frame | null>, boolean] {
  const frame = useRef<Frame>(null)
  const needed = useRef(0)
  const [over, setOver] = useState(false)
  useLayoutEffect(() => {
    const node = frame.current
    const content = node?.firstElementChild
    if (!node || !content) return
    function measure(node: Frame) {
      if (over) return setOver(node.clientWidth < needed.current)
      needed.current = node.scrollWidth
      setOver(node.scrollWidth > node.clientWidth)
    }
    measure(node)
    if (over && node.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
    const observer = new ResizeObserver(() => measure(node))
    observer.observe(node)
    observer.observe(content)
    return () => observer.disconnect()
  }, [over])
  return [frame, over]
}
