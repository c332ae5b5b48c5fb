import { useId, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { KeyRename } from '../../domain/formats/rename.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { FieldDialog } from './field-dialog.tsx'
import s from './field-list.module.css'
import { FieldRow } from './field-row.tsx'
import { getErrorsUnderPath } from './format-errors.ts'
import type { PrefillSourceOption } from './initial-value-input.tsx'
import { focusFirstEnabled, focusMovedItem, moveItem } from './order-buttons.tsx'
import type { ListOption } from './record-list-input.tsx'

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
}

export interface FieldKeyRename extends KeyRename {
  table?: string
}

export function FieldsEditor({ fields, onChange, judge, noun, sources = [], lists = [] }: Props) {
  const id = useId()
  const [editing, setEditing] = useState<number | null>(null)
  const [removed, setRemoved] = useState<{ place: number; field: Field } | null>(null)
  const [told, setTold] = useState('')
  const faults = judge([...fields])
  const taken = removed !== null && fields.some(({ key }) => key === removed.field.key)

  const withOne = (place: number, field: Field) =>
    place < fields.length ? fields.with(place, field) : [...fields, field]

  function put(place: number, field: Field, columns: readonly KeyRename[]) {
    const from = fields[place]?.key ?? field.key
    const own = from === field.key ? [] : [{ from, to: field.key }]
    const within = columns.map((column) => ({ ...column, table: field.key }))
    onChange(withOne(place, field), [...own, ...within])
    setEditing(null)
    setRemoved(null)
    setTold(own.length ? `«${from}» es ahora «${field.key}» en todo el formato.` : '')
  }
  function move(place: number, step: 1 | -1) {
    const moved = fields[place]
    if (!moved) return
    onChange(moveItem(fields, place, step), [])
    focusMovedItem(`${id}-${moved.key}`, step)
  }
  function remove(place: number) {
    const field = fields[place]
    if (!field) return
    setRemoved({ place, field })
    setTold('')
    onChange(fields.toSpliced(place, 1), [])
    focusFirstEnabled(`${id}-undo`)
  }
  function bringBack() {
    if (!removed) return
    onChange(fields.toSpliced(removed.place, 0, removed.field), [])
    setRemoved(null)
    focusFirstEnabled(`${id}-${removed.field.key}-remove`)
  }

  return (
    <Stack gap={3}>
      {fields.length === 0 && (
        <EmptyState icon="format" title={`Aún no hay ${noun === 'campo' ? 'campos' : 'columnas'}`}>
          Agregue los datos que la persona debe diligenciar.
        </EmptyState>
      )}
      <ol className={s.list}>
        {fields.map((field, place) => (
          <FieldRow
            key={field.key}
            id={`${id}-${field.key}`}
            field={field}
            faults={getErrorsAt(faults, place)}
            first={place === 0}
            last={place === fields.length - 1}
            onMove={(step) => move(place, step)}
            onEdit={() => setEditing(place)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      <Cluster>
        <Button size="s" icon="plus" onClick={() => setEditing(fields.length)}>
          Agregar {noun}
        </Button>
        <span role="status">
          {told}
          {removed && !taken && `«${removed.field.label}» ${noun === 'campo' ? 'quitado' : 'quitada'}.`}
        </span>
        {removed && !taken && (
          <Button id={`${id}-undo`} size="s" variant="quiet" onClick={bringBack}>
            Deshacer
          </Button>
        )}
      </Cluster>
      {editing !== null && (
        <FieldDialog
          field={fields[editing]}
          others={fields.toSpliced(editing, 1)}
          noun={noun}
          sources={sources}
          lists={lists}
          judge={(field) => getErrorsUnderPath(judge(withOne(editing, field)), String(editing))}
          onClose={() => setEditing(null)}
          onSave={(field, columns) => put(editing, field, columns)}
          renderColumns={(columns) => <FieldsEditor noun="columna" {...columns} />}
        />
      )}
    </Stack>
  )
}

function getErrorsAt(faults: Record<string, string>, place: number): string[] {
  const codes = Object.entries(faults).filter(([path]) => path === String(place) || path.startsWith(`${place}.`))
  return [...new Set(codes.map(([, code]) => code))]
}
