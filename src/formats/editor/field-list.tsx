import { useId, useState } from 'react'
import type { Field } from '../../domain/field.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { FieldDialog } from './field-dialog.tsx'
import s from './field-list.module.css'
import { FieldRow } from './field-row.tsx'

interface Props {
  fields: readonly Field[]
  onChange: (fields: Field[]) => void
  /** Code by path within the list: `2.key`. */
  faults: Record<string, string>
  /** What one is called: «campo», or «columna» inside a table. */
  noun: 'campo' | 'columna'
}

/** Fields in the order in which they are asked. */
export function FieldList({ fields, onChange, faults, noun }: Props) {
  const id = useId()
  const [editing, setEditing] = useState<number | null>(null)
  const [removed, setRemoved] = useState<{ place: number; field: Field } | null>(null)
  const taken = removed !== null && fields.some(({ key }) => key === removed.field.key)

  function put(place: number, field: Field) {
    onChange(place < fields.length ? fields.with(place, field) : [...fields, field])
    setEditing(null)
  }
  function move(place: number, step: 1 | -1) {
    const moved = fields[place]
    if (!moved) return
    onChange(fields.toSpliced(place, 1).toSpliced(place + step, 0, moved))
    const ways = step < 0 ? ['up', 'down'] : ['down', 'up']
    focus(...ways.map((way) => `${id}-${moved.key}-${way}`))
  }
  function remove(place: number) {
    const field = fields[place]
    if (!field) return
    setRemoved({ place, field })
    onChange(fields.toSpliced(place, 1))
    focus(`${id}-undo`)
  }
  function bringBack() {
    if (!removed) return
    onChange(fields.toSpliced(removed.place, 0, removed.field))
    setRemoved(null)
    focus(`${id}-${removed.field.key}-remove`)
  }

  return (
    <Stack gap={3}>
      {fields.length === 0 && (
        <EmptyState icon="format" title={`Aún no hay ${noun === 'campo' ? 'campos' : 'columnas'}`}>
          Agregue lo que la persona debe llenar.
        </EmptyState>
      )}
      <ol className={s.list}>
        {fields.map((field, place) => (
          <FieldRow
            key={field.key}
            id={`${id}-${field.key}`}
            field={field}
            faults={faultsAt(faults, place)}
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
          onClose={() => setEditing(null)}
          onSave={(field) => put(editing, field)}
        />
      )}
    </Stack>
  )
}

/** Puts the focus on the first of these that can have it, once the list is drawn anew. */
function focus(...ids: string[]) {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((node) => node?.matches(':enabled'))
    found?.focus()
  })
}

function faultsAt(faults: Record<string, string>, place: number): string[] {
  const codes = Object.entries(faults).filter(([path]) => path === String(place) || path.startsWith(`${place}.`))
  return [...new Set(codes.map(([, code]) => code))]
}
