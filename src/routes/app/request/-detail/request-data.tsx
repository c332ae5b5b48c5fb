import { Suspense } from 'react'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import { DocumentPanel } from '../../../../requests/detail/document-panel.tsx'
import { RouteProgress } from '../../../../requests/detail/route-progress.tsx'
import { ValueList } from '../../../../requests/detail/value-list.tsx'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { getSubmittedValues } from '../../../../requests/queries.ts'
import { findLastRequestReturn } from '../../../../requests/request-return.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const RequestChanges = lazyPart(
  async () => (await import('../../../../requests/detail/request-changes.tsx')).RequestChanges,
)

const ApproverFieldsPanel = lazyPart(
  async () => (await import('../../../../requests/detail/approver-fields-panel.tsx')).ApproverFieldsPanel,
)

interface Props {
  opened: RequestView
  /** Requests a new document; `undefined` if the user may not request one. */
  onRegenerate: (() => void) | undefined
}

/** Approval steps, changes, document and values of the request. */
export function RequestData({ opened, onRegenerate }: Props) {
  const { request, version, route, filled, history, sent } = opened
  const notes = request.status === 'returned' ? (findLastRequestReturn(history)?.notes ?? {}) : {}
  return (
    <>
      {request.status !== 'draft' && route.steps.length > 0 && <RouteProgress steps={route.steps} />}
      {request.status === 'submitted' && sent && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <RequestChanges
            request={request}
            fields={version.fields}
            history={history}
            before={getSubmittedValues(sent)}
          />
        </Suspense>
      )}
      {request.documentStatus !== 'none' && <DocumentPanel opened={opened} onRegenerate={onRegenerate} />}
      <Panel title="Datos">
        <ValueList
          fields={version.fields}
          values={request.values}
          below={({ key }) => notes[key] && <FieldNote text={notes[key]} />}
        />
      </Panel>
      {Object.keys(filled.values).length > 0 && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <ApproverFieldsPanel filled={filled} />
        </Suspense>
      )}
    </>
  )
}
