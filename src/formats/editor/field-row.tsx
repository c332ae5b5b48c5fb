import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-type-labels.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import s from './field-list.module.css'
import { approverFieldLabels } from './field-type-settings.ts'
import { OrderButtons } from './order-buttons.tsx'
import { RowHandle, type RowHandleProps } from './row-handle.tsx'

interface Props {
  id: string
  field: Field
  faults: readonly string[]
  isFirst: boolean
  isLast: boolean
  dragClass: string | undefined
  handle: RowHandleProps
  onMove: (step: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
  /** Inserts the field in the document; `undefined` if it has a place there. */
  onInsert: (() => void) | undefined
}

export function FieldRow({ id, field, faults, isFirst, isLast, dragClass, handle, ...on }: Props) {
  const { label } = field
  return (
    <li className={cx(s.item, dragClass)}>
      <RowHandle {...handle} id={id} name={label} />
      <div className={s.text}>
        <span className={s.label}>{label}</span>
        <span className={s.details}>
          <code>{field.key}</code> · {fieldTypeLabels[field.type]}
          {field.required && ' · obligatorio'}
          {field.approvers && ` · ${approverFieldLabels[field.approvers].toLowerCase()}`}
          {field.visibleIf && ' · según otra respuesta'}
        </span>
        {on.onInsert && (
          <span className={s.unused}>
            No se usa en el documento.
            <Button
              size="s"
              variant="quiet"
              onClick={on.onInsert}
              aria-label={`Insertar ${label} al final de la redacción`}
            >
              Insertar al final
            </Button>
          </span>
        )}
        {faults.map((code) => (
          <span key={code} className={s.fault}>
            {getErrorMessage(code)}
          </span>
        ))}
      </div>
      {faults.length > 0 && <Badge tone="danger">Por corregir</Badge>}
      <div className={s.actions}>
        <OrderButtons id={id} name={label} isFirst={isFirst} isLast={isLast} onMove={on.onMove} onRemove={on.onRemove}>
          <IconButton id={`${id}-edit`} icon="edit" size="s" label={`Editar ${label}`} onClick={on.onEdit} />
        </OrderButtons>
      </div>
    </li>
  )
}
