import type { Field } from '../../domain/fields/field.ts'
import type { useDragOrder } from '../../ui/data/use-drag-order.ts'
import s from './field-list.module.css'
import { FieldRow } from './field-row.tsx'
import { LayoutRow } from './layout-row.tsx'
import { countFieldsAbove, listFormItems } from './move-field.ts'
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
