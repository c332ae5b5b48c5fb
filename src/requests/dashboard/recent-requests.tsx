import { Link } from '@tanstack/react-router'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { StatusBadge } from '../status-badge.tsx'
import s from './recent-requests.module.css'

/** Task that the request needs from the user: correct, decide or finish it, or none (`see`). */
type Purpose = 'correct' | 'decide' | 'finish' | 'see'

export function RecentRequests({ items, to }: { items: readonly RequestItem[]; to: Purpose }) {
  const isForm = to === 'correct' || to === 'finish'
  return (
    <ul className={s.lines}>
      {items.map((item) => (
        <li key={item.id}>
          <Link
            className={s.line}
            {...(isForm
              ? { to: '/app/request/create', search: { draft: item.id } }
              : { to: '/app/request/$requestId', params: { requestId: item.id } })}
          >
            <span className={s.code}>{item.formatCode}</span>
            <span className={s.text}>
              <span className={s.name}>{item.number || item.formatName}</span>
              <span className={cx(s.summary, to === 'correct' && s.reason)}>{formatDescription(item, to)}</span>
              {to === 'correct' && <RequestTime item={item} to={to} />}
            </span>
            <span className={s.end}>
              {to === 'see' && <StatusBadge of={item} />}
              {to === 'decide' && isOverdue(item) && (
                <Badge tone="danger" icon="clock">
                  Vencida
                </Badge>
              )}
              {to !== 'correct' && <RequestTime item={item} to={to} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function formatDescription({ ownerName, stepName, summary, reason }: RequestItem, to: Purpose): string {
  if (to === 'correct') return reason
  // Many summaries begin with the requester, who needs no second mention.
  const owner = summary.startsWith(ownerName) ? '' : ownerName
  return to === 'decide' ? [owner, stepName, summary].filter(Boolean).join(' · ') : summary
}

/** Time of the return, the submission or the last change, depending on the task. */
function RequestTime({ item, to }: { item: RequestItem; to: Purpose }) {
  const moment = { correct: item.decidedAt, decide: item.submittedAt, finish: item.updated, see: item.updated }[to]
  return (
    <time dateTime={moment} className="text-caption">
      {to === 'correct' ? `Devuelta ${formatTimeAgo(moment)}` : formatTimeAgo(moment)}
    </time>
  )
}

const isOverdue = ({ dueAt }: RequestItem) => dueAt !== '' && Date.parse(dueAt.replace(' ', 'T')) <= Date.now()
