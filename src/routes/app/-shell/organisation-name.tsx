import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../settings/queries.ts'
import { cx } from '../../../ui/cx.ts'
import { ProductLogo } from '../../../ui/page/product-logo.tsx'
import s from './organisation-name.module.css'

/** Name of the organisation, with the product's seal. `isCompact`: the name alone, in at most two lines. */
export function OrganisationName({ isCompact = false }: { isCompact?: boolean }) {
  const { data } = useQuery(settingsQuery())
  return (
    <div className={s.head}>
      <ProductLogo size={30} />
      <div className="shrinkable">
        <p className={cx(s.organisation, isCompact && s.compact)}>
          {data?.organisationName || 'Formatos preeliminares'}
        </p>
        {data?.organisationName && !isCompact && <p className={s.product}>Formatos preeliminares</p>}
      </div>
    </div>
  )
}
