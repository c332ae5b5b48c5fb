import { cx } from '../cx.ts'
import { Checkbox } from '../form/checkbox.tsx'
import s from './table.module.css'
import { type TableColumn, TableHead } from './table-head.tsx'

interface Props<Row> {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Sort key of a column; prefixed with `-` for descending order. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  rowLabel?: (row: Row) => string
  /** Whether newer rows are loading; the current rows remain visible. */
  busy?: boolean
}

/** Table with a sticky header; a list of cards on narrow screens. */
export function Table<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowId, selected, onSelect, busy = false } = props
  function choose(id: string, on: boolean) {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    onSelect?.(next)
  }
  return (
    <div className={s.frame} data-frame="" aria-busy={busy || undefined}>
      <table className={s.table}>
        <caption className="visually-hidden">{caption}</caption>
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          ids={onSelect ? rows.map(rowId) : undefined}
          selected={selected}
          onSelect={onSelect}
        />
        <tbody>
          {rows.map((row) => {
            const id = rowId(row)
            return (
              <tr key={id} className={cx(s.row, selected?.has(id) && s.selected)}>
                {onSelect && (
                  <td className={s.pick}>
                    <Checkbox
                      hideLabel
                      label={`Elegir ${props.rowLabel?.(row) ?? id}`}
                      checked={selected?.has(id) ?? false}
                      onChange={(event) => choose(id, event.target.checked)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-label={column.hideHeader || column.card ? undefined : column.header}
                    className={cx(
                      column.align && s.end,
                      column.fill && s.fill,
                      column.card && s[column.card],
                      column.hideHeader && s.action,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
