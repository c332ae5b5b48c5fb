import type { Field } from '../../domain/fields/field.ts'
import type { ApproverFields } from '../../domain/requests/approver-fields.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ValueList } from './value-list.tsx'

/** Panel with the approver fields that the user may see; `null` if none has a value. */
export function ApproverFieldsPanel({ filled }: { filled: ApproverFields | undefined }) {
  // The server returns only values of fields whose conditions are met.
  const visible = filled?.fields.filter(({ key }) => filled.values[key] !== undefined) ?? []
  if (!filled || visible.length === 0) return null
  return (
    <Panel title="Datos de la aprobación">
      <ValueList fields={filled.fields} values={filled.values} visible={visible} below={getVisibilityNote} />
    </Panel>
  )
}

const getVisibilityNote = ({ deciders }: Field) =>
  deciders === 'keep' && (
    <div>
      <Badge>Solo lo ven quienes aprueban</Badge>
    </div>
  )
