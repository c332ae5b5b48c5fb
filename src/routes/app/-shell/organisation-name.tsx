import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../settings/queries.ts'
import { ProductLogo } from '../../../ui/product-logo.tsx'
import s from './organisation-name.module.css'

/** Name of the organisation, with the product's seal. */
export function OrganisationName() {
  const { data } = useQuery(settingsQuery())
  return (
    <div className={s.head}>
      <ProductLogo size={30} />
      <div className={s.names}>
        <p className={s.organisation}>{data?.organisationName || 'Formatos preeliminares'}</p>
        {data?.organisationName && <p className={s.product}>Formatos preeliminares</p>}
      </div>
    </div>
  )
}
