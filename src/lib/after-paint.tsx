import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { runAfterPaint } from './run-when-idle.ts'

interface Props {
  fallback: ReactNode
  children: ReactNode
}

/** Renders `fallback` first, and the lazy-loaded children after the first paint, so that they do not delay it. */
export function AfterPaint({ fallback, children }: Props) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => runAfterPaint(() => setPainted(true)), [])
  return <Suspense fallback={fallback}>{isPainted ? children : fallback}</Suspense>
}

/** True once a page of this page load is painted. */
let hasPainted = false

/**
 * Returns the items that fit on the screen until the first page is painted, then all items. `minHeight`: minimum height of an item in px. Returns all
 * items after a reload, because the browser restores the scroll position.
 */
export function useItemsInView<Item>(items: readonly Item[], minHeight: number): readonly Item[] {
  const [isPainted, setPainted] = useState(hasPainted || isReload())
  useEffect(
    () =>
      runAfterPaint(() => {
        hasPainted = true
        // A transition, because rendering the other items at once would block input.
        startTransition(() => setPainted(true))
      }),
    [],
  )
  return isPainted ? items : items.slice(0, Math.ceil(innerHeight / minHeight))
}

function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type !== 'navigate'
}
