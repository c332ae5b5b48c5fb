import type { Field } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import type { DefaultFieldTexts } from '../../sheets/reading/column-sources.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Columns, Panel } from '../../ui/page/layout.tsx'
import type { ImportSession } from '../intake/import-session.ts'

interface Props {
  importing: ImportSession
  /** Default texts of the fields without a column, by field key; all rows get the same text. */
  fills: DefaultFieldTexts
  fields: readonly Field[]
}

/** Panel of the fields without a column, each with an input for the value that all rows get. */
export function DefaultValueFields({ importing, fills, fields }: Props) {
  const filled = fields.filter(({ key }) => fills[key] !== undefined)
  if (filled.length === 0) return null
  return (
    <Panel
      title="Datos que se completan solos"
      description="El archivo no los trae. Todas las filas llevan este valor, como en el formulario. Puede cambiarlo."
    >
      <Columns min={14}>
        {filled.map((field) => (
          <DefaultValueField key={field.key} {...{ importing, field, fields }} text={fills[field.key] ?? ''} />
        ))}
      </Columns>
    </Panel>
  )
}

function DefaultValueField({ importing, field, fields, text }: Omit<Props, 'fills'> & { field: Field; text: string }) {
  const options = getFieldOptions(field)
  const code = importing.faultOf(field, text)
  return (
    <FormField
      label={field.label}
      error={code && getFieldErrorMessage(field, code, fields, text)}
      optional={!field.required}
    >
      {options ? (
        <Select
          placeholder="Se deja vacío"
          options={options.map((option) => ({ value: option, label: option }))}
          value={text}
          onChange={(event) => importing.fill(field.key, event.target.value)}
        />
      ) : (
        <TextInput value={text} onChange={(event) => importing.fill(field.key, event.target.value)} />
      )}
    </FormField>
  )
}
