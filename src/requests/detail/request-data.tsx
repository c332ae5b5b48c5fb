import { type ReactNode, Suspense } from 'react'
import type { Field } from '../../../../domain/fields/field.ts'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import { ApproverFieldsPanel } from '../../../../requests/detail/approver-fields-panel.tsx'
import { RouteProgress } from '../../../../requests/detail/route-progress.tsx'
import { ValueList } from '../../../../requests/detail/value-list.tsx'
import { getSubmittedValues } from '../../../../requests/queries.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const RequestChanges = lazyPart(
  async () => (await import('../../../../requests/detail/request-changes.tsx')).RequestChanges,
)

interface Props {
  opened: RequestView
  /** True if the values are compared with those of the previous submission. */
  withChanges: boolean
  /** Returns what is shown below the value of a field. */
  below: (field: Field) => ReactNode
  /** Panel between the changes and the values. */
  children?: ReactNode
}

/** Approval steps, changes and values of the request. */
export function RequestData({ opened, withChanges, below, children }: Props) {
  const { request, version, route, filled, history, sent } = opened
  return (
    <>
      {request.status !== 'draft' && route.steps.length > 0 && <RouteProgress steps={route.steps} />}
      {/* One boundary, so that parts that load later do not move the data. */}
      <Suspense fallback={<Skeleton lines={12} />}>
        {withChanges && sent && (
          <RequestChanges
            request={request}
            fields={version.fields}
            history={history}
            before={getSubmittedValues(sent)}
          />
        )}
        {children}
        <Panel title="Datos">
          <ValueList fields={version.fields} values={request.values} below={below} />
        </Panel>
        <ApproverFieldsPanel filled={filled} />
      </Suspense>
    </>
  )
}
