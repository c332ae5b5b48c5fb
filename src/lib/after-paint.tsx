import { type ReactNode, Suspense, useEffect, useState } from 'react'
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
