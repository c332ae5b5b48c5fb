import type { Field } from '../../domain/fields/field.ts'
import { canPrefillField } from '../../domain/requests/prefill.ts'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Columns } from '../../ui/page/layout.tsx'
import { keepChosen } from '../keep-chosen.ts'

export interface PrefillSourceOption {
  value: string
  label: string
}

interface Props {
  field: Field
  sources: readonly PrefillSourceOption[]
  /** Error messages, not codes. */
  errors: { default?: string | undefined; from?: string | undefined }
  onChange: (part: Pick<Field, 'default' | 'from'>) => void
}

export function InitialValueInput({ field, sources, errors, onChange }: Props) {
  if (!canPrefillField(field)) return null
  return (
    <Columns min={14}>
      <FormField label="Empieza con" name="from" optional error={errors.from}>
        <Select
          value={field.from ?? ''}
          placeholder="Nada: la persona lo escribe"
          options={keepChosen(sources, field.from, `«${field.from}», que ya no existe`)}
          onChange={(event) => onChange({ from: event.target.value || undefined })}
        />
      </FormField>
      <FormField
        label={field.from ? 'Si ese dato está vacío, con este valor' : 'O con este valor'}
        name="default"
        optional
        help={
          field.type === 'date'
            ? '«hoy», «hoy+30», o una fecha. La persona puede cambiarlo.'
            : 'Escríbalo como en el formulario. La persona puede cambiarlo.'
        }
        error={errors.default}
      >
        <TextInput value={field.default ?? ''} onChange={(event) => onChange({ default: event.target.value })} />
      </FormField>
    </Columns>
  )
}
