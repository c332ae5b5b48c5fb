import type { BatchRow } from '../domain/batch.ts'
import type { Field, Column as FieldColumn, Value } from '../domain/field.ts'
import { printValue } from '../domain/values.ts'
import { sentenceOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import s from './row-table.module.css'

interface Props {
  rows: readonly BatchRow[]
  fields: readonly Field[]
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
  /** Left out where nothing can be changed any more. */
  onMend?: ((row: BatchRow) => void) | undefined
}

/** Rows in error: where in the sheet, what stands there and what is wrong with it. */
export function RowTable({ rows, fields, onMend, ...rest }: Props) {
  const columns: Column<BatchRow>[] = [
    {
      id: 'row',
      header: 'Fila',
      width: '5rem',
      card: 'title',
      cell: (row) => <span className={s.row}>{row.row}</span>,
    },
    {
      id: 'errors',
      header: 'Por corregir',
      cell: (row) => (
        <ul className={s.errors}>
          {Object.entries(row.errors).map(([key, code]) => (
            <li key={key}>
              <strong>{labelOf(fields, key)}:</strong> <q className={s.text}>{textOf(fields, row, key) || 'vacío'}</q>{' '}
              {sentenceOf(code)}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'actions',
      header: 'Acciones',
      hideHeader: true,
      align: 'end',
      cell: (row) =>
        onMend && (
          <Button size="s" icon="edit" onClick={() => onMend(row)}>
            Corregir
          </Button>
        ),
    },
  ]
  return (
    <Table
      caption="Filas con errores"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `la fila ${row.row}`}
      {...rest}
    />
  )
}

/** «Ítems 3: Cantidad» of the key `items.2.cantidad`. */
export function labelOf(fields: readonly Field[], key: string): string {
  const [head = '', place, column] = key.split('.')
  const field = fields.find((each) => each.key === head)
  if (!field) return key === '*' ? 'Fila' : key
  const inner = field.columns?.find((each) => each.key === column)
  return inner ? `${field.label} ${Number(place) + 1}: ${inner.label}` : field.label
}

/** What stands in a cell: a value as people write it, or the text that could not be read. */
export function textOf(fields: readonly Field[], row: BatchRow, key: string): string {
  const field: FieldColumn | undefined = fields.find((each) => each.key === key)
  const value: Value | undefined = row.values[key]
  if (value === undefined || value === null) return ''
  return field && !row.errors[key] ? printValue(field, value) : String(value)
}
