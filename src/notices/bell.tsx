import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countOf } from '../lib/count.ts'
import { counts } from '../session/counts.ts'
import { Icon } from '../ui/icon.tsx'
import s from './bell.module.css'

/** Link to the notices, with the number of unread notices. */
export function Bell() {
  const { data } = useQuery(counts)
  const unread = data?.unread ?? 0
  return (
    <Link
      to="/app/notices"
      search={{}}
      className={s.bell}
      aria-label={unread ? `Avisos: ${countOf(unread, 'nuevo', 'nuevos')}` : 'Avisos'}
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
