import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '../../../../domain/users/user.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import type { RequestListSearchParams } from '../../../../requests/list-search.ts'
import { listLocalDrafts } from '../../../../requests/local-draft.ts'
import { requestListQuery } from '../../../../requests/queries.ts'
import { useUser } from '../../../../session/use-user.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Panel } from '../../../../ui/page/layout.tsx'
import s from '../../../../ui/page/link-list.module.css'

interface Line {
  id: string
  name: string
  summary: string
  when: string
}

const maxDrafts = 4

/** Returns the search for the user's drafts. Filters by requester for administrators, because their list includes all users. */
export const getDraftSearchParams = ({ id, role }: Pick<User, 'id' | 'role'>): RequestListSearchParams =>
  role === '_admin' ? { status: 'draft', owner: id } : { status: 'draft' }

/** List of the user's unsent drafts, from the server and from this browser. */
export function DraftList({ nameOf }: { nameOf: (format: string) => string }) {
  const user = useUser()
  const search = getDraftSearchParams(user)
  const { data } = useQuery(requestListQuery(search))
  const savedDrafts = (data?.items ?? []).map(
    ({ id, formatName, summary, created }): Line => ({
      id,
      name: formatName,
      summary,
      when: `Creado ${formatTimeAgo(created)}`,
    }),
  )
  const known = new Set(savedDrafts.map((line) => line.id))
  const here = listLocalDrafts(user.id)
    .filter((local) => !known.has(local.id))
    .map(
      (local): Line => ({
        id: local.id,
        name: nameOf(local.format),
        summary: 'Solo en este navegador: aún no se guardó en el servidor.',
        when: formatTimeAgo(new Date(local.at).toISOString()),
      }),
    )
  const lines = [...here, ...savedDrafts]
  if (lines.length === 0) return null
  return (
    <Panel
      flush
      title="Continúe donde quedó"
      actions={
        lines.length > maxDrafts && (
          <Link to="/app/request" search={search}>
            Ver todos los borradores
          </Link>
        )
      }
    >
      <ul className="divided">
        {lines.slice(0, maxDrafts).map((line) => (
          <li key={line.id} className={s.line}>
            <Link to="/app/request/create" search={{ draft: line.id }} className={s.link}>
              <Icon name="edit" size={16} />
              <span className={s.text}>
                <span className={s.name}>{line.name}</span>
                {line.summary && line.summary !== line.name && (
                  <span className="text-tertiary wrap-anywhere">{line.summary}</span>
                )}
              </span>
              <span className="text-tertiary">{line.when}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
