import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import s from './stepper.module.css'

interface Props {
  label: string
  steps: readonly string[]
  /** Zero-based index of the current step; the number of steps if all are done. */
  current: number
}

export function Stepper({ label, steps, current }: Props) {
  return (
    <ol className={s.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(s.step, index < current && s.done, index === current && s.current)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={s.mark}>{index < current ? <Icon name="check" size={14} /> : index + 1}</span>
          <span className={s.name}>
            {step}
            {index < current && <span className="visually-hidden"> (hecho)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
