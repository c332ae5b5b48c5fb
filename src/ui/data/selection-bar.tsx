import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import s from './selection-bar.module.css'

interface Props {
  /** Number of selected rows: «3 solicitudes elegidas»; `null` hides the bar. */
  label: string | null
  onClear: () => void
  children: ReactNode
}

export function SelectionBar({ label, onClear, children }: Props) {
  if (label === null) return null
  return (
    <section className={s.bar} aria-label="Lo elegido">
      <p className="text-strong" role="status">
        {label}
      </p>
      <div className={s.actions}>{children}</div>
      <Button variant="quiet" size="s" icon="close" onClick={onClear}>
        Quitar la selección
      </Button>
    </section>
  )
}
