import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import { type GridColumn, rowNumberWidth } from './grid-column.ts'
import { gridRowHeight, useGridEditing } from './grid-editing.ts'
import { GridHeader } from './grid-header.tsx'
import type { CellPosition } from './grid-keys.ts'
import { findFirstColumnWithProblem, GridRow } from './grid-row.tsx'
import type { RowEditor } from './row-editor.ts'
import s from './row-grid.module.css'
import { useRowPages } from './use-row-pages.ts'

interface Props {
  editor: RowEditor
  columns: readonly GridColumn[]
  label: string
  readOnly: boolean
  place: CellPosition
  onPlace: (place: CellPosition) => void
  /** Called when the active row changes or finishes loading; `undefined` while it is loading. */
  onRow: (row: RowView | undefined) => void
}

/** Virtualized grid of rows with the sheet's row numbers. Keys work as in a spreadsheet. */
export function RowGrid({ label, ...props }: Props) {
  const { editor, columns, readOnly, place, onPlace, onRow } = props
  const count = useStore(editor.store, (state) => state.count)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const { rows, across } = useGridVirtualizers(frame, count, columns)
  const seen = rows.getVirtualItems()
  const rowAt = useRowPages(editor, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0)
  const current = rowAt(place.row)
  useEffect(() => onRow(current), [current, onRow])
  function go(to: CellPosition) {
    onPlace(to)
    rows.scrollToIndex(to.row)
    if (to.column > 0) across.scrollToIndex(to.column - 1)
  }
  useFirstMarkFocus(editor, columns, go)
  const { editing, edit, commit, leave, ...handlers } = useGridEditing({ ...props, frame, count, current, go })

  const columnsSeen = across.getVirtualItems().map(({ index, start, size }) => ({ index: index + 1, start, size }))
  const width = across.getTotalSize()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table has up to 100,000 rows, of which about 30 are rendered
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
        <GridHeader columns={columns} columnsSeen={columnsSeen} width={width} />
        {seen.map(({ index, start }) => (
          <GridRow
            key={index}
            id={id}
            index={index}
            top={start}
            width={width}
            view={rowAt(index)}
            columns={columns}
            columnsSeen={columnsSeen}
            active={index === place.row ? place.column : -1}
            editing={editing?.row === index ? editing : null}
            onPick={(column) => {
              if (editing) return
              onPlace({ row: index, column })
            }}
            onEdit={() => edit()}
            onCommit={commit}
            onLeave={() => leave()}
          />
        ))}
      </div>
    </div>
  )
}

/** Returns the virtualizers of rows and columns; the first column is always rendered. */
function useGridVirtualizers(frame: RefObject<HTMLDivElement | null>, count: number, columns: readonly GridColumn[]) {
  const pinned = rowNumberWidth + (columns[0]?.width ?? 0)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => gridRowHeight,
    overscan: 10,
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
    paddingStart: pinned,
    scrollPaddingStart: pinned,
    initialRect: { width: 800, height: 400 },
  })
  return { rows, across }
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
