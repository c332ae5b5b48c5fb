import { type ReactNode, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type FileTypeGroup, fileTypeGroups, idDocumentKinds } from '../../domain/fields/field-types.ts'
import { type KeyRename, renameInSiblings } from '../../domain/formats/rename.ts'
import { currencyCodes } from '../../domain/money/currency.ts'
import { Checkbox, FormField, Select, TextArea, TextInput } from '../../ui/form/form-field.tsx'
import { Cluster, Columns } from '../../ui/page/layout.tsx'
import { FormulaInput } from '../formulas/formula-input.tsx'
import { formatOptions, parseLimit, parseOptions } from './field-settings-text.ts'
import { type FieldSetting, getConstraintLabels, hasSetting } from './field-type-settings.ts'
import { findErrorMessage, getErrorsUnderPath } from './format-errors.ts'

export interface ColumnsEditorProps {
  fields: readonly Field[]
  judge: (columns: Field[]) => Record<string, string>
  onChange: (columns: Field[], renamed: readonly KeyRename[]) => void
}

interface ContentProps extends SettingInputProps {
  /** Fields outside of the table, for a column; otherwise `null`. */
  outer: readonly Field[] | null
  isNew: boolean
  /** Validates the whole field with these columns. Returns error codes by setting: `columns.0.key`. */
  judge: (columns: Field[]) => Record<string, string>
  /** Called after a column key changed; the caller updates the key in the rest of the format. */
  onRename: (renamed: readonly KeyRename[]) => void
  renderColumns: (columns: ColumnsEditorProps) => ReactNode
}

const familyNames = {
  pdf: 'PDF',
  image: 'Imágenes (JPG, PNG, WebP)',
  office: 'Office y OpenDocument',
} as const satisfies Record<FileTypeGroup, string>

export function FieldTypeSettingInputs(props: ContentProps) {
  const { judge, onRename, renderColumns, outer, isNew, ...shared } = props
  const { field, others, faults, onChange } = shared
  const has = (setting: FieldSetting) => hasSetting(field.type, setting)
  return (
    <>
      {has('options') && <OptionsInput {...shared} />}
      {has('formula') && (
        <FormulaInput
          scope={{ field, siblings: others, outer }}
          error={findErrorMessage(faults, 'formula')}
          isNew={isNew}
          onChange={(formula) => onChange({ formula })}
        />
      )}
      {has('columns') && (
        <FormField label="Columnas" name="columns" group>
          {renderColumns({
            judge: (columns) => getErrorsUnderPath(judge(columns), 'columns'),
            fields: field.columns ?? [],
            onChange(columns, renamed) {
              onChange({ columns: renamed.reduce(renameInSiblings, columns) })
              onRename(renamed)
            },
          })}
        </FormField>
      )}
    </>
  )
}

export function FieldTypeRuleInputs(props: SettingInputProps) {
  const { field, onChange } = props
  const has = (setting: FieldSetting) => hasSetting(field.type, setting)
  return (
    <>
      {has('kinds') && <IdDocumentKindInputs {...props} />}
      {has('files') && (
        <CheckboxGroup
          label="Qué archivos"
          name="accepts"
          values={fileTypeGroups}
          nameOf={(family) => familyNames[family]}
          chosen={field.accepts}
          onChange={(accepts) => onChange({ accepts })}
        />
      )}
      <Columns min={12}>
        <LimitInputs {...props} />
        {has('currency') && <CurrencyInput {...props} />}
        {has('pattern') && <PatternInput {...props} />}
      </Columns>
    </>
  )
}

interface SettingInputProps {
  field: Field
  others: readonly Field[]
  faults: Record<string, string>
  onChange: (part: Partial<Field>) => void
}

function OptionsInput({ field, faults, onChange }: SettingInputProps) {
  const [options, setOptions] = useState(formatOptions(field.options))
  return (
    <FormField
      label="Opciones"
      name="options"
      required
      error={findErrorMessage(faults, 'options')}
      help="Una por línea. Otras formas de escribirla van detrás de una barra: CC | cédula, cédula de ciudadanía"
    >
      <TextArea
        rows={5}
        value={options}
        onChange={(event) => {
          setOptions(event.target.value)
          onChange({ options: parseOptions(event.target.value) })
        }}
      />
    </FormField>
  )
}

function IdDocumentKindInputs({ field, others, faults, onChange }: SettingInputProps) {
  // Lists the chosen source field even if it is no longer valid, so that the select still shows it.
  const kindSources = others.filter(({ type, key }) => type === 'choice' || key === field.kindFrom)
  return (
    <>
      <CheckboxGroup
        label="Tipos de documento"
        name="kinds"
        values={idDocumentKinds}
        nameOf={(kind) => kind}
        chosen={field.kinds}
        onChange={(kinds) => onChange({ kinds })}
      />
      <FormField
        label="El tipo de documento se toma de"
        name="kindFrom"
        optional
        error={findErrorMessage(faults, 'kindFrom')}
      >
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

interface CheckboxGroupProps<Value extends string> {
  label: string
  name: string
  values: readonly Value[]
  nameOf: (value: Value) => string
  chosen: readonly Value[] | undefined
  onChange: (chosen: Value[]) => void
}

/** Checkboxes for several values. If none is checked, all values are accepted. */
function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
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

function LimitInputs({ field, faults, onChange }: SettingInputProps) {
  const has = (setting: FieldSetting) => hasSetting(field.type, setting)
  const [least, most] = getConstraintLabels(field.type)
  const limit = (name: 'min' | 'max' | 'megabytes' | 'decimals') => ({
    name,
    error: findErrorMessage(faults, name),
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

function CurrencyInput({ field, faults, onChange }: SettingInputProps) {
  return (
    <FormField label="Moneda" name="currency" optional error={findErrorMessage(faults, 'currency')}>
      <Select
        value={field.currency ?? ''}
        placeholder="Sin moneda"
        options={currencyCodes.map((value) => ({ value, label: value }))}
        onChange={(event) => onChange({ currency: event.target.value || undefined })}
      />
    </FormField>
  )
}

function PatternInput({ field, faults, onChange }: SettingInputProps) {
  return (
    <FormField
      label="Patrón"
      name="pattern"
      optional
      error={findErrorMessage(faults, 'pattern')}
      help="Expresión regular, por ejemplo ^[0-9]{4}$"
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
        onChange={(event) => onChange(parseLimit(event.target.value))}
      />
    </FormField>
  )
}
