import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import s from './expandable-rows.module.css'

const maxRows = 10

interface Props {
  count: number
  /** Table of the rows. */
  children: ReactNode
}

/** Shows the first ten rows of a table, and the others after «Ver más». Print always contains all rows. */
export function ExpandableRows({ count, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  function expand() {
    setOpen(true)
    // The button disappears, so the focus moves to the first row that was hidden.
    requestAnimationFrame(() => {
      const row = box.current?.querySelectorAll('tbody tr')[maxRows]
      const target = row?.querySelector('a') ?? box.current
      target?.focus()
    })
  }
  const hidden = count - maxRows
  return (
    <div ref={box} tabIndex={-1}>
      <div className={isOpen ? undefined : s.short}>{children}</div>
      {hidden > 0 && !isOpen && (
        <div className={s.more}>
          <Button size="s" icon="chevronDown" onClick={expand}>
            Ver más
            <span className="visually-hidden">{`: ${formatCount(hidden, 'fila', 'filas')}`}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
