import type { Field } from '../../domain/fields/field.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { useDragOrder } from '../../ui/use-drag-order.ts'
import s from './field-list.module.css'
import { approverFieldLabels, fieldTypeLabels } from './field-type-labels.ts'
import { moveByKey, OrderButtons } from './order-buttons.tsx'

interface Props {
  /** Prefix of the buttons' ids: `<id>-move`, `<id>-up`, `<id>-down`, `<id>-edit`, `<id>-remove`. */
  id: string
  /** Id of the text that describes the keys of the handle. */
  hint: string
  field: Field
  faults: readonly string[]
  count: number
  isFirst: boolean
  isLast: boolean
  dragClass: string | undefined
  /** Event handlers of the handle, which the field is dragged by. */
  handle: ReturnType<ReturnType<typeof useDragOrder>['getHandleProps']>
  onMove: (step: 1 | -1) => void
  onMoveTo: (place: number) => void
  /** Moves by an arrow key on the handle, which keeps the focus. */
  onMoveByStep: (step: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
  /** Inserts the field in the document; `undefined` if it has a place there. */
  onInsert: (() => void) | undefined
}

export function FieldRow({ id, hint, field, faults, count, isFirst, isLast, dragClass, handle, ...on }: Props) {
  const { label } = field
  return (
    <li className={cx(s.item, dragClass)}>
      <IconButton
        {...handle}
        id={`${id}-move`}
        className={s.handle}
        icon="drag"
        size="s"
        label={`Mover ${label}`}
        aria-describedby={hint}
        onKeyDown={(event) => moveByKey(event, count, on)}
      />
      <div className={s.text}>
        <span className={s.label}>{label}</span>
        <span className={s.details}>
          <code>{field.key}</code> · {fieldTypeLabels[field.type]}
          {field.required && ' · obligatorio'}
          {field.deciders && ` · ${approverFieldLabels[field.deciders].toLowerCase()}`}
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
