import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Values } from '../../domain/fields/field.ts'
import { listRouteKeys } from '../../domain/formats/referenced-keys.ts'
import type { RouteStage } from '../../domain/formats/route.ts'
import type { RequestRoute } from '../../domain/requests/request-route.ts'
import { pb } from '../../lib/pb.ts'
import { formatApprovers } from '../format-approvers.ts'
import s from './route-preview.module.css'

interface Props {
  format: string
  version: { id: string; route: readonly RouteStage[] }
  /** Valid values so far. */
  values: Values
  /** Values with the computed ones. */
  completeValues: Values
}

/** Query for who would decide a request. Loaded again only if a value changes on which the route depends. */
const previewRouteQuery = ({ format, version, values, completeValues }: Props) =>
  queryOptions({
    queryKey: ['users', 'route', version.id, listRouteKeys(version.route).map((key) => completeValues[key] ?? null)],
    queryFn: () =>
      pb.send<Pick<RequestRoute, 'steps'>>('/api/app/requests/preview/route', {
        method: 'POST',
        body: { format, formatVersion: version.id, values },
      }),
    placeholderData: keepPreviousData,
  })

/** Approval steps of a request before its submission, with the names of those who decide. */
export function RoutePreview(props: Props) {
  const { data } = useQuery(previewRouteQuery(props))
  const steps = data?.steps.filter(({ state }) => state !== 'skipped') ?? []
  if (steps.length === 0) return null
  return (
    <section aria-label="Quién decide">
      <p>Quién decide:</p>
      <ol className={s.steps}>
        {steps.map((step) => (
          <li key={step.position}>
            {step.name}: <span className="text-tertiary">{formatApprovers(step)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
