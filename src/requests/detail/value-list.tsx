import type { ReactNode } from 'react'
import { parseAttachments } from '../../domain/attachments/attachment.ts'
import { getVisibleFields } from '../../domain/fields/conditions.ts'
import type { Column, Field, Row, Value, Values } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { formatValue } from '../../domain/fields/format-value.ts'
import { listFormPages } from '../../domain/formats/form-layout.ts'
import { cx } from '../../ui/cx.ts'
import { DescriptionList } from '../../ui/data/description-list.tsx'
import { useOverflow } from '../../ui/use-overflow.ts'
import { FileLinks } from './file-links.tsx'
import s from './value-list.module.css'

interface Props {
  fields: readonly Field[]
  values: Values
  /** Fields to show; by default those whose conditions are met. */
  visible?: readonly Field[]
  below?: ((field: Field) => ReactNode) | undefined
  /** Element of the section titles, one level below the heading above the list. */
  heading?: 'h3' | 'h4'
}

/** List of a request's values in the order and sections of its form, formatted as in the document. */
export function ValueList({
  fields,
  values,
  visible = getVisibleFields(fields, values),
  below,
  heading: Heading = 'h3',
}: Props) {
  const pages = listFormPages(fields, visible)
  return pages
    .flatMap(({ sections }) => sections)
    .map(({ key, title, fields: shown }) => (
      <div key={key} className={s.section}>
        {title && <Heading className={s.title}>{title}</Heading>}
        <DescriptionList
          items={shown.map((field) => ({
            term: field.label,
            value: renderValue(field, values[field.key]),
            below: below?.(field),
            wide: field.type === 'table' || field.type === 'file' || field.type === 'longText',
          }))}
        />
      </div>
    ))
}

function renderValue(field: Field, value: Value | undefined) {
  if (value === undefined || value === null || value === '') return ''
  if (field.type === 'table' && Array.isArray(value)) return <Rows field={field} rows={value as Row[]} />
  if (field.type === 'file') return <FileLinks files={parseAttachments(value)} />
  if (field.type === 'longText') return <span className={s.lines}>{formatValue(field, value)}</span>
  return formatValue(field, value)
}

/** Returns whether a column is right-aligned. Includes choices among numbers, such as tax rates. */
const isNumeric = ({ type, options = [] }: Column) =>
  isNumericField({ type }) ||
  type === 'computed' ||
  (type === 'choice' && options.every(({ value }) => /^\d+([.,]\d+)?$/.test(value)))

function Rows({ field, rows }: { field: Field; rows: Row[] }) {
  const columns = field.columns ?? []
  const format = (column: Column, value: Value | undefined) =>
    value === undefined || value === '' ? '—' : formatValue(column, value)
  return (
    <RowTable
      label={field.label}
      columns={columns}
      rows={rows.map((row, index) => ({
        name: String(index + 1),
        cells: columns.map((column) => format(column, row[column.key])),
      }))}
    />
  )
}

interface RowTableProps {
  label: string
  columns: readonly Column[]
  rows: readonly { name: string; className?: string; cells: readonly ReactNode[] }[]
  /** True if the first column shows the names of the rows. Cards always show them. */
  withNames?: boolean
}

/** Rows of a table field. Switches to one card per row if the table overflows. */
export function RowTable({ label, columns, rows, withNames = false }: RowTableProps) {
  const [frame, cards] = useOverflow<HTMLElement>()
  const aligns = columns.map((column) => (isNumeric(column) ? s.end : undefined))
  return (
    <section ref={frame} className={cx(s.frame, cards && s.cards)} aria-label={label}>
      <table className={s.table}>
        <thead>
          <tr>
            {withNames && <th scope="col">Fila</th>}
            {columns.map((column, at) => (
              <th key={column.key} scope="col" className={aligns[at]}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, className, cells }) => (
            <tr key={name} className={className} data-label={`Fila ${name}`}>
              {withNames && <th scope="row">{name}</th>}
              {columns.map((column, at) => (
                <td key={column.key} className={aligns[at]} data-label={column.label}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
