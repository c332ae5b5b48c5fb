import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import s from './filter-bar.module.css'

interface Props {
  /** Field to search by text, always in view. */
  search: ReactNode
  /** Number of filters in use. */
  count: number
  /** Buttons behind the fields: filters to remove, and what to do with the result. */
  end?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** Search and filters of a list; on a narrow screen the filters wait behind a button. */
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
