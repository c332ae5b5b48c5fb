import type { Field } from '../../domain/fields/field.ts'
import type { ApproverFields } from '../../domain/requests/approver-fields.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ValueList } from './value-list.tsx'

/** Panel with the approver fields that the user may see; `null` if none has a value. */
export function ApproverFieldsPanel({ filled }: { filled: ApproverFields | undefined }) {
  const filledFields = filled?.fields.filter(({ key }) => filled.values[key] !== undefined) ?? []
  if (!filled || filledFields.length === 0) return null
  // Removes the conditions, because the server returns only fields whose conditions are met.
  const fields = filledFields.map(({ visibleIf: _, ...field }) => field)
  return (
    <Panel title="Datos de la aprobación">
      <ValueList fields={fields} values={filled.values} below={getVisibilityNote} />
    </Panel>
  )
}

const getVisibilityNote = ({ deciders }: Field) =>
  deciders === 'keep' && (
    <div>
      <Badge>Solo lo ven quienes aprueban</Badge>
    </div>
  )
