import { type ReactNode, useLayoutEffect, useRef } from 'react'
import s from './step-bar.module.css'

/** Where one goes from here, always in sight, with what there is to say of it. */
export function StepBar({ note, children }: { note: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  // Others that stay in sight stay above it, however high its sentence makes it.
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
