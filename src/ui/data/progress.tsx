import { type CSSProperties, type ReactNode, useId } from 'react'
import s from './progress.module.css'

interface Props {
  label: ReactNode
  /** Current value; missing if the duration is unknown. */
  value?: number
  max?: number
  /** Text to the right of the label: «1.200 de 5.000 · 320 por segundo». */
  detail?: ReactNode
  tone?: 'seal' | 'amber' | 'stamp'
}

export function Progress({ label, value, max = 100, detail, tone = 'seal' }: Props) {
  const id = useId()
  return (
    <div className={s.progress} style={{ '--fill': `var(--${tone})` } as CSSProperties}>
      <div className={s.text}>
        <span id={id}>{label}</span>
        {detail && <span className={s.detail}>{detail}</span>}
      </div>
      <progress className={s.bar} aria-labelledby={id} value={value} max={max} />
    </div>
  )
}
