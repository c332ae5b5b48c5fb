import { memo } from 'react'

import type { Field, Row } from '../../domain/field.ts'
import { isRequired, visibleFields } from '../../domain/values.ts'
import { countOf } from '../../lib/count.ts'
import { explain } from '../../lib/explain.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Field as Labelled } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TableCell } from './table-cell.tsx'
import s from './table-control.module.css'
import { useRows } from './use-rows.ts'

interface Props {
  field: Field
  required: boolean
  /** Of the table and of its cells, by path. */
  errors: Record<string, string>
  rows: readonly Row[]
}

/** Rows to be typed, or pasted from a sheet; cards below each other where the screen is narrow. */
export const TableControl = memo(function TableControl({ field, required, errors, rows }: Props) {
  const { keys, room, removed, add, copy, remove, bringBack, press, paste } = useRows(field)
  const columns = field.columns ?? []
  const own = errors[field.key]
  return (
    <Labelled
      name={field.key}
      group
      label={field.label}
      help={[field.help, 'Puede pegar filas copiadas de una hoja de cálculo.'].filter(Boolean).join(' ')}
      error={own && explain(field, own, [])}
      optional={!required}
    >
      <div className={s.frame}>
        <table className={s.table} onKeyDown={press} onPaste={paste}>
          <thead>
            <tr>
              <th scope="col" className={s.number}>
                <span className="visually-hidden">Fila</span>
              </th>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={s[column.type]}>
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
            {keys.map((key, index) => {
              const row = rows[index] ?? {}
              const shown = visibleFields(columns, row)
              return (
                <tr key={key}>
                  <th scope="row" className={s.number}>
                    <span className={s.rowName}>Fila </span>
                    {index + 1}
                  </th>
                  {columns.map((column) => {
                    const path = `${field.key}.${index}.${column.key}`
                    return (
                      <td key={column.key} data-label={column.label} className={s[column.type]}>
                        {shown.includes(column) && (
                          <TableCell
                            column={column}
                            among={columns}
                            path={path}
                            label={`${column.label}, fila ${index + 1}`}
                            required={isRequired(column, row)}
                            error={errors[path]}
                            complete={row}
                          />
                        )}
                      </td>
                    )
                  })}
                  <td className={s.actions}>
                    <IconButton
                      size="s"
                      icon="copy"
                      label={`Duplicar la fila ${index + 1}`}
                      disabled={room < 1}
                      onClick={() => copy(index)}
                    />
                    <IconButton
                      size="s"
                      icon="trash"
                      label={`Quitar la fila ${index + 1}`}
                      disabled={keys.length === 1}
                      onClick={() => remove(index)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <Cluster gap={3}>
        <Button size="s" icon="plus" disabled={room < 1} onClick={add}>
          Agregar fila
        </Button>
        <span className={s.count} role="status">
          {removed ? `Fila ${removed.index + 1} quitada.` : countOf(keys.length, 'fila', 'filas')}
        </span>
        {removed && (
          <Button size="s" variant="quiet" onClick={bringBack}>
            Deshacer
          </Button>
        )}
      </Cluster>
    </Labelled>
  )
})
