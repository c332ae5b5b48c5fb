import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface Drag {
  from: number
  /** Position of the item after a drop. */
  to: number
}

/** Distance from the edge of the window, in px, at which a drag scrolls the page. */
const scrollEdge = 56
const scrollStep = 12

/**
 * Reorders the items of a list by dragging their handles, with mouse, pen or finger. The children of the element in `list` are the items. `onMove`
 * receives the positions before and after a drop.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const pointerY = useRef(0)
  const from = drag?.from

  useEffect(() => {
    if (from === undefined) return
    let frame = requestAnimationFrame(function scroll() {
      const y = pointerY.current
      if (y < scrollEdge) scrollBy(0, -scrollStep)
      if (y > innerHeight - scrollEdge) scrollBy(0, scrollStep)
      const to = findTarget(list.current, from, y)
      setDrag((before) => (before && before.to !== to ? { from, to } : before))
      frame = requestAnimationFrame(scroll)
    })
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null)
    }
    addEventListener('keydown', cancel)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', cancel)
    }
  }, [from])

  /** Returns the event handlers of an item's handle. */
  const getHandleProps = (place: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointerY.current = event.clientY
      setDrag({ from: place, to: place })
    },
    onPointerMove(event: PointerEvent) {
      pointerY.current = event.clientY
    },
    onPointerUp({ clientY }: PointerEvent) {
      const to = drag ? findTarget(list.current, place, clientY) : place
      if (to !== place) onMove(place, to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { list, drag, getHandleProps }
}

/** Returns the position of the item at `place` after a drop at `y`, a distance from the top of the window. */
function findTarget(list: Element | null, place: number, y: number) {
  const others = [...(list?.children ?? [])].filter((_, index) => index !== place)
  return others.filter((item) => {
    const { top, height } = item.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
