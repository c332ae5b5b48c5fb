import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { useDragOrder } from '../../ui/use-drag-order.ts'
import s from './field-list.module.css'
import type { FieldLayout } from './layout-dialog.tsx'
import { moveByKey } from './order-buttons.tsx'

interface Props {
  /** Prefix of the ids of the buttons: `<id>-move`, `<id>-edit`. */
  id: string
  /** Id of the text that describes the keys of the handle. */
  hint: string
  layout: FieldLayout
  /** Label of the field below; absent for the note at the end of the form. */
  below: string | undefined
  /** Number of rows of the list. */
  count: number
  dragClass: string | undefined
  handle: ReturnType<ReturnType<typeof useDragOrder>['getHandleProps']>
  onMoveByStep: (step: 1 | -1) => void
  onMoveTo: (at: number) => void
  onEdit: () => void
  onRemove: () => void
}

/** Section title, note and page break above a field, or the note at the end, as a row of the list of fields. */
export function LayoutRow({ id, hint, layout, below, count, dragClass, handle, ...on }: Props) {
  const { page, section, note } = layout
  const place = below === undefined ? 'al final del formulario' : `antes de ${below}`
  const name = section ? `la sección ${section}` : `${page ? 'la página' : 'la nota'} ${place}`
  return (
    <li className={cx(s.item, s.layout, dragClass)}>
      <IconButton
        {...handle}
        id={`${id}-move`}
        className={s.handle}
        icon="drag"
        size="s"
        label={`Mover ${name}`}
        aria-describedby={hint}
        onKeyDown={(event) => moveByKey(event, count, on)}
      />
      <div className={s.text}>
        {page && (
          <span>
            <Badge>Página nueva</Badge>
          </span>
        )}
        {section && <span className={s.section}>{section}</span>}
        {note && <span className={s.note}>{note}</span>}
      </div>
      <div className={s.actions}>
        <IconButton id={`${id}-edit`} icon="edit" size="s" label={`Editar ${name}`} onClick={on.onEdit} />
        <IconButton icon="trash" size="s" label={`Quitar ${name}`} onClick={on.onRemove} />
      </div>
    </li>
  )
}
