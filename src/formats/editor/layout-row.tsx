import { IconButton } from '../../ui/actions/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import s from './field-list.module.css'
import type { FieldLayout } from './layout-dialog.tsx'
import { RowHandle, type RowHandleProps } from './row-handle.tsx'

interface Props {
  id: string
  layout: FieldLayout
  /** Label of the field below; absent for the note at the end of the form. */
  below: string | undefined
  dragClass: string | undefined
  handle: RowHandleProps
  onEdit: () => void
  onRemove: () => void
}

export function LayoutRow({ id, layout, below, dragClass, handle, onEdit, onRemove }: Props) {
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
        {note && <span className={s.note}>{note}</span>}
      </div>
      <div className={s.actions}>
        <IconButton id={`${id}-edit`} icon="edit" size="s" label={`Editar ${name}`} onClick={onEdit} />
        <IconButton icon="trash" size="s" label={`Quitar ${name}`} onClick={onRemove} />
      </div>
    </li>
  )
}
