import { useState } from 'react'
import { type Field, type FieldType, fieldTypes } from '../../domain/field.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Columns } from '../../ui/columns.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field as Box } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ConditionInput } from './condition-input.tsx'
import { keyFrom, listFrom, withoutEmpty } from './field-text.ts'
import { typeNames } from './type-names.ts'
import { TypeSettings } from './type-settings.tsx'

interface Props {
  /** Left out for a new one. */
  field: Field | undefined
  others: readonly Field[]
  noun: 'campo' | 'columna'
  onSave: (field: Field) => void
  onClose: () => void
}

const blank: Field = { key: '', label: '', type: 'text' }

export function FieldDialog({ field, others, noun, onSave, onClose }: Props) {
  const [draft, setDraft] = useState<Field>(field ?? blank)
  const [aliases, setAliases] = useState((field?.aliases ?? []).join(', '))
  const [tried, setTried] = useState(false)
  const change = (part: Partial<Field>) => setDraft((before) => ({ ...before, ...part }))
  // A key that was never typed follows the label.
  const key = draft.key || keyFrom(draft.label)
  const wrong = {
    label: draft.label.trim() ? undefined : 'Escriba el nombre.',
    key: !/^[a-z][a-z0-9_]{0,39}$/.test(key)
      ? 'La clave empieza con una letra y lleva minúsculas, números y guion bajo.'
      : others.some((other) => other.key === key)
        ? `Ya hay otro ${noun} con esta clave.`
        : undefined,
  }
  function save() {
    setTried(true)
    const first = wrong.label ? 'label' : wrong.key ? 'key' : null
    if (first) return document.getElementById(`field-${first}`)?.focus()
    onSave(withoutEmpty({ ...draft, key, label: draft.label.trim(), aliases: listFrom(aliases) }))
  }
  const types = fieldTypes.filter((type) => noun === 'campo' || type !== 'table')
  return (
    <Dialog
      open
      onClose={onClose}
      size="l"
      title={field ? `Editar «${field.label}»` : `${noun === 'campo' ? 'Nuevo campo' : 'Nueva columna'}`}
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" onClick={save}>
            Aceptar
          </Button>
        </>
      }
    >
      <Stack>
        <Columns min={14}>
          <Box label="Nombre" name="label" required error={tried ? wrong.label : undefined}>
            <TextInput value={draft.label} onChange={(event) => change({ label: event.target.value })} />
          </Box>
          <Box
            label="Clave"
            name="key"
            help="Así se llama en la redacción: {{clave}}."
            error={tried || draft.key ? wrong.key : undefined}
          >
            <TextInput value={key} onChange={(event) => change({ key: event.target.value })} />
          </Box>
          <Box label="Tipo" name="type">
            <Select
              options={types.map((type) => ({ value: type, label: typeNames[type] }))}
              value={draft.type}
              onChange={(event) => change({ type: event.target.value as FieldType })}
            />
          </Box>
        </Columns>
        {draft.type !== 'computed' && (
          <Checkbox
            label="Obligatorio"
            checked={draft.required ?? false}
            onChange={(event) => change({ required: event.target.checked })}
          />
        )}
        <TypeSettings field={draft} others={others} onChange={change} />
        <Columns min={14}>
          <Box label="Ayuda" name="help" optional>
            <TextInput value={draft.help ?? ''} onChange={(event) => change({ help: event.target.value })} />
          </Box>
          {draft.type !== 'table' && (
            <Box label="Ejemplo" name="example" optional>
              <TextInput value={draft.example ?? ''} onChange={(event) => change({ example: event.target.value })} />
            </Box>
          )}
          <Box label="Otros nombres en una hoja de cálculo" name="aliases" optional help="Separados por coma.">
            <TextInput value={aliases} onChange={(event) => setAliases(event.target.value)} />
          </Box>
        </Columns>
        <ConditionInput
          label="Se muestra"
          field={draft}
          others={others}
          value={draft.visibleIf}
          onChange={(visibleIf) => change({ visibleIf })}
        />
        {draft.type !== 'computed' && !draft.required && (
          <ConditionInput
            label="Es obligatorio"
            field={draft}
            others={others}
            value={draft.requiredIf}
            onChange={(requiredIf) => change({ requiredIf })}
            never
          />
        )}
        <Checkbox
          label="Es un dato personal"
          checked={draft.personal ?? false}
          onChange={(event) => change({ personal: event.target.checked })}
        />
        {draft.type !== 'computed' && draft.type !== 'table' && noun === 'campo' && (
          <Checkbox
            label="No se repite dentro de un lote ni entre solicitudes abiertas"
            checked={draft.unique ?? false}
            onChange={(event) => change({ unique: event.target.checked })}
          />
        )}
      </Stack>
    </Dialog>
  )
}
