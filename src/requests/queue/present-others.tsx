import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import s from './present-others.module.css'
import { presentOthers } from './queries.ts'

/** Who else looks at this request now; says to them that one does. */
export function PresentOthers({ id }: { id: string }) {
  const { data = [] } = useQuery(presentOthers(id))
  const names = data.map(({ name }) => name)
  const who = new Intl.ListFormat('es', { type: 'conjunction' }).format(names.slice(0, 3))
  const more = names.length > 3 ? ` y ${names.length - 3} más` : ''
  return (
    <span role="status" className={s.box}>
      {names.length > 0 && (
        <Badge tone="warning" icon="eye">
          {`${who}${more} ${names.length > 1 ? 'también la tienen abierta' : 'también la tiene abierta'}`}
        </Badge>
      )}
    </span>
  )
}
