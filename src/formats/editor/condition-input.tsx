import type { Field } from '../../domain/fields/field.ts'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'

type Condition = NonNullable<Field['visibleIf']>

interface Props {
  label: string
  field: Field
  others: readonly Field[]
  value: Condition | undefined
  onChange: (condition: Condition | undefined) => void
  /** Changes the label of the option without condition from «Siempre» to «Nunca». */
  never?: boolean
  /** Error message, not a code. */
  error?: string | undefined
}

/** Select of a field's condition: none («Se muestra siempre»), or an answer to another field. */
export function ConditionInput({ label, field, others, value, onChange, never = false, error }: Props) {
  const askers = others.filter(({ type, key }) => (type === 'boolean' || type === 'choice') && key !== field.key)
  const asked = askers.find(({ key }) => key === value?.key)
  const answers = asked ? listConditionAnswers(asked) : []
  const named = askers.map(({ key, label: name }) => ({ value: key, label: `Según «${name}»` }))
  const known = answers.map(({ equals, name }) => ({ value: String(equals), label: name }))
  return (
    <Cluster>
      <FormField label={label} error={error}>
        <Select
          value={value?.key ?? ''}
          placeholder={never ? 'Nunca' : 'Siempre'}
          options={addMissingOption(named, value?.key)}
          onChange={(event) => {
            const next = askers.find(({ key }) => key === event.target.value)
            const [first] = next ? listConditionAnswers(next) : []
            onChange(next && first ? { key: next.key, equals: first.equals } : undefined)
          }}
        />
      </FormField>
      {asked && value && (
        <FormField label="Cuando la respuesta es">
          <Select
            value={String(value.equals)}
            options={addMissingOption(known, String(value.equals))}
            onChange={(event) => {
              const chosen = answers.find(({ equals }) => String(equals) === event.target.value)
              if (chosen) onChange({ key: asked.key, equals: chosen.equals })
            }}
          />
        </FormField>
      )}
    </Cluster>
  )
}

/** Adds the chosen value to the options if it is missing, so that the select still shows it. */
export function addMissingOption(options: { value: string; label: string }[], chosen: string | undefined) {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: `«${chosen}», que ya no sirve` }]
}

export function listConditionAnswers(field: Field): { equals: string | boolean; name: string }[] {
  if (field.type === 'boolean')
    return [
      { equals: true, name: 'Sí' },
      { equals: false, name: 'No' },
    ]
  return (field.options ?? []).map(({ value }) => ({ equals: value, name: value }))
}
