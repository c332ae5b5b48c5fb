import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Field, Row } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { cx } from '../../ui/cx.ts'
import { FormField } from '../../ui/form-field.tsx'
import { useIsNarrowScreen } from '../../ui/use-media-query.ts'
import { useOverflow } from '../../ui/use-overflow.ts'
import { prependFieldNote } from '../field-note.tsx'
import s from './table-control.module.css'
import { getColumnClass, TableRow } from './table-row.tsx'
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
