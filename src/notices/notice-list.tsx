import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import type { NoticeKind } from '../domain/notices/notice.ts'
import type { NoticeItem } from '../domain/notices/notice-output.ts'
import { formatNotice, getNoticeDetail, getNoticeLink } from '../domain/notices/notice-text.ts'
import { requestActions } from '../domain/requests/actions.ts'
import { formatTimeAgo } from '../lib/date-format.ts'
import { isInitialLoadError } from '../lib/query-client.ts'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import s from './notice-list.module.css'
import { noticeListQuery } from './queries.ts'

const icons = {
  decided: 'approve',
  comment: 'comment',
  document: 'file',
  batch: 'batch',
  waiting: 'clock',
  overdue: 'clock',
  finalRequested: 'file',
  substitution: 'users',
  registration: 'users',
  documentFailed: 'alert',
  deliveryFailed: 'alert',
  signing: 'alert',
  backupFailed: 'alert',
  mailFailed: 'alert',
  sealEnd: 'alert',
  key: 'key',
} as const satisfies Record<NoticeKind, IconName>

const getIcon = ({ kind, details: { action } }: NoticeItem) =>
  kind === 'decided' && action ? requestActions[action].icon : icons[kind]

/** List of notices. Each links to its subject; unread notices are marked. */
export function NoticeList({ items, onOpen }: { items: readonly NoticeItem[]; onOpen: (item: NoticeItem) => void }) {
  return (
    <ul className={s.list}>
      {items.map((item) => (
        <li key={item.id}>
          <Link {...getNoticeLink(item)} className={cx(s.line, !item.readAt && s.unread)} onClick={() => onOpen(item)}>
            <Icon name={getIcon(item)} size={18} />
            <span className={s.text}>
              <span className={s.sentence}>
                {!item.readAt && <span className="visually-hidden">Nuevo: </span>}
                {formatNotice(item)}
              </span>
              <NoticeDetail item={item} />
            </span>
            <time dateTime={item.notifiedAt} className={s.when}>
              {formatTimeAgo(item.notifiedAt)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NoticeDetail({ item }: { item: NoticeItem }) {
  const { oldest } = item.details
  const detail = oldest ? `La más antigua espera desde ${formatTimeAgo(oldest)}.` : getNoticeDetail(item)
  return detail && <span className={s.detail}>{detail}</span>
}

/**
 * Returns a page of the user's notices. Does not refetch while another page loads, because the button above the notices
 * would disappear and move the notice that was pressed.
 */
export function useNoticeList(page: number) {
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })
  return useQuery({ ...noticeListQuery(page), throwOnError: isInitialLoadError, enabled: !isLeaving })
}
