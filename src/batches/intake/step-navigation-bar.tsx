import { type ReactNode, useLayoutEffect, useRef } from 'react'
import s from './step-navigation-bar.module.css'

/** Sticky bar with the step's navigation buttons and an optional note. */
export function StepNavigationBar({ note, children }: { note: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  // Stores the bar's height in the CSS variable `--step-bar`, because other sticky elements are placed above the bar.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const isFloating = entry && getComputedStyle(entry.target).position === 'sticky'
      const height = isFloating ? `calc(${entry.borderBoxSize[0]?.blockSize ?? 0}px + var(--s3))` : '0px'
      style.setProperty('--step-bar', height)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--step-bar')
    }
  }, [])
  return (
    <div ref={bar} className={s.bar}>
      <p className={s.note} role="status">
        {note}
      </p>
      <div className={s.actions}>{children}</div>
    </div>
  )
}
