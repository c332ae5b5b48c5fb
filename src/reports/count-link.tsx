import { Link } from '@tanstack/react-router'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { formatNumber } from '../lib/number-format.ts'
import s from './count-link.module.css'

/** Number that links to the list of the counted requests. `of`: description, which screen readers read with the number. */
export function CountLink({ count, of, list }: { count: number; of: string; list: RequestFilter }) {
  return (
    <Link to="/app/request" search={list as never} className={s.count}>
      {formatNumber(count)}
      <span className="visually-hidden">{` ${of}`}</span>
    </Link>
  )
}
