import { Link, type LinkProps } from '@tanstack/react-router'
import { cx } from '../../ui/cx.ts'
import s from './stat-cards.module.css'

export interface StatCard {
  label: string
  value: string
  to: LinkProps['to']
  search?: object
  hash?: string
  /** True if the user has to act; the counter is then highlighted. */
  urgent?: boolean
  detail?: string | undefined
}

/** Row of counters; each links to the list it counts. */
export function StatCards({ label, figures }: { label: string; figures: readonly StatCard[] }) {
  return (
    <ul className={s.figures} aria-label={label}>
      {figures.map((figure) => (
        <li key={figure.label}>
          <Link
            to={figure.to}
            search={figure.search as never}
            hash={figure.hash}
            className={cx(s.figure, figure.urgent && s.urgent)}
          >
            <span className="text-secondary">{figure.label}</span>
            <span className={s.value}>{figure.value}</span>
            {figure.detail && <span className={s.detail}>{figure.detail}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
