import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether what stands in a frame is wider than the frame: then it takes another form, and keeps it until the frame has
 * the room that was missing, so that nothing jumps to and fro while somebody types.
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
