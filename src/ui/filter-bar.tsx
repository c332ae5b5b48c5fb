import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import s from './filter-bar.module.css'

interface Props {
  search: ReactNode
  count: number
  /** Buttons after the fields: clear filters, and actions on the results. */
  end?: ReactNode
  children: ReactNode
}

/** Search and filters of a list; narrow screens hide the filters behind a button. */
export function FilterBar({ search, count, end, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <div className={s.filters}>
      <div className={s.search}>
        {search}
        <span className={s.toggle}>
          <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {count ? `Filtros (${count})` : 'Filtros'}
          </Button>
        </span>
      </div>
      <div className={s.more} data-open={open || undefined}>
        {children}
        <div className={s.end}>{end}</div>
      </div>
    </div>
  )
}
