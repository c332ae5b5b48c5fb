import { memo } from 'react'
import type { Column, Field, Row } from '../../domain/fields/field.ts'
import { isRequired, visibleFields } from '../../domain/fields/values.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TableCell } from './table-cell.tsx'
import s from './table-control.module.css'

interface Props {
  field: Field
  index: number
  row: Row
  /** Of this row's cells, by the key of their column. */
  errors: Record<string, string>
  full: boolean
  only: boolean
  onCopy: (index: number) => void
  onRemove: (index: number) => void
}

/** One of up to a thousand rows: drawn again only when something of its own changed. */
export const TableRow = memo(function TableRow({ field, index, row, errors, full, only, onCopy, onRemove }: Props) {
  const columns = field.columns ?? []
  const shown = visibleFields(columns, row)
  return (
    <tr>
      <th scope="row" className={s.number}>
        <span className={s.rowName}>Fila </span>
        {index + 1}
      </th>
      {columns.map((column) => (
        <td key={column.key} data-label={column.label} className={classOf(column)}>
          {shown.includes(column) && (
            <TableCell
              column={column}
              among={columns}
              path={`${field.key}.${index}.${column.key}`}
              label={`${column.label}, fila ${index + 1}`}
              required={isRequired(column, row)}
              error={errors[column.key]}
              complete={row}
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
}, isSame)

/** Judging makes every row anew; what it says is mostly what it said before. */
function isSame(a: Props, b: Props): boolean {
  const { row: rowA, errors: errorsA, ...restA } = a
  const { row: rowB, errors: errorsB, ...restB } = b
  return equal(restA, restB) && equal(rowA, rowB) && equal(errorsA, errorsB)
}

function equal(a: object, b: object): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.is(a[name as never], b[name as never]))
}

/** Columns get their room by what they hold. */
export function classOf(column: Column): string | undefined {
  return column.type === 'text' && Number(column.max ?? 0) >= 80 ? s.longText : s[column.type]
}
