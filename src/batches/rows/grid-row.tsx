import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { CellEditor, type EditedCell } from './cell-editor.tsx'
import { addPinnedColumn, type GridColumn, type VisibleColumn } from './grid-column.ts'
import type { CellPosition } from './grid-keys.ts'
import s from './row-grid.module.css'

interface Props {
  id: string
  index: number
  top: number
  width: number
  view: RowView | undefined
  columns: readonly GridColumn[]
  columnsSeen: readonly VisibleColumn[]
  /** Index of the active column; -1 if another row is active. */
  active: number
  editing: EditedCell | null
  onPick: (column: number) => void
  onEdit: () => void
  onCommit: (text: string, step: CellPosition) => void
  onLeave: () => void
}

/** Row of the grid; empty until the worker returns its data. */
export function GridRow({ id, index, top, width, view, columns, columnsSeen, active, editing, ...handlers }: Props) {
  const firstError = view && (view.errors['*'] ?? Object.values(view.errors)[0])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table has up to 100,000 rows, of which about 30 are rendered
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and references its active cell
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={active >= 0}
      className={cx(s.row, view?.status === 'discarded' && s.discarded, active >= 0 && s.here)}
      style={{ width, translate: `0 ${top}px` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys */}
      <div
        role="rowheader"
        aria-colindex={1}
        className={cx(s.number, firstError && s.wrong)}
        onClick={() => handlers.onPick(findFirstColumnWithProblem(view, columns))}
      >
        {view && view.status !== 'valid' && (
          <Icon name={view.status === 'discarded' ? 'trash' : 'alert'} size={14} className={s.sign} />
        )}
        {view?.row}
        {view?.status === 'error' && <span className="visually-hidden">con errores</span>}
        {view?.status === 'discarded' && <span className="visually-hidden">descartada</span>}
      </div>
      {addPinnedColumn(columns, columnsSeen).map(({ index: place, start, size }) => {
        const column = columns[place]
        const cell = column && view?.cells[column.key]
        const isEdited = editing?.column === place
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
          <div
            key={place}
            id={`${id}-${index}-${place}`}
            role="gridcell"
            aria-colindex={place + 2}
            aria-invalid={cell?.error ? true : undefined}
            className={cx(
              s.cell,
              place === 0 && s.pinned,
              cell?.error && s.error,
              !cell?.error && cell?.warning && s.warning,
              cell?.edited && s.edited,
              cell?.listed && s.listed,
              place === active && s.active,
              isEdited && s.open,
            )}
            style={{ left: start, width: size }}
            onClick={() => handlers.onPick(place)}
            onDoubleClick={handlers.onEdit}
          >
            {isEdited && column && cell ? (
              <CellEditor
                column={column}
                cell={cell}
                row={view.row}
                editing={editing}
                onCommit={handlers.onCommit}
                onLeave={handlers.onLeave}
              />
            ) : (
              <>
                {(cell?.error || cell?.warning) && (
                  <Icon name={cell.error ? 'alert' : 'info'} size={14} className={s.sign} />
                )}
                {cell?.listed && <span className="visually-hidden">De la lista: </span>}
                <span className={s.text}>{cell?.shown || cell?.text || (cell?.error ? <em>vacío</em> : '')}</span>
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Returns the index of the first column in error, or else of the first column with a warning; 0 if none. */
export function findFirstColumnWithProblem(view: RowView | undefined, columns: readonly GridColumn[]): number {
  const find = (mark: 'error' | 'warning') => columns.findIndex(({ key }) => view?.cells[key]?.[mark] !== undefined)
  const error = find('error')
  return Math.max(0, error >= 0 ? error : find('warning'))
}
