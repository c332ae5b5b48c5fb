import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { encodingLabels, type MojibakeReport } from '../../sheets/files/workbook.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { previousBatchQuery } from '../queries.ts'
import s from './read-options-bar.module.css'

interface DuplicateFileNoticeProps {
  format: string
  hash: string
  /** Id of the batch created from this import, which is not a duplicate; `null` before sending. */
  own: string | null
}

/** Warning that the user already imported this file. The server checks other users' batches on creation. */
export function DuplicateFileNotice({ format, hash, own }: DuplicateFileNoticeProps) {
  const { data: earlier } = useQuery(previousBatchQuery(format, hash))
  if (!earlier || earlier.id === own) return null
  return (
    <Notice tone="warning" live title="Este archivo ya se cargó para este formato">
      {`Fue el ${formatDateTime(earlier.created)}, con ${formatCount(earlier.total, 'fila', 'filas')}, en el lote `}
      <Link to="/app/request/batch/$batchId" params={{ batchId: earlier.id }}>
        {earlier.number}
      </Link>
      . Si lo crea otra vez, cada fila tendrá dos solicitudes.
    </Notice>
  )
}

/** Question whether to include rows that are hidden in the sheet. They are excluded by default. */
export function HiddenRowsQuestion({ importing, count }: { importing: ImportSession; count: number }) {
  const included = useStore(importing.store, (state) => state.includeHidden)
  if (count === 0) return null
  return (
    <Panel>
      <FormField
        group
        label={`La hoja tiene ${formatCount(count, 'fila oculta o filtrada', 'filas ocultas o filtradas')}`}
      >
        <RadioGroup
          inline
          name="hidden-rows"
          value={included ? 'yes' : 'no'}
          options={[
            { value: 'no', label: count === 1 ? 'No importarla' : 'No importarlas' },
            { value: 'yes', label: count === 1 ? 'Importarla también' : 'Importarlas también' },
          ]}
          onChange={(value) => void importing.setHidden(value === 'yes')}
        />
      </FormField>
    </Panel>
  )
}

interface MissingFieldsNoticeProps {
  importing: ImportSession
  keys: readonly string[]
  fields: readonly Field[]
  sheet: SheetSummary
  mapping: ColumnMapping
}

/** Warning about required fields without a column, with a select to choose a column for each. */
export function MissingFieldsNotice({ importing, keys, fields, sheet, mapping }: MissingFieldsNoticeProps) {
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
      <div className={s.missing}>
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

/** Offer to repair mojibake, with a sample: «PeÃ±a» → «Peña». */
export function MojibakeNotice({ importing, mojibake }: { importing: ImportSession; mojibake: MojibakeReport }) {
  const { count, broken, repaired, encoding, repair } = mojibake
  const title = `${formatCount(count, 'texto tiene', 'textos tienen')} letras que parecen rotas`
  const action = repair ? (
    <Button size="s" onClick={() => void importing.reread({ repair: true })}>
      Corregir las letras
    </Button>
  ) : encoding ? (
    <Button size="s" onClick={() => void importing.reread({ encoding })}>
      Leer como {encodingLabels[encoding]}
    </Button>
  ) : undefined
  return (
    <Notice tone="warning" live title={title} action={action}>
      <q>{broken}</q>
      {repaired !== undefined && (
        <>
          {' → '}
          <q>{repaired}</q>
        </>
      )}
      {!action && '. Ya venían así en el archivo y no se pueden recuperar: corrija los textos en la hoja original.'}
    </Notice>
  )
}
