import { memo, use, useLayoutEffect, useMemo, useRef } from 'react'
import type { CellValue, Column, Field, Row } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { formatValue, getVisibleFields, isFieldRequiredWithValues } from '../../domain/fields/values.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FieldContext } from '../../ui/form/field-context.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { useIsNarrowScreen } from '../../ui/use-media-query.ts'
import { useOverflow } from '../../ui/use-overflow.ts'
import { prependFieldNote } from '../field-note.tsx'
import { ColumnControl, FormControlsContext } from './controls.tsx'
import s from './table-control.module.css'
import { useTableRows } from './use-table-rows.ts'

interface Props {
  field: Field
  required: boolean
  /** Errors of the table and of its cells, by path. */
  errors: Record<string, string>
  rows: readonly Row[]
  note: string | undefined
}

const emptyRow: Row = {}

/** Table input; rows can be typed or pasted from a spreadsheet. Switches to cards if the table overflows. */
export const TableControl = memo(function TableControl({ field, required, errors, rows, note }: Props) {
  const table = useTableRows(field)
  const { keys, room, removed } = table
  const [frame, over] = useOverflow<HTMLDivElement>()
  const cards = useIsNarrowScreen() || over
  const own = errors[field.key]

  const latest = useRef(table)
  useLayoutEffect(() => {
    latest.current = table
  })
  const copy = useMemo(() => (index: number) => latest.current.copy(index), [])
  const remove = useMemo(() => (index: number) => latest.current.remove(index), [])

  return (
    <FormField
      name={field.key}
      group
      label={field.label}
      help={prependFieldNote(
        note,
        [field.help, 'Puede pegar filas copiadas de una hoja de cálculo.'].filter(Boolean).join(' '),
      )}
      error={own && getFieldErrorMessage(field, own, [])}
      optional={!required}
    >
      <div ref={frame} className={cx(s.frame, cards && s.cards)}>
        <table className={s.table} onKeyDown={table.press} onPaste={table.paste}>
          <thead>
            <tr>
              <th scope="col" className={s.number}>
                <span className="visually-hidden">Fila</span>
              </th>
              {(field.columns ?? []).map((column) => (
                <th key={column.key} scope="col" className={getColumnClass(column)}>
                  {column.label}
                  {!column.required && !column.requiredIf && column.type !== 'computed' && (
                    <span className={s.optional}> (opcional)</span>
                  )}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Acciones</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key, index) => (
              <TableRow
                key={key}
                field={field}
                index={index}
                row={rows[index] ?? emptyRow}
                errors={filterErrors(errors, `${field.key}.${index}.`)}
                full={room < 1}
                only={keys.length === 1}
                onCopy={copy}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Cluster gap={3}>
        <Button size="s" icon="plus" disabled={room < 1} onClick={table.add}>
          Agregar fila
        </Button>
        <span className="text-tertiary" role="status">
          {removed ? `Fila ${removed.index + 1} quitada.` : formatCount(keys.length, 'fila', 'filas')}
        </span>
        {removed && (
          <Button size="s" variant="quiet" onClick={table.bringBack}>
            Deshacer
          </Button>
        )}
      </Cluster>
    </FormField>
  )
})

function filterErrors(errors: Record<string, string>, prefix: string): Record<string, string> {
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(own.map(([path, code]) => [path.slice(prefix.length), code]))
}

interface getColumnClassProps {
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
const TableRow = memo(function TableRow({
  field,
  index,
  row,
  errors,
  full,
  only,
  onCopy,
  onRemove,
}: getColumnClassProps) {
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
function arePropsEqual(a: getColumnClassProps, b: getColumnClassProps): boolean {
  const { row: rowA, errors: errorsA, ...restA } = a
  const { row: rowB, errors: errorsB, ...restB } = b
  return areShallowEqual(restA, restB) && areShallowEqual(rowA, rowB) && areShallowEqual(errorsA, errorsB)
}

function areShallowEqual(a: object, b: object): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.is(a[name as never], b[name as never]))
}

function getColumnClass(column: Column): string | undefined {
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
