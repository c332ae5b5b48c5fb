import type { ReactNode } from 'react'
import s from './step-bar.module.css'

/** Where one goes from here, always in sight, with what there is to say of it. */
export function StepBar({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <div className={s.bar}>
      <p className={s.note} role="status">
        {note}
      </p>
      <div className={s.actions}>{children}</div>
    </div>
  )
}
