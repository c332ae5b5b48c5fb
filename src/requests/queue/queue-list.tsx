import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RequestItem } from '../../domain/requests/request.ts'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { listSummaryParts } from '../summary-parts.ts'
import s from './queue-list.module.css'
import type { QueueSearchParams } from './queue-search.ts'

export function QueueList({ items, at }: { items: readonly RequestItem[]; at: string | undefined }) {
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the viewed request whenever it changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <nav ref={list} className={s.list} aria-label="Por revisar">
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              from="/app/request/queue"
              to="."
              search={(before: QueueSearchParams) => ({ ...before, at: item.id })}
              className={s.line}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={item.id === at ? 'true' : undefined}
            >
              <span className={s.head}>
                <span className={s.number}>{item.number}</span>
                <time dateTime={item.submittedAt} className={s.when}>
                  {formatTimeAgo(item.submittedAt)}
                </time>
              </span>
              <span className={s.head}>
                <span className={s.owner}>{item.ownerName}</span>
                {item.revision > 0 && <span className={s.again}>Corregida</span>}
              </span>
              <span className={s.head}>
                <span className={s.summary}>{[item.formatCode, ...listSummaryParts(item, true)].join(' · ')}</span>
                {item.amount && <span className={s.amount}>{item.amount}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
