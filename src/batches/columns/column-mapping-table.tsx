import type { ColumnMapping, MappingProblem } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { ColumnSummary, SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { getColumnLabel, listTemplateColumns } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import s from './column-mapping-table.module.css'

interface Props {
  importing: ImportSession
  sheet: SheetSummary
  fields: readonly Field[]
  mapping: ColumnMapping
  problems: readonly MappingProblem[]
}

export function ColumnMappingTable({ importing, sheet, fields, mapping, problems }: Props) {
  const letters = new Map(sheet.columns.map(({ column, letter }) => [column, letter]))
  const named = new Map(
    sheet.columns.map(({ column, letter, header }) => [column, `${letter} (${header || 'sin encabezado'})`]),
  )
  const placed = new Map(Object.entries(mapping).map(([column, key]) => [key, letters.get(Number(column)) ?? '']))
  const offered = listTemplateColumns(fields).map(({ key, header }) => ({ key, header }))
  const known = new Set(offered.map(({ key }) => key))
  for (const key of placed.keys()) if (!known.has(key)) offered.push({ key, header: getColumnLabel(key, fields) })
  return (
    <Panel flush title="Qué dato trae cada columna">
      <ul className="divided">
        {sheet.columns.map((column) => {
          const key = mapping[column.column] ?? ''
          const rivals = problems.find((problem) => problem.kind === 'duplicate' && problem.key === key)
          return (
            <ColumnMappingRow
              key={column.column}
              column={column}
              chosen={key}
              fields={fields}
              options={offered.map((option) => ({
                value: option.key,
                label:
                  placed.has(option.key) && option.key !== key
                    ? `${option.header} · ya en la columna ${placed.get(option.key)}`
                    : option.header,
              }))}
              rivals={
                rivals?.kind === 'duplicate' && key !== ''
                  ? rivals.columns.filter((other) => other !== column.column).map((other) => named.get(other) ?? '')
                  : []
              }
              onChoose={(chosen) => void importing.map(column.column, chosen)}
            />
          )
        })}
      </ul>
    </Panel>
  )
}

interface RowProps {
  column: ColumnSummary
  /** Key of the field that the column fills; empty string if none. */
  chosen: string
  fields: readonly Field[]
  options: readonly { value: string; label: string }[]
  /** Other columns that the user mapped to the same field, as letter and header: `B (Valor)`. */
  rivals: readonly string[]
  onChoose: (key: string) => void
}

function ColumnMappingRow({ column, chosen, fields, options, rivals, onChoose }: RowProps) {
  const { letter, header, samples, hidden, suggestion } = column
  const name = header || 'Sin encabezado'
  return (
    <li className={cx(s.line, chosen === '' && s.unused)}>
      <div className="shrinkable">
        <p className={s.title}>
          <span className={s.letter}>{letter}</span>
          <span className={s.header}>{name}</span>
          {hidden && (
            <Badge tone="neutral" icon="eyeOff">
              Oculta
            </Badge>
          )}
        </p>
        <p className={s.samples}>
          {samples.length > 0 ? [...new Set(samples)].map((sample) => <span key={sample}>{sample}</span>) : 'Sin datos'}
        </p>
      </div>
      <Icon name="arrowRight" size={18} className={s.arrow} />
      <div className={s.target}>
        <FormField
          hideLabel
          label={`Dato de la columna ${letter}, ${name}`}
          error={rivals.length > 0 ? `La columna ${rivals.join(' y la ')} va al mismo dato: deje solo una.` : undefined}
        >
          <Select
            placeholder="No se importa"
            options={options}
            value={chosen}
            onChange={(event) => onChoose(event.target.value)}
          />
        </FormField>
        {chosen === '' && suggestion !== undefined && (
          <Button size="s" icon="check" onClick={() => onChoose(suggestion)}>
            {`¿Es «${getColumnLabel(suggestion, fields)}»? Usar`}
          </Button>
        )}
      </div>
      <p className={s.how}>
        {chosen !== '' && rivals.length === 0 && (
          <>
            <Icon name="check" size={16} />
            {chosen === column.key ? matchLabels[column.how ?? 'label'] : 'Elegida por usted'}
          </>
        )}
      </p>
    </li>
  )
}

const matchLabels = {
  key: 'Reconocida',
  label: 'Reconocida',
  alias: 'Reconocida',
  general: 'Reconocida',
  remembered: 'Como la última vez',
  abbreviation: 'Por su abreviatura y sus datos',
} as const
