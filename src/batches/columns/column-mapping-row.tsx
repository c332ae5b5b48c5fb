import type { Field } from '../../domain/fields/field.ts'
import type { ColumnSummary } from '../../sheets/reading/sheet-summary.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import s from './column-mapping-table.module.css'

interface Props {
  column: ColumnSummary
  /** Key of the field that the column fills; empty string if none. */
  chosen: string
  fields: readonly Field[]
  options: readonly { value: string; label: string }[]
  /** Other columns that the user mapped to the same field, as letter and header: `B (Valor)`. */
  rivals: readonly string[]
  onChoose: (key: string) => void
}

/** One column of the sheet: letter, header, samples, and the select of its field. */
export function ColumnMappingRow({ column, chosen, fields, options, rivals, onChoose }: Props) {
  const { letter, header, samples, hidden, suggestion } = column
  const name = header || 'Sin encabezado'
  return (
    <li className={cx(s.line, chosen === '' && s.unused)}>
      <div className={s.column}>
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
