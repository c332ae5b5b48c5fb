import type { ReactNode } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { ApproverFields } from '../../domain/requests/approver-fields.ts'
import type { RequestView } from '../../domain/requests/request-view.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { getSubmittedValues } from '../queries.ts'
import { RequestChanges } from './request-changes.tsx'
import { RouteProgress } from './route-progress.tsx'
import { ValueList } from './value-list.tsx'

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
export function RequestOverview({ opened, withChanges, below, children }: Props) {
  const { request, version, route, filled, history, sent } = opened
  return (
    <>
      {request.status !== 'draft' && route.steps.length > 0 && <RouteProgress steps={route.steps} />}
      {withChanges && sent && (
        <RequestChanges request={request} fields={version.fields} history={history} before={getSubmittedValues(sent)} />
      )}
      {children}
      <Panel title="Datos">
        <ValueList fields={version.fields} values={request.values} below={below} />
      </Panel>
      <ApproverFieldsPanel filled={filled} />
    </>
  )
}

/** Panel with the approver fields that the user may see; `null` if none has a value. */
export function ApproverFieldsPanel({ filled }: { filled: ApproverFields }) {
  // The server returns only values of fields whose conditions are met.
  const visible = filled.fields.filter(({ key }) => filled.values[key] !== undefined)
  if (visible.length === 0) return null
  return (
    <Panel title="Datos de la aprobación">
      <ValueList fields={filled.fields} values={filled.values} visible={visible} below={getVisibilityNote} />
    </Panel>
  )
}

const getVisibilityNote = ({ approvers }: Field) =>
  approvers === 'keep' && (
    <div>
      <Badge>Solo lo ven quienes aprueban</Badge>
    </div>
  )
