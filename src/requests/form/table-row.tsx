import { memo, use } from 'react'
import type { CellValue, Column, Field, Row } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { formatValue, getVisibleFields, isFieldRequiredWithValues } from '../../domain/fields/values.ts'
import { FieldContext } from '../../ui/field-context.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ColumnControl, FormControlsContext } from './controls.tsx'
import s from './table-control.module.css'

interface Props {
  field: Field
  index: number
  row: Row
  errors: Record<string, string>
  full: boolean
  only: boolean
  onCopy: (index: number) => void
  onRemove: (index: number) => void
}

/** Row of a table. Renders again only if its own values or errors change, because a table has up to 1,000 rows. */
export const TableRow = memo(function TableRow({ field, index, row, errors, full, only, onCopy, onRemove }: Props) {
  const columns = field.columns ?? []
  const shown = getVisibleFields(columns, row)
  return (
    <tr>
      <th scope="row" className={s.number}>
        <span className={s.rowName}>Fila </span>
        {index + 1}
      </th>
      {columns.map((column) => (
        <td key={column.key} data-label={column.label} className={getColumnClass(column)}>
          {shown.includes(column) && (
            <TableCell
              column={column}
              among={columns}
              path={`${field.key}.${index}.${column.key}`}
              label={`${column.label}, fila ${index + 1}`}
              required={isFieldRequiredWithValues(column, row)}
              error={errors[column.key]}
              value={row[column.key]}
            />
          )}
        </td>
      ))}
      <td className={s.actions}>
        <IconButton
          size="s"
          icon="copy"
          label={`Duplicar la fila ${index + 1}`}
          disabled={full}
          onClick={() => onCopy(index)}
        />
        <IconButton
          size="s"
          icon="trash"
          label={`Quitar la fila ${index + 1}`}
          disabled={only}
          onClick={() => onRemove(index)}
        />
      </td>
    </tr>
  )
}, arePropsEqual)

/** Compares the props by content, because each validation creates new row objects. */
function arePropsEqual(a: Props, b: Props): boolean {
  const { row: rowA, errors: errorsA, ...restA } = a
  const { row: rowB, errors: errorsB, ...restB } = b
  return areShallowEqual(restA, restB) && areShallowEqual(rowA, rowB) && areShallowEqual(errorsA, errorsB)
}

function areShallowEqual(a: object, b: object): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.is(a[name as never], b[name as never]))
}

export function getColumnClass(column: Column): string | undefined {
  return column.type === 'text' && Number(column.max ?? 0) >= 80 ? s.longText : s[column.type]
}

interface CellProps {
  column: Column
  among: readonly Column[]
  path: string
  /** Accessible name of the cell: «Cantidad, fila 3». */
  label: string
  required: boolean
  error: string | undefined
  value: CellValue | undefined
}

function TableCell({ column, among, path, label, required, error, value }: CellProps) {
  const { form } = use(FormControlsContext)
  const id = `field-${path}`
  const note = error ? `${id}-note` : undefined
  if (column.type === 'computed') {
    return <output aria-label={label}>{value === undefined ? '—' : formatValue(column, value)}</output>
  }
  return (
    <FieldContext value={{ id, describedBy: note, invalid: Boolean(error), required }}>
      <ColumnControl field={column} path={path} label={label} />
      {error && (
        <p id={note} className={s.error}>
          {getFieldErrorMessage(column, error, among, form.getValues(path))}
        </p>
      )}
    </FieldContext>
  )
}
