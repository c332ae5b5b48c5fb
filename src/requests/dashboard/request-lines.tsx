import { Link } from '@tanstack/react-router'
import type { RequestItem } from '../../domain/request.ts'
import { agoOf } from '../../lib/when.ts'
import { StatusBadge } from '../status-badge.tsx'
import s from './request-lines.module.css'

interface Props {
  items: readonly RequestItem[]
  /** Leads to the form instead of the request's page: what waits to be finished. */
  toForm?: boolean
  withOwner?: boolean
  /** Whose moment counts: since when it waits, or when it was made. */
  since?: 'submittedAt' | 'updated'
  withStatus?: boolean
}

/** Requests as short lines, each a link. */
export function RequestLines({
  items,
  toForm = false,
  withOwner = false,
  since = 'updated',
  withStatus = false,
}: Props) {
  return (
    <ul className={s.lines}>
      {items.map((item) => (
        <li key={item.id}>
          <Link
            className={s.line}
            {...(toForm
              ? { to: '/app/request/create', search: { draft: item.id } }
              : { to: '/app/request/$requestId', params: { requestId: item.id } })}
          >
            <span className={s.code}>{item.formatCode}</span>
            <span className={s.text}>
              <span className={s.name}>{item.number || item.formatName}</span>
              <span className={s.summary}>
                {withOwner
                  ? `${item.ownerName} · ${item.summary}`
                  : item.status === 'returned'
                    ? item.reason
                    : item.summary}
              </span>
            </span>
            <span className={s.end}>
              {withStatus && <StatusBadge of={item} />}
              <time dateTime={item[since]}>{agoOf(item[since])}</time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
