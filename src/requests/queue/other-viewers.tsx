import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import s from './other-viewers.module.css'
import { otherViewersQuery } from './other-viewers-query.ts'

/** Badge with the other approvers who are viewing this request; also reports this user's presence to them. */
export function OtherViewers({ id }: { id: string }) {
  const { data = [] } = useQuery(otherViewersQuery(id))
  const names = data.map(({ name }) => name)
  return (
    <span role="status" className={s.box}>
      {names.length > 0 && (
        <Badge tone="warning" icon="eye">
          {`${formatNames(names)} ${names.length > 1 ? 'también la tienen abierta, o la tuvieron hace un momento' : 'también la tiene abierta, o la tuvo hace un momento'}`}
        </Badge>
      )}
    </span>
  )
}

/** Formats up to three names and the number of further names. */
export function formatNames(names: readonly string[]): string {
  const more = names.length > 3 ? [`${names.length - 3} más`] : []
  return new Intl.ListFormat('es', { type: 'conjunction' }).format([...names.slice(0, 3), ...more])
}
