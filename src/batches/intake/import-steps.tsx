import { type ReactNode, useEffect, useRef } from 'react'
import { Stack } from '../../ui/stack.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { ImportStage } from './import-state.ts'
import s from './import-steps.module.css'

interface Props {
  label: string
  /** Labels of the four steps. */
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
