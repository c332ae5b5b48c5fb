import type { Field } from '../../domain/fields/field.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import s from './field-list.module.css'

interface Props {
  /** Prefix of the ids of the buttons. */
  id: string
  field: Field
  onEdit: () => void
  onRemove: () => void
}

/** Section title, note and page break above a field, as they are shown in the list of fields. */
export function LayoutRow({ id, field: { label, before = {} }, onEdit, onRemove }: Props) {
  const { page, section, note } = before
  const name = section ? `la sección ${section}` : `${page ? 'la página' : 'la nota'} antes de ${label}`
  return (
    <div className={s.layout}>
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
        <IconButton id={`${id}-layout-edit`} icon="edit" size="s" label={`Editar ${name}`} onClick={onEdit} />
        <IconButton icon="trash" size="s" label={`Quitar ${name}`} onClick={onRemove} />
      </div>
    </div>
  )
}
