import { type ReactNode, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type FileFamily, fileFamilies, idKinds } from '../../domain/fields/field-types.ts'
import { type Renaming, renameAmong } from '../../domain/formats/rename.ts'
import { currencyCodes } from '../../domain/money/currency.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { faultAt, faultsUnder } from './faults.ts'
import { limitFrom, optionsFrom, optionsText } from './field-text.ts'
import { hasSetting, limitNamesOf } from './type-names.ts'

/** A table's columns, to be edited as the fields of a format are. */
export interface ColumnsEditing {
  fields: readonly Field[]
  judge: (columns: Field[]) => Record<string, string>
  onChange: (columns: Field[], renamed: readonly Renaming[]) => void
}

interface Props {
  field: Field
  others: readonly Field[]
  /** Code by setting, of what is to be said beside it. */
  faults: Record<string, string>
  /** The same of the whole field, had it these columns. */
  judge: (columns: Field[]) => Record<string, string>
  onChange: (part: Partial<Field>) => void
  /** Columns that got another key: the rest of the format has yet to follow. */
  onRename: (renamed: readonly Renaming[]) => void
  renderColumns: (columns: ColumnsEditing) => ReactNode
}

const familyNames = {
  pdf: 'PDF',
  image: 'Imágenes (JPG, PNG, WebP)',
  office: 'Office y OpenDocument',
} as const satisfies Record<FileFamily, string>

/** What only some types of fields have. */
export function TypeSettings({ field, others, faults, judge, onChange, onRename, renderColumns }: Props) {
  const [options, setOptions] = useState(optionsText(field.options))
  const has = (setting: Parameters<typeof hasSetting>[1]) => hasSetting(field.type, setting)
  const [least, most] = limitNamesOf(field.type)
  // What is a source no more stays in sight until another is chosen.
  const kindSources = others.filter(({ type, key }) => type === 'choice' || key === field.kindFrom)
  return (
    <>
      {has('options') && (
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
      )}
      {has('formula') && (
        <FormField
          label="Fórmula"
          name="formula"
          required
          error={faultAt(faults, 'formula')}
          help="enLetras(valor), fechaEnLetras(fecha), diasEntre(inicio, fin), suma(items.total), y + - * / con claves."
        >
          <TextInput value={field.formula ?? ''} onChange={(event) => onChange({ formula: event.target.value })} />
        </FormField>
      )}
      {has('kinds') && (
        <>
          <FormField label="Tipos de documento" name="kinds" group help="Si no marca ninguno, se aceptan todos.">
            <Cluster gap={4}>
              {idKinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={kind}
                  checked={field.kinds?.includes(kind) ?? false}
                  onChange={(event) =>
                    onChange({
                      kinds: idKinds.filter((each) =>
                        each === kind ? event.target.checked : field.kinds?.includes(each),
                      ),
                    })
                  }
                />
              ))}
            </Cluster>
          </FormField>
          <FormField
            label="El tipo de documento se toma de"
            name="kindFrom"
            optional
            error={faultAt(faults, 'kindFrom')}
          >
            <Select
              value={field.kindFrom ?? ''}
              placeholder="El propio documento"
              options={kindSources.map(({ key, label }) => ({ value: key, label: `«${label}»` }))}
              onChange={(event) => onChange({ kindFrom: event.target.value || undefined })}
            />
          </FormField>
        </>
      )}
      {has('files') && (
        <FormField label="Qué archivos" name="accepts" group help="Si no marca ninguno, se aceptan todos.">
          <Cluster gap={4}>
            {fileFamilies.map((family) => (
              <Checkbox
                key={family}
                label={familyNames[family]}
                checked={field.accepts?.includes(family) ?? false}
                onChange={(event) =>
                  onChange({
                    accepts: fileFamilies.filter((each) =>
                      each === family ? event.target.checked : field.accepts?.includes(each),
                    ),
                  })
                }
              />
            ))}
          </Cluster>
        </FormField>
      )}
      <Columns min={12}>
        {has('limits') && (
          <>
            <LimitInput
              label={least}
              name="min"
              value={field.min}
              error={faultAt(faults, 'min')}
              onChange={(min) => onChange({ min })}
            />
            <LimitInput
              label={most}
              name="max"
              value={field.max}
              error={faultAt(faults, 'max')}
              onChange={(max) => onChange({ max })}
            />
          </>
        )}
        {has('files') && (
          <LimitInput
            label="MB por archivo (10 si no se indica)"
            name="megabytes"
            error={faultAt(faults, 'megabytes')}
            value={field.megabytes}
            onChange={(megabytes) => onChange({ megabytes: typeof megabytes === 'number' ? megabytes : undefined })}
          />
        )}
        {has('decimals') && (
          <LimitInput
            label="Decimales"
            name="decimals"
            error={faultAt(faults, 'decimals')}
            value={field.decimals}
            onChange={(decimals) => onChange({ decimals: typeof decimals === 'number' ? decimals : undefined })}
          />
        )}
        {has('currency') && (
          <FormField label="Moneda" name="currency" optional error={faultAt(faults, 'currency')}>
            <Select
              value={field.currency ?? ''}
              placeholder="Sin moneda"
              options={currencyCodes.map((value) => ({ value, label: value }))}
              onChange={(event) => onChange({ currency: event.target.value || undefined })}
            />
          </FormField>
        )}
        {has('pattern') && (
          <FormField
            label="Patrón"
            name="pattern"
            optional
            error={faultAt(faults, 'pattern')}
            help="Expresión regular, para quien las conoce: ^[0-9]{4}$"
          >
            <TextInput value={field.pattern ?? ''} onChange={(event) => onChange({ pattern: event.target.value })} />
          </FormField>
        )}
      </Columns>
      {has('columns') && (
        <FormField label="Columnas" name="columns" group>
          {renderColumns({
            judge: (columns) => faultsUnder(judge(columns), 'columns'),
            fields: field.columns ?? [],
            onChange(columns, renamed) {
              onChange({ columns: renamed.reduce(renameAmong, columns) })
              onRename(renamed)
            },
          })}
        </FormField>
      )}
    </>
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
