import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import s from './stepper.module.css'

interface Props {
  label: string
  steps: readonly string[]
  /** Zero-based index of the current step; the number of steps if all are done. */
  current: number
  /** Whether each step is done. Default: all steps before the current one. */
  done?: readonly boolean[]
  /** Wraps a step in its link, if users can open the steps in any order. */
  renderLink?: (index: number, content: ReactNode) => ReactNode
}

export function Stepper({ label, steps, current, done, renderLink }: Props) {
  return (
    <ol className={s.steps} aria-label={label}>
      {steps.map((step, index) => {
        const isDone = done?.[index] ?? index < current
        const content = (
          <>
            <span className={s.mark}>{isDone ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className={s.name}>
              {step}
              {isDone && <span className="visually-hidden"> (hecho)</span>}
            </span>
          </>
        )
        return (
          <li
            key={step}
            className={cx(s.step, isDone && s.done, index === current && s.current)}
            aria-current={index === current ? 'step' : undefined}
          >
            {renderLink?.(index, content) ?? content}
          </li>
        )
      })}
    </ol>
  )
}
