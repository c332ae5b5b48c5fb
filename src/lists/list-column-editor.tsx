import { useRef } from 'react'
import { fieldTypeLabels } from '../domain/fields/field-types.ts'
import { type ListColumn, listColumnTypes } from '../domain/lists/list.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { Stack } from '../ui/page/layout.tsx'
import s from './list-column-editor.module.css'

interface Props {
  columns: readonly ListColumn[]
  /** Returns the error message of a control. */
  errorAt: (path: 'columns' | `columns.${number}.label`) => string | undefined
  /** Keys of columns whose type cannot change, because stored records have values of this type. */
  lockedKeys: readonly string[]
  /** Called with the changed columns. `removed`: index of the removed column, after a removal. */
  onChange: (columns: ListColumn[], removed?: number) => void
}

export function ListColumnEditor({ columns, errorAt, lockedKeys, onChange }: Props) {
  const put = (place: number, part: Partial<ListColumn>) =>
    onChange(columns.map((column, at) => (at === place ? { ...column, ...part } : column)))
  const adding = useRef<HTMLButtonElement>(null)
  function remove(place: number) {
    onChange(columns.toSpliced(place, 1), place)
    // Moves focus to the add button, because the pressed remove button disappeared or now belongs to another column.
    requestAnimationFrame(() => adding.current?.focus())
  }
  return (
    <FormField
      label="Columnas"
      name="columns"
      group
      error={errorAt('columns')}
      help={
        lockedKeys.length > 0 &&
        'No se puede cambiar el tipo de las columnas guardadas: los registros ya tienen valores de ese tipo.'
      }
    >
      <Stack gap={3}>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an unsaved column has no other identifier
          <div key={index} className={s.column}>
            <FormField
              label={`Nombre de la columna ${index + 1}`}
              name={`columns.${index}.label`}
              error={errorAt(`columns.${index}.label`)}
            >
              <TextInput value={column.label} onChange={(event) => put(index, { label: event.target.value })} />
            </FormField>
            <FormField label="Tipo" name={`columns.${index}.type`}>
              <Select
                disabled={lockedKeys.includes(column.key)}
                value={column.type}
                options={listColumnTypes.map((value) => ({ value, label: fieldTypeLabels[value] }))}
                onChange={(event) => put(index, { type: event.target.value as ListColumn['type'] })}
              />
            </FormField>
            <IconButton
              icon="trash"
              label={`Quitar ${column.label || `la columna ${index + 1}`}`}
              disabled={columns.length === 1}
              onClick={() => remove(index)}
            />
          </div>
        ))}
        <div>
          <Button
            ref={adding}
            size="s"
            icon="plus"
            disabled={columns.length >= 30}
            onClick={() => onChange([...columns, { key: '', label: '', type: 'text' }])}
          >
            Agregar columna
          </Button>
        </div>
      </Stack>
    </FormField>
  )
}
