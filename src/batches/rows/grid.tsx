import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import s from './grid.module.css'
import { type GridColumn, gutter } from './grid-column.ts'
import { rowHeight, useGridEditing } from './grid-editing.ts'
import { GridHead } from './grid-head.tsx'
import { firstWrong, GridRow } from './grid-row.tsx'
import type { CellPlace } from './keys.ts'
import { useRows } from './use-rows.ts'
import type { Workbench } from './workbench.ts'

interface Props {
  bench: Workbench
  columns: readonly GridColumn[]
  /** Accessible name of the grid. */
  label: string
  readOnly: boolean
  place: CellPlace
  onPlace: (place: CellPlace) => void
  /** Called with the active row once loaded. */
  onRow: (row: RowView | undefined) => void
}

/** Virtualized grid of rows with the sheet's row numbers. Keys work as in a spreadsheet. */
export function Grid({ label, ...props }: Props) {
  const { bench, columns, readOnly, place, onPlace, onRow } = props
  const count = useStore(bench.store, (state) => state.count)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const { rows, across } = useVirtual(frame, count, columns)
  const seen = rows.getVirtualItems()
  const rowAt = useRows(bench, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0)
  const current = rowAt(place.row)
  useEffect(() => onRow(current), [current, onRow])
  function go(to: CellPlace) {
    onPlace(to)
    rows.scrollToIndex(to.row)
    if (to.column > 0) across.scrollToIndex(to.column - 1)
  }
  useFirstError(bench, columns, go)
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
        <GridHead columns={columns} columnsSeen={columnsSeen} width={width} />
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

/** Returns the virtualizers of rows and columns; the first column stays visible. */
function useVirtual(frame: RefObject<HTMLDivElement | null>, count: number, columns: readonly GridColumn[]) {
  const pinned = gutter + (columns[0]?.width ?? 0)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
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

/** Moves to the first error of the first row whenever other rows are shown. */
function useFirstError(bench: Workbench, columns: readonly GridColumn[], go: (to: CellPlace) => void) {
  const shown = useStore(bench.store, (state) => state.shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the shown rows moves the active cell
  useEffect(() => {
    let wanted = true
    bench.page(0, 1).then(
      ([first]) => wanted && go({ row: 0, column: firstWrong(first, columns) }),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [bench, shown])
}
