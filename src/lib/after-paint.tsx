import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { runAfterPaint } from './run-when-idle.ts'

interface Props {
  fallback: ReactNode
  children: ReactNode
}

/** Renders `fallback` first, and the lazy-loaded children after the first paint, so that they do not delay it. */
export function AfterPaint({ fallback, children }: Props) {
  return <Suspense fallback={fallback}>{useIsPainted() ? children : fallback}</Suspense>
}

/** Returns whether the page is painted with the component. `isInitiallyPainted`: returns `true` immediately. */
export function useIsPainted(isInitiallyPainted = false): boolean {
  const [isPainted, setPainted] = useState(isInitiallyPainted)
  useEffect(() => runAfterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}

/** True once a page of this page load does not wait for its paint any more. */
let hasPainted = false

/**
 * Returns the items that fit on the screen until the first page is painted, then all items. `minHeight`: minimum height of an item in px. Returns all
 * items after a reload, because the browser restores the scroll position.
 */
export function useItemsInView<Item>(items: readonly Item[], minHeight: number): readonly Item[] {
  const isPainted = useIsPainted(hasPainted || isReload())
  useEffect(() => {
    if (isPainted) hasPainted = true
  }, [isPainted])
  return isPainted ? items : items.slice(0, Math.ceil(innerHeight / minHeight))
}

function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type !== 'navigate'
}
