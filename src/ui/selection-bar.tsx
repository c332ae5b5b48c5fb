import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import s from './selection-bar.module.css'

interface Props {
  /** «3 solicitudes elegidas»; nothing is shown without it. */
  label: string | null
  onClear: () => void
  children: ReactNode
}

/** What may be done with the chosen rows; stays in view while one scrolls. */
export function SelectionBar({ label, onClear, children }: Props) {
  if (label === null) return null
  return (
    <section className={s.bar} aria-label="Lo elegido">
      <p className={s.label} role="status">
        {label}
      </p>
      <div className={s.actions}>{children}</div>
      <Button variant="quiet" size="s" icon="close" onClick={onClear}>
        Quitar la selección
      </Button>
    </section>
  )
}
