import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Checkbox, Select } from '../form/form-field.tsx'
import { Icon } from '../icon.tsx'
import s from './table.module.css'

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

export interface TableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sort key of the server; without it, the column cannot be sorted. */
  sort?: string
  align?: 'end'
  width?: string
  /** Whether the column takes the width that the others leave, and cuts its text there. */
  fill?: boolean
  /** Hides the header visually, as for a column of buttons. On narrow screens the cell is shown in the card's corner. */
  hideHeader?: boolean
  /**
   * Position of the cell in the cards of narrow screens: first line (`title`, and `status` at its end), second line
   * (`text`, and `value` at its end), third line (`meta`). `none` omits the cell. Other cells follow with their header.
   */
  card?: 'title' | 'status' | 'text' | 'value' | 'meta' | 'none'
}

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  /** Ids of the rows that can be selected. */
  ids: string[] | undefined
  selected: ReadonlySet<string> | undefined
  onSelect: ((selected: Set<string>) => void) | undefined
}

function TableHead<Row>({ columns, sort, onSort, ids, selected, onSelect }: TableHeadProps<Row>) {
  const chosen = ids?.filter((id) => selected?.has(id)).length ?? 0
  const all = chosen > 0 && chosen === ids?.length
  function chooseAll(on: boolean) {
    const next = new Set(selected)
    for (const id of ids ?? []) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect?.(next)
  }
  return (
    <thead className={s.head}>
      <tr>
        {ids && (
          <th className={s.pick} scope="col">
            <Checkbox
              hideLabel
              label="Elegir toda esta página"
              checked={all}
              indeterminate={chosen > 0 && !all}
              onChange={(event) => chooseAll(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => {
          const way = !column.sort
            ? null
            : sort === column.sort
              ? 'ascending'
              : sort === `-${column.sort}`
                ? 'descending'
                : 'none'
          return (
            <th
              key={column.id}
              scope="col"
              style={column.width ? ({ '--width': column.width } as CSSProperties) : undefined}
              className={cx(column.align && s.end, column.fill && s.fill)}
              aria-sort={way ?? undefined}
            >
              {column.sort && onSort ? (
                <button
                  type="button"
                  className={s.sort}
                  onClick={() => onSort(way === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}
                >
                  {column.header}
                  <Icon
                    name={way === 'ascending' ? 'chevronUp' : way === 'descending' ? 'chevronDown' : 'sort'}
                    size={14}
                    className={cx(way === 'none' && s.idle)}
                  />
                </button>
              ) : (
                <span className={cx(column.hideHeader && 'visually-hidden')}>{column.header}</span>
              )}
            </th>
          )
        })}
        {onSort && (
          <th className={s.sortSelect}>
            <Select
              aria-label="Ordenar por"
              value={sort ?? ''}
              {...(!sort && { placeholder: 'Ordenar por…' })}
              options={columns.flatMap(({ header, sort: key }) =>
                key
                  ? [
                      { value: `-${key}`, label: `${header}, descendente` },
                      { value: key, label: `${header}, ascendente` },
                    ]
                  : [],
              )}
              onChange={(event) => onSort(event.target.value)}
            />
          </th>
        )}
      </tr>
    </thead>
  )
}
