import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import s from './missing-fields-notice.module.css'

interface Props {
  importing: ImportSession
  keys: readonly string[]
  fields: readonly Field[]
  sheet: SheetSummary
  mapping: ColumnMapping
}

/** Warning about required fields without a column, with a select to choose a column for each. */
export function MissingFieldsNotice({ importing, keys, fields, sheet, mapping }: Props) {
  const free = sheet.columns.filter(({ column }) => mapping[column] === undefined)
  const options = free.map(({ column, letter, header, samples }) => ({
    value: String(column),
    label: `${letter} · ${header || 'sin encabezado'}${samples[0] ? ` (${samples[0]})` : ''}`,
  }))
  const missing = fields.filter(({ key }) => keys.includes(key))
  const title =
    missing.length === 1
      ? 'Falta la columna de un dato obligatorio'
      : `Faltan las columnas de ${missing.length} datos obligatorios`
  return (
    <Notice tone="danger" title={title}>
      <p>
        Elija la columna de cada uno. Si el archivo no lo tiene, puede continuar y escribir un mismo valor para todas
        las filas en el paso siguiente.
      </p>
      <div className={s.fields}>
        {missing.map(({ key, label, type }) => (
          <FormField key={key} label={label}>
            {type === 'table' ? (
              <p>{`Use encabezados como «${label} 1 …».`}</p>
            ) : (
              <Select
                placeholder={options.length > 0 ? 'Ninguna columna' : 'No queda ninguna columna libre'}
                options={options}
                value=""
                disabled={options.length === 0}
                onChange={(event) => void importing.map(Number(event.target.value), key)}
              />
            )}
          </FormField>
        ))}
      </div>
    </Notice>
  )
}
