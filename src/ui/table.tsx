import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import s from './table.module.css'
import { type TableColumn, TableHead } from './table-head.tsx'

interface Props<Row> {
  /** What the table is of: its name for assistive technology. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** A column's `sort`, with `-` in front when descending. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** How the checkbox of a row is called. */
  rowLabel?: (row: Row) => string
  /** Newer rows are on their way: the ones shown stay readable. */
  busy?: boolean
}

/** Semantic rows with a head that stays in view; a list of cards where the screen is narrow. */
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
                    data-label={column.hideHeader ? undefined : column.header}
                    className={cx(column.align && s.end, column.card && s[column.card], column.hideHeader && s.action)}
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
