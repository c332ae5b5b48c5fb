// biome-ignore-all lint/a11y/useSemanticElements: a grid has up to 100,000 rows, of which about 30 are rendered
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and references its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { useIsNarrowScreen } from '../../ui/use-media-query.ts'
import { CellDetail } from './cell-detail.tsx'
import { CellEditor } from './cell-editor.tsx'
import { type GridColumn, rowNumberWidth } from './grid-column.ts'
import { type CellPosition, type EditedCell, gridRowHeight, useGridEditing } from './grid-editing.ts'
import type { RowEditor } from './row-editor.ts'
import s from './row-grid.module.css'
import { useRowPages } from './use-row-pages.ts'

interface Props {
  editor: RowEditor
  columns: readonly GridColumn[]
  fields: readonly Field[]
  label: string
  readOnly: boolean
  onPreview: ((row: RowView) => void) | undefined
}

/** Rendered column of the virtualized grid: its index and its horizontal position in pixels. */
interface VisibleColumn {
  index: number
  start: number
  size: number
}

/** Virtualized grid of rows with the sheet's row numbers, and the details of its active cell. Keys work as in a spreadsheet. */
export function RowGrid({ editor, columns, fields, label, readOnly, onPreview }: Props) {
  const count = useStore(editor.store, (state) => state.count)
  const [chosen, setChosen] = useState<CellPosition>({ row: 0, column: 0 })
  const place = { ...chosen, row: Math.min(chosen.row, Math.max(0, count - 1)) }
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const { rows, across, isPinned } = useGridVirtualizers(frame, count, columns, place)
  const seen = rows.getVirtualItems()
  const { startIndex, endIndex } = rows.range ?? { startIndex: 0, endIndex: 0 }
  const rowAt = useRowPages(editor, startIndex - rowOverscan, Math.min(endIndex + rowOverscan, count - 1))
  const current = rowAt(place.row)
  function go(to: CellPosition) {
    setChosen(to)
    rows.scrollToIndex(to.row)
    if (to.column > 0) across.scrollToIndex(to.column - 1)
    else if (!isPinned) frame.current?.scrollTo({ left: 0 })
  }
  useFirstMarkFocus(editor, columns, go)
  const { editing, isEditable, edit, commit, leave, handlers } = useGridEditing({
    ...{ frame, editor, columns, count, readOnly, place, current, go },
  })
  function editFromDetail() {
    frame.current?.scrollIntoView({ block: 'nearest' })
    edit()
  }
  const [first] = columns
  const visibleColumns: VisibleColumn[] = [
    ...(first ? [{ index: 0, start: rowNumberWidth, size: first.width }] : []),
    ...across.getVirtualItems().map(({ index, start, size }) => ({ index: index + 1, start, size })),
  ]
  const width = across.getTotalSize()
  return (
    <>
      <div
        ref={frame}
        role="grid"
        tabIndex={0}
        className={s.frame}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-readonly={readOnly || undefined}
        aria-activedescendant={current ? `${id}-${place.row}-${place.column}` : undefined}
        {...handlers}
      >
        <div className={s.space} role="presentation" style={{ height: rows.getTotalSize(), width }}>
          <GridHeader columns={columns} visibleColumns={visibleColumns} width={width} />
          {seen.map(({ index, start }) => (
            <GridRow
              key={index}
              id={id}
              index={index}
              top={start}
              width={width}
              view={rowAt(index)}
              columns={columns}
              visibleColumns={visibleColumns}
              active={index === place.row ? place.column : -1}
              editing={editing?.row === index ? editing : null}
              onPick={(column) => !editing && setChosen({ row: index, column })}
              onEdit={() => edit()}
              onCommit={commit}
              onLeave={() => leave()}
            />
          ))}
        </div>
      </div>
      <CellDetail
        editor={editor}
        view={current}
        column={columns[place.column]}
        pinned={first}
        fields={fields}
        readOnly={readOnly}
        onEdit={isEditable ? editFromDetail : undefined}
        onPreview={onPreview}
      />
    </>
  )
}

const rowOverscan = 10

