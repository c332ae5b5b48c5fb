import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../lib/number-format.ts'
import { userTaskCountsQuery } from '../session/counts-query.ts'
import { Icon } from '../ui/icon.tsx'
import s from './notice-bell.module.css'

export function NoticeBell() {
  const { data } = useQuery(userTaskCountsQuery)
  const unread = data?.unread ?? 0
  return (
    <Link
      to="/app/notices"
      search={{}}
      className={s.bell}
      aria-label={unread ? `Avisos: ${formatCount(unread, 'nuevo', 'nuevos')}` : 'Avisos'}
      title="Avisos"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={s.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
