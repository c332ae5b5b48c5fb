import { useQuery } from '@tanstack/react-query'
import { formatApprovers } from '../format-approvers.ts'
import { previewRouteQuery } from '../queries.ts'
import s from './route-preview.module.css'

/** Approval steps of a request before its submission, with the names of those who decide. */
export function RoutePreview(props: Parameters<typeof previewRouteQuery>[0]) {
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