/** Returns the virtualizers of rows and columns. The first column is always rendered, and the active cell, whose editor contains the typed text. */
function useGridVirtualizers(
  frame: RefObject<HTMLDivElement | null>,
  count: number,
  columns: readonly GridColumn[],
  active: CellPosition,
) {
  const isPinned = !useIsNarrowScreen()
  const besideFirst = rowNumberWidth + (columns[0]?.width ?? 0)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => gridRowHeight,
    overscan: rowOverscan,
    rangeExtractor: (range) => addIndex(range, active.row),
    paddingStart: gridRowHeight,
    scrollPaddingStart: gridRowHeight,
    initialRect: { width: 800, height: 400 },
  })
  const across = useVirtualizer({
    horizontal: true,
    count: Math.max(0, columns.length - 1),
    getScrollElement: () => frame.current,
    estimateSize: (index) => columns[index + 1]?.width ?? 160,
    overscan: 3,
    rangeExtractor: (range) => addIndex(range, active.column - 1),
    paddingStart: besideFirst,
    scrollPaddingStart: isPinned ? besideFirst : rowNumberWidth,
    initialRect: { width: 800, height: 400 },
  })
  return { rows, across, isPinned }
}

/** Returns the indexes to render, in ascending order, including `index` if it exists. */
function addIndex(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}

/** Activates the first cell in error or with a warning of the first row each time a filter is applied. */
function useFirstMarkFocus(editor: RowEditor, columns: readonly GridColumn[], go: (to: CellPosition) => void) {
  const shown = useStore(editor.store, (state) => state.shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the shown rows moves the active cell
  useEffect(() => {
    let wanted = true
    editor.page(0, 1).then(
      ([first]) => wanted && go({ row: 0, column: findFirstColumnWithProblem(first, columns) }),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [editor, shown])
}

interface GridLineProps {
  columns: readonly GridColumn[]
  visibleColumns: readonly VisibleColumn[]
  width: number
}

function GridHeader({ columns, visibleColumns, width }: GridLineProps) {
  return (
    <div role="row" className={s.head} aria-rowindex={1} style={{ width }}>
      <div role="columnheader" className={s.corner} aria-colindex={1}>
        Fila
      </div>
      {visibleColumns.map(({ index, start, size }) => (
        <div
          key={index}
          role="columnheader"
          className={cx(s.header, index === 0 && s.pinned)}
          aria-colindex={index + 2}
          style={{ left: start, width: size }}
          title={columns[index]?.label}
        >
          <span className={s.label}>{columns[index]?.label}</span>
          {columns[index]?.letter && <span className={s.letter}>{columns[index]?.letter}</span>}
        </div>
      ))}
    </div>
  )
}

interface GridRowProps extends GridLineProps {
  id: string
  index: number
  top: number
  view: RowView | undefined
  /** Index of the active column; -1 if another row is active. */
  active: number
  editing: EditedCell | null
  onPick: (column: number) => void
  onEdit: () => void
  onCommit: (text: string, step?: CellPosition | null) => void
  onLeave: () => void
}

/** Row of the grid; empty until the worker returns its data. */
function GridRow({ id, index, top, width, view, columns, visibleColumns, active, editing, ...on }: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={active >= 0}
      className={cx(s.row, view?.status === 'discarded' && s.discarded, active >= 0 && s.here)}
      style={{ width, translate: `0 ${top}px` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={s.number}
        onClick={() => on.onPick(findFirstColumnWithProblem(view, columns))}
      >
        {view && view.status !== 'valid' && (
          <Icon name={view.status === 'discarded' ? 'trash' : 'alert'} size={14} className={s.sign} />
        )}
        {view ? view.row : <span className="visually-hidden">cargando</span>}
        {view?.status === 'error' && <span className="visually-hidden">con errores</span>}
        {view?.status === 'discarded' && <span className="visually-hidden">descartada</span>}
      </div>
      {visibleColumns.map(({ index: place, start, size }) => {
        const column = columns[place]
        const cell = column && view?.cells[column.key]
        const isEdited = editing?.column === place
        return (
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
            title={cell?.text}
            onClick={() => on.onPick(place)}
            onDoubleClick={on.onEdit}
          >
            {isEdited && column && cell ? (
              <CellEditor
                column={column}
                cell={cell}
                row={view.row}
                editing={editing}
                onCommit={on.onCommit}
                onLeave={on.onLeave}
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
function findFirstColumnWithProblem(view: RowView | undefined, columns: readonly GridColumn[]): number {
  const find = (mark: 'error' | 'warning') => columns.findIndex(({ key }) => view?.cells[key]?.[mark] !== undefined)
  const error = find('error')
  return Math.max(0, error >= 0 ? error : find('warning'))
}
