import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { idKinds } from '../../domain/fields/field-types.ts'
import { currencyCodes } from '../../domain/money/currency.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { faultAt } from './faults.ts'
import { limitFrom, optionsFrom, optionsText } from './field-text.ts'
import { hasSetting, limitNamesOf } from './type-names.ts'

// Inputs for settings that only some field types have.

export type TypeSetting = Parameters<typeof hasSetting>[1]

export interface InputProps {
  field: Field
  others: readonly Field[]
  /** Error codes by setting. */
  faults: Record<string, string>
  onChange: (part: Partial<Field>) => void
}

export function OptionsInput({ field, faults, onChange }: InputProps) {
  const [options, setOptions] = useState(optionsText(field.options))
  return (
    <FormField
      label="Opciones"
      name="options"
      required
      error={faultAt(faults, 'options')}
      help="Una por línea. Otras formas de escribirla van detrás de una barra: CC | cédula, cédula de ciudadanía"
    >
      <TextArea
        rows={5}
        value={options}
        onChange={(event) => {
          setOptions(event.target.value)
          onChange({ options: optionsFrom(event.target.value) })
        }}
      />
    </FormField>
  )
}

export function FormulaInput({ field, faults, onChange }: InputProps) {
  return (
    <FormField
      label="Fórmula"
      name="formula"
      required
      error={faultAt(faults, 'formula')}
      help="enLetras(valor), fechaEnLetras(fecha), diasEntre(inicio, fin), suma(items.total), y + - * / con claves."
    >
      <TextInput value={field.formula ?? ''} onChange={(event) => onChange({ formula: event.target.value })} />
    </FormField>
  )
}

export function KindInputs({ field, others, faults, onChange }: InputProps) {
  // A source that is no longer valid stays listed until another source is selected.
  const kindSources = others.filter(({ type, key }) => type === 'choice' || key === field.kindFrom)
  return (
    <>
      <Checkboxes
        label="Tipos de documento"
        name="kinds"
        values={idKinds}
        nameOf={(kind) => kind}
        chosen={field.kinds}
        onChange={(kinds) => onChange({ kinds })}
      />
      <FormField label="El tipo de documento se toma de" name="kindFrom" optional error={faultAt(faults, 'kindFrom')}>
        <Select
          value={field.kindFrom ?? ''}
          placeholder="El propio documento"
          options={kindSources.map(({ key, label }) => ({ value: key, label: `«${label}»` }))}
          onChange={(event) => onChange({ kindFrom: event.target.value || undefined })}
        />
      </FormField>
    </>
  )
}

interface CheckboxesProps<Value extends string> {
  label: string
  name: string
  values: readonly Value[]
  nameOf: (value: Value) => string
  chosen: readonly Value[] | undefined
  onChange: (chosen: Value[]) => void
}

/** One checkbox per value; none checked accepts all values. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { label, name, values, nameOf, chosen = [], onChange } = props
  return (
    <FormField label={label} name={name} group help="Si no marca ninguno, se aceptan todos.">
      <Cluster gap={4}>
        {values.map((value) => (
          <Checkbox
            key={value}
            label={nameOf(value)}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(values.filter((each) => (each === value ? event.target.checked : chosen.includes(each))))
            }
          />
        ))}
      </Cluster>
    </FormField>
  )
}

export function LimitInputs({ field, faults, onChange }: InputProps) {
  const has = (setting: TypeSetting) => hasSetting(field.type, setting)
  const [least, most] = limitNamesOf(field.type)
  const limit = (name: 'min' | 'max' | 'megabytes' | 'decimals') => ({
    name,
    error: faultAt(faults, name),
    value: field[name],
  })
  return (
    <>
      {has('limits') && (
        <>
          <LimitInput {...limit('min')} label={least} onChange={(min) => onChange({ min })} />
          <LimitInput {...limit('max')} label={most} onChange={(max) => onChange({ max })} />
        </>
      )}
      {has('files') && (
        <LimitInput
          {...limit('megabytes')}
          label="MB por archivo (10 si no se indica)"
          onChange={(megabytes) => onChange({ megabytes: typeof megabytes === 'number' ? megabytes : undefined })}
        />
      )}
      {has('decimals') && (
        <LimitInput
          {...limit('decimals')}
          label="Decimales"
          onChange={(decimals) => onChange({ decimals: typeof decimals === 'number' ? decimals : undefined })}
        />
      )}
    </>
  )
}

export function CurrencyInput({ field, faults, onChange }: InputProps) {
  return (
    <FormField label="Moneda" name="currency" optional error={faultAt(faults, 'currency')}>
      <Select
        value={field.currency ?? ''}
        placeholder="Sin moneda"
        options={currencyCodes.map((value) => ({ value, label: value }))}
        onChange={(event) => onChange({ currency: event.target.value || undefined })}
      />
    </FormField>
  )
}

export function PatternInput({ field, faults, onChange }: InputProps) {
  return (
    <FormField
      label="Patrón"
      name="pattern"
      optional
      error={faultAt(faults, 'pattern')}
      help="Expresión regular, para quien las conoce: ^[0-9]{4}$"
    >
      <TextInput value={field.pattern ?? ''} onChange={(event) => onChange({ pattern: event.target.value })} />
    </FormField>
  )
}

interface LimitProps {
  label: string
  name: string
  error: string | undefined
  value: number | string | undefined
  onChange: (limit: number | string | undefined) => void
}

function LimitInput({ value, onChange, ...box }: LimitProps) {
  return (
    <FormField {...box} optional>
      <TextInput
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(limitFrom(event.target.value))}
      />
    </FormField>
  )
}
