import { useState } from 'react'
import type { Field } from '../../domain/field.ts'
import { sentenceOf } from '../../lib/message.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { FieldDialog } from './field-dialog.tsx'
import s from './field-list.module.css'
import { typeNames } from './type-names.ts'

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
  const [editing, setEditing] = useState<number | null>(null)

  function put(place: number, field: Field) {
    onChange(place < fields.length ? fields.with(place, field) : [...fields, field])
    setEditing(null)
  }
  function move(place: number, step: 1 | -1) {
    const moved = fields[place]
    if (moved) onChange(fields.toSpliced(place, 1).toSpliced(place + step, 0, moved))
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
          <li key={field.key} className={s.item}>
            <div className={s.text}>
              <span className={s.label}>{field.label}</span>
              <span className={s.details}>
                <code>{field.key}</code> · {typeNames[field.type]}
                {field.required && ' · obligatorio'}
                {field.visibleIf && ' · según otra respuesta'}
              </span>
              {faultsAt(faults, place).map((code) => (
                <span key={code} className={s.fault}>
                  {sentenceOf(code)}
                </span>
              ))}
            </div>
            {faultsAt(faults, place).length > 0 && <Badge tone="danger">Por corregir</Badge>}
            <div className={s.actions}>
              <IconButton
                icon="chevronUp"
                size="s"
                label={`Subir ${field.label}`}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                icon="chevronDown"
                size="s"
                label={`Bajar ${field.label}`}
                disabled={place === fields.length - 1}
                onClick={() => move(place, 1)}
              />
              <IconButton icon="edit" size="s" label={`Editar ${field.label}`} onClick={() => setEditing(place)} />
              <IconButton
                icon="trash"
                size="s"
                label={`Quitar ${field.label}`}
                onClick={() => onChange(fields.toSpliced(place, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button size="s" icon="plus" onClick={() => setEditing(fields.length)}>
          Agregar {noun}
        </Button>
      </div>
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

function faultsAt(faults: Record<string, string>, place: number): string[] {
  const codes = Object.entries(faults).filter(([path]) => path === String(place) || path.startsWith(`${place}.`))
  return [...new Set(codes.map(([, code]) => code))]
}
