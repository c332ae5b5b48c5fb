import { useQuery } from '@tanstack/react-query'
import { settingsRow } from '../../../settings/queries.ts'
import { Seal } from '../../../ui/seal.tsx'
import s from './organisation.module.css'

/** Name of the organisation, with the product's seal. */
export function Organisation() {
  const { data } = useQuery(settingsRow())
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
