import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../domain/settings.ts'
import { pb } from '../../../lib/pb.ts'
import { Seal } from '../../../ui/seal.tsx'
import s from './letterhead.module.css'

/** The organisation whose paper this is. */
const organisation = queryOptions({
  queryKey: ['settings', 'organisation'],
  queryFn: () => pb.collection('settings').getFirstListItem<Settings>(''),
})

/** Whose paper this is. */
export function Letterhead() {
  const { data } = useQuery(organisation)
  return (
    <div className={s.head}>
      <Seal size={30} />
      <div className={s.names}>
        <p className={s.organisation}>{data?.organisationName || 'Formatos preeliminares'}</p>
        {data?.organisationName && <p className={s.product}>Formatos preeliminares</p>}
      </div>
    </div>
  )
}
