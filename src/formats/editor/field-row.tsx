import type { Field } from '../../domain/fields/field.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import s from './field-list.module.css'
import { approverFieldLabels, fieldTypeLabels } from './field-type-labels.ts'
import { OrderButtons } from './order-buttons.tsx'

interface Props {
  /** Prefix of the buttons' ids: `<id>-up`, `<id>-down`, `<id>-edit`, `<id>-remove`. */
  id: string
  field: Field
  faults: readonly string[]
  first: boolean
  last: boolean
  onMove: (step: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}

export function FieldRow({ id, field, faults, first, last, onMove, onEdit, onRemove }: Props) {
  const { label } = field
  return (
    <li className={s.item}>
      <div className={s.text}>
        <span className={s.label}>{label}</span>
        <span className={s.details}>
          <code>{field.key}</code> · {fieldTypeLabels[field.type]}
          {field.required && ' · obligatorio'}
          {field.deciders && ` · ${approverFieldLabels[field.deciders].toLowerCase()}`}
          {field.visibleIf && ' · según otra respuesta'}
        </span>
        {faults.map((code) => (
          <span key={code} className={s.fault}>
            {getErrorMessage(code)}
          </span>
        ))}
      </div>
      {faults.length > 0 && <Badge tone="danger">Por corregir</Badge>}
      <div className={s.actions}>
        <OrderButtons id={id} name={label} isFirst={first} isLast={last} onMove={onMove} onRemove={onRemove}>
          <IconButton id={`${id}-edit`} icon="edit" size="s" label={`Editar ${label}`} onClick={onEdit} />
        </OrderButtons>
      </div>
    </li>
  )
}
