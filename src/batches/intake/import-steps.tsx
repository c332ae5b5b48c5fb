import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Stack } from '../../ui/page/layout.tsx'
import { Stepper } from '../../ui/page/stepper.tsx'
import type { ImportStage } from './import-state.ts'
import s from './import-steps.module.css'

interface Props {
  label: string
  names: readonly string[]
  stage: ImportStage
  children: ReactNode
}

const steps: Record<ImportStage, number> = { file: 0, reading: 0, columns: 1, validating: 1, rows: 2, sending: 3 }

/** Stepper of an import, and its current step. A new step gets the focus, for keyboard and screen-reader users. */
export function ImportSteps({ label, names, stage, children }: Props) {
  const section = useRef<HTMLElement>(null)
  const previousStage = useRef(stage)
  useEffect(() => {
    if (previousStage.current === stage) return
    previousStage.current = stage
    if (stage !== 'reading' && stage !== 'validating') section.current?.focus({ preventScroll: true })
  }, [stage])
  const step = steps[stage]
  return (
    <>
      <Stepper label={label} steps={names} current={step} />
      <section ref={section} tabIndex={-1} className={s.step} aria-label={names[step]}>
        <Stack gap={5}>{children}</Stack>
      </section>
    </>
  )
}

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
