import { useId, useState } from 'react'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { getEndNote } from '../../domain/formats/form-layout.ts'
import type { KeyRename } from '../../domain/formats/rename.ts'
import { Button } from '../../ui/actions/button.tsx'
import { useDragOrder } from '../../ui/data/use-drag-order.ts'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { EmptyState } from '../../ui/state/screen-states.tsx'
import { FieldDialog } from './field-dialog.tsx'
import s from './field-list.module.css'
import { FieldRows } from './field-rows.tsx'
import { getErrorsUnderPath } from './format-errors.ts'
import type { PrefillSourceOption } from './initial-value-input.tsx'
import { setEndNote } from './move-field.ts'
import type { ListOption } from './record-list-input.tsx'
import { useFieldLayout } from './use-field-layout.tsx'
import { useFieldOrder } from './use-field-order.ts'

interface Props {
  fields: readonly Field[]
  /** Receives the changed fields. `renamed`: old and new keys; with a `table`, the key is a column of this table. */
  onChange: (fields: Field[], renamed: readonly FieldKeyRename[]) => void
  /** Validates the fields. Returns error codes by path: `2.key` is the key of the third field. */
  judge: (fields: Field[]) => Record<string, string>
  /** Name of an item in texts: «campo», or «columna» inside a table. */
  noun: 'campo' | 'columna'
  /** Sources of initial values; empty for columns, which have none. */
  sources?: readonly PrefillSourceOption[]
  lists?: readonly ListOption[]
  /** Fields outside of the table, if the items are columns. */
  outer?: readonly Field[]
  context: ValidationContext
  /** Keys of the fields that the document does not use yet. */
  unused?: readonly string[]
  onInsert?: (field: Field) => void
  /** Key of the field whose dialog is open at first. */
  opened?: string | undefined
}

export interface FieldKeyRename extends KeyRename {
  table?: string
}

export function FieldsEditor({
  fields,
  onChange,
  judge,
  noun,
  sources = [],
  lists = [],
  unused = [],
  ...props
}: Props) {
  const id = useId()
  const [editing, setEditing] = useState(() => findPlace(fields, props.opened))
  const [told, setTold] = useState('')
  const order = useFieldOrder({ id, fields, noun, onChange })
  const { list, drag, getHandleProps } = useDragOrder(order.drop)
  const layout = useFieldLayout({
    id,
    fields,
    onChange(changed) {
      order.clear()
      onChange(changed, [])
    },
  })
  const faults = judge([...fields])

  const withOne = (place: number, field: Field) =>
    setEndNote(place < fields.length ? fields.with(place, field) : [...fields, field], getEndNote(fields))

  function put(place: number, field: Field, columns: readonly KeyRename[]) {
    const from = fields[place]?.key ?? field.key
    const own = from === field.key ? [] : [{ from, to: field.key }]
    const within = columns.map((column) => ({ ...column, table: field.key }))
    onChange(withOne(place, field), [...own, ...within])
    setEditing(null)
    order.clear()
    setTold(own.length ? `«${from}» es ahora «${field.key}» en todo el formato.` : '')
  }

  return (
    <Stack gap={3}>
      {fields.length === 0 && (
        <EmptyState icon="format" title={`Aún no hay ${noun === 'campo' ? 'campos' : 'columnas'}`}>
          Agregue los datos que la persona debe diligenciar.
        </EmptyState>
      )}
      <p id={`${id}-hint`} className="visually-hidden">
        Flechas arriba y abajo, Inicio y Fin lo mueven. Control más Z deshace.
      </p>
      <ol ref={list} onKeyDown={order.undoByKey}>
        <FieldRows
          {...{ id, fields, faults, order, layout, drag, getHandleProps, unused }}
          onEdit={setEditing}
          onInsert={props.onInsert}
        />
      </ol>
      <div className={noun === 'campo' ? s.foot : s.columnFoot}>
        <Cluster>
          <Button size="s" icon="plus" onClick={() => setEditing(fields.length)}>
            <AddLabel text={`Agregar ${noun}`} />
          </Button>
          {noun === 'campo' && layout.canAdd && (
            <Button size="s" icon="plus" onClick={layout.add}>
              <AddLabel text="Agregar sección, nota o página" />
            </Button>
          )}
          <span role="status">{order.message || told}</span>
          {order.isUndoable && (
            <Button id={`${id}-undo`} size="s" variant="quiet" onClick={order.undo}>
              Deshacer
            </Button>
          )}
        </Cluster>
      </div>
      {layout.dialog}
      {editing !== null && (
        <FieldDialog
          field={fields[editing]}
          others={fields.toSpliced(editing, 1)}
          noun={noun}
          sources={sources}
          lists={lists}
          outer={props.outer ?? null}
          context={props.context}
          judge={(field) => getErrorsUnderPath(judge(withOne(editing, field)), String(editing))}
          onClose={() => setEditing(null)}
          onSave={(field, columns) => put(editing, field, columns)}
          renderColumns={(columns) => (
            <FieldsEditor noun="columna" outer={fields.toSpliced(editing, 1)} context={props.context} {...columns} />
          )}
        />
      )}
    </Stack>
  )
}

/** Label of a button, whose first word is a verb. A narrow list shows only the icon in place of the verb. */
function AddLabel({ text }: { text: string }) {
  const [verb = '', ...rest] = text.split(' ')
  return (
    <span>
      <span className={s.verb}>{verb} </span>
      <span className={s.noun}>{rest.join(' ')}</span>
    </span>
  )
}

function findPlace(fields: readonly Field[], key: string | undefined): number | null {
  const index = fields.findIndex((field) => field.key === key)
  return index < 0 ? null : index
}
