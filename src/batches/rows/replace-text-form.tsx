import { useState } from 'react'
import type { Column, ValidationContext } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { parseValue } from '../../domain/fields/values.ts'
import { formatCount } from '../../lib/number-format.ts'
import type { CellErrorGroup } from '../../sheets/validation/error-groups.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import s from './bulk-correction.module.css'
import type { RowEditor } from './row-editor.ts'

interface Props {
  editor: RowEditor
  group: CellErrorGroup
  equal: CellErrorGroup['texts'][number]
  field: Column
  context: ValidationContext
}

/** Form that replaces the same wrong text in all cells of an error group by one value. */
export function ReplaceTextForm({ editor, group, equal, field, context }: Props) {
  const [value, setValue] = useState(equal.suggestion ?? '')
  const [error, setError] = useState<string>()
  const options = getFieldOptions(field)

  function apply() {
    const reading = parseValue(field, value, context)
    if (value.trim() === '') setError('Escriba el valor que va en su lugar.')
    else if ('error' in reading) setError(getFieldErrorMessage(field, reading.error, [field]))
    else void editor.applyToEqual(group.key, group.code, equal.text, value)
  }
  return (
    <form
      className={s.equal}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <FormField
        label={<>{equal.text ? <q className={s.text}>{equal.text}</q> : 'Celdas vacías'} → cambiar por</>}
        error={error}
      >
        {options ? (
          <Select
            placeholder="Elija una opción"
            options={options.map((option) => ({ value: option, label: option }))}
            value={value}
            onChange={(event) => {
              setValue(event.target.value)
              setError(undefined)
            }}
          />
        ) : (
          <TextInput
            value={value}
            placeholder={field.example}
            onChange={(event) => {
              setValue(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </FormField>
      <Button size="s" type="submit">
        {equal.count === 1 ? 'Aplicar a 1 fila' : `Aplicar a las ${formatCount(equal.count, 'fila', 'filas iguales')}`}
      </Button>
    </form>
  )
}
