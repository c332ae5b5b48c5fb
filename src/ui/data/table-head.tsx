import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Select } from '../form/select.tsx'
import { Icon } from '../icon.tsx'
import s from './table.module.css'

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

interface Props<Row> {
  columns: readonly TableColumn<Row>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  /** Ids of the rows that can be selected. */
  ids: string[] | undefined
  selected: ReadonlySet<string> | undefined
  onSelect: ((selected: Set<string>) => void) | undefined
}

export function TableHead<Row>({ columns, sort, onSort, ids, selected, onSelect }: Props<Row>) {
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
