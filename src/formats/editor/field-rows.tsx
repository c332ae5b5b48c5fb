import type { KeyboardEvent } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import type { useDragOrder } from '../../ui/data/use-drag-order.ts'
import s from './field-list.module.css'
import { approverFieldLabels } from './field-type-settings.ts'
import type { FieldLayout } from './layout-dialog.tsx'
import { countFieldsAbove, listFormItems } from './move-field.ts'
import { OrderButtons } from './order-buttons.tsx'
import type { useFieldLayout } from './use-field-layout.tsx'
import { getLayoutRow, type useFieldOrder } from './use-field-order.ts'

interface Props extends Pick<ReturnType<typeof useDragOrder>, 'drag' | 'getHandleProps'> {
  /** Prefix of the ids of the rows. The text `<id>-hint` describes the keys of the handles. */
  id: string
  fields: readonly Field[]
  /** Error codes by path: `2.key` is the key of the third field. */
  faults: Record<string, string>
  order: ReturnType<typeof useFieldOrder>
  layout: ReturnType<typeof useFieldLayout>
  unused: readonly string[]
  onEdit: (place: number) => void
  onInsert: ((field: Field) => void) | undefined
}

export function FieldRows({ id, fields, faults, order, layout, drag, getHandleProps, unused, ...on }: Props) {
  const items = listFormItems(fields)
  return items.map((item, at) => {
    const place = countFieldsAbove(items, at)
    const key = fields[place]?.key
    // React requires unique keys, but a draft may have two fields with the same key.
    const row = fields.slice(0, place).some((field) => field.key === key) ? `${key}-${place}` : key
    const dragClass = getDragClass(at, drag)
    const shared = { hint: `${id}-hint`, dragProps: getHandleProps(at) }
    if (!item.field)
      return (
        <LayoutRow
          key={getLayoutRow(row)}
          id={`${id}-${getLayoutRow(key)}`}
          layout={item.layout}
          below={fields[place]?.label}
          dragClass={dragClass}
          handle={{
            ...shared,
            count: items.length,
            onMoveByStep: (step) => order.moveLayoutByArrow(at, step),
            onMoveTo: (to) => order.moveLayoutTo(at, to),
          }}
          onEdit={() => layout.edit(place)}
          onRemove={() => layout.remove(place)}
        />
      )
    return (
      <FieldRow
        key={row}
        id={`${id}-${key}`}
        field={item.field}
        faults={getErrorsAt(faults, place)}
        dragClass={dragClass}
        handle={{
          ...shared,
          count: fields.length,
          onMoveByStep: (step) => order.moveByArrow(place, step),
          onMoveTo: (to) => order.moveTo(place, to),
        }}
        isFirst={at === 0}
        isLast={at === items.length - 1}
        onMove={(step) => order.moveByButton(place, step)}
        onEdit={() => on.onEdit(place)}
        onInsert={unused.includes(item.field.key) ? () => on.onInsert?.(item.field) : undefined}
        onRemove={() => order.remove(place)}
      />
    )
  })
}

/** Returns the class of the dragged row, or of the row beside which it would be dropped. */
function getDragClass(at: number, drag: Props['drag']) {
  if (at === drag?.from) return s.dragged
  if (at !== drag?.to) return undefined
  return drag.to < drag.from ? s.dropBefore : s.dropAfter
}

function getErrorsAt(errors: Record<string, string>, place: number): string[] {
  const codes = Object.entries(errors).filter(([path]) => path === String(place) || path.startsWith(`${place}.`))
  return [...new Set(codes.map(([, code]) => code))]
}

interface RowProps {
  id: string
  dragClass: string | undefined
  handle: RowHandleProps
  onEdit: () => void
  onRemove: () => void
}

interface FieldRowProps extends RowProps {
  field: Field
  faults: readonly string[]
  isFirst: boolean
  isLast: boolean
  onMove: (step: 1 | -1) => void
  /** Inserts the field in the document; `undefined` if it has a place there. */
  onInsert: (() => void) | undefined
}

function FieldRow({ id, field, faults, isFirst, isLast, dragClass, handle, ...on }: FieldRowProps) {
  const { label } = field
  return (
    <li className={cx(s.item, dragClass)}>
      <RowHandle {...handle} id={id} name={label} />
      <div className={s.text}>
        <span className="text-strong">{label}</span>
        <span className="text-tertiary wrap-anywhere">
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
          <span key={code} className="text-small text-error">
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

interface LayoutRowProps extends RowProps {
  layout: FieldLayout
  /** Label of the field below; absent for the note at the end of the form. */
  below: string | undefined
}

function LayoutRow({ id, layout, below, dragClass, handle, onEdit, onRemove }: LayoutRowProps) {
  const { page, section, note } = layout
  const place = below === undefined ? 'al final del formulario' : `antes de ${below}`
  const name = section ? `la sección ${section}` : `${page ? 'la página' : 'la nota'} ${place}`
  return (
    <li className={cx(s.item, s.layout, dragClass)}>
      <RowHandle {...handle} id={id} name={name} />
      <div className={s.text}>
        {page && (
          <span>
            <Badge>Página nueva</Badge>
          </span>
        )}
        {section && <span className={s.section}>{section}</span>}
        {note && <span className="text-secondary wrap-anywhere pre-line">{note}</span>}
      </div>
      <div className={s.actions}>
        <IconButton id={`${id}-edit`} icon="edit" size="s" label={`Editar ${name}`} onClick={onEdit} />
        <IconButton icon="trash" size="s" label={`Quitar ${name}`} onClick={onRemove} />
      </div>
    </li>
  )
}

interface RowHandleProps {
  /** Id of the text that describes the keys of the handle. */
  hint: string
  count: number
  dragProps: ReturnType<ReturnType<typeof useDragOrder>['getHandleProps']>
  /** Moves the row by an arrow key, and keeps the focus on the handle. */
  onMoveByStep: (step: 1 | -1) => void
  onMoveTo: (to: number) => void
}

interface NamedHandleProps extends RowHandleProps {
  /** Prefix of the ids of the row's buttons; the id of the handle is `<id>-move`. */
  id: string
  /** Name of the row in the label: «Mover Cargo». */
  name: string
}

/** Handle by which a row is dragged. Arrow keys move the row by one step, Home and End to the first and last position. */
function RowHandle({ id, name, hint, count, dragProps, onMoveByStep, onMoveTo }: NamedHandleProps) {
  function moveByKey(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowUp: () => onMoveByStep(-1),
      ArrowDown: () => onMoveByStep(1),
      Home: () => onMoveTo(0),
      End: () => onMoveTo(count - 1),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <IconButton
      {...dragProps}
      id={`${id}-move`}
      className={s.handle}
      icon="drag"
      size="s"
      label={`Mover ${name}`}
      aria-describedby={hint}
      onKeyDown={moveByKey}
    />
  )
}
