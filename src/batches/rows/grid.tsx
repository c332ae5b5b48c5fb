import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/judging/overview.ts'
import type { GridEditing } from './cell-editor.tsx'
import s from './grid.module.css'
import { type GridColumn, gutter } from './grid-column.ts'
import { GridHead } from './grid-head.tsx'
import { firstWrong, GridRow } from './grid-row.tsx'
import { type CellPlace, isTyping, move, stepOf } from './keys.ts'
import { useRows } from './use-rows.ts'
import type { Workbench } from './workbench.ts'

interface Props {
  bench: Workbench
  columns: readonly GridColumn[]
  /** What the table is of: its name for assistive technology. */
  label: string
  readOnly: boolean
  place: CellPlace
  onPlace: (place: CellPlace) => void
  /** The row that one is at, as soon as it is here. */
  onRow: (row: RowView | undefined) => void
}

const rowHeight = 36

/** The rows with the sheet's own numbers; only what is in sight is in the page. Goes by keys as a spreadsheet does. */
export function Grid({ bench, columns, label, readOnly, place, onPlace, onRow }: Props) {
  const count = useStore(bench.store, (state) => state.count)
  const shown = useStore(bench.store, (state) => state.shown)
  const [editing, setEditing] = useState<GridEditing | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
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
    // The first one stays in sight.
    count: Math.max(0, columns.length - 1),
    getScrollElement: () => frame.current,
    estimateSize: (index) => columns[index + 1]?.width ?? 160,
    overscan: 3,
    paddingStart: pinned,
    scrollPaddingStart: pinned,
    initialRect: { width: 800, height: 400 },
  })
  const seen = rows.getVirtualItems()
  const rowAt = useRows(bench, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0)
  const current = rowAt(place.row)
  useEffect(() => onRow(current), [current, onRow])
  function go(to: CellPlace) {
    onPlace(to)
    rows.scrollToIndex(to.row)
    if (to.column > 0) across.scrollToIndex(to.column - 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are shown from their beginning, at what is wrong with the first
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
  function edit(text?: string) {
    const column = columns[place.column]
    const cell = column && current?.cells[column.key]
    if (readOnly || !cell || cell.listed?.fixed || current.status === 'discarded') return
    setEditing({ ...place, text: text ?? cell.text, fresh: text !== undefined })
  }
  function commit(text: string, step: { row: number; column: number }) {
    const column = columns[place.column]
    const cell = column && current?.cells[column.key]
    if (column && cell && !cell.listed?.fixed && current && text !== cell.text)
      void bench.edit(current.row, column.key, text)
    leave(step)
  }
  function leave(step: { row: number; column: number } = { row: 0, column: 0 }) {
    setEditing(null)
    frame.current?.focus({ preventScroll: true })
    if (step.row || step.column) go(move(place, step, count, columns.length))
  }
  function press(event: KeyboardEvent) {
    if (event.target !== frame.current) return
    const page = Math.max(1, Math.floor((frame.current.clientHeight - rowHeight) / rowHeight) - 1)
    const step = stepOf(event, { page, rows: count, columns: columns.length })
    if (step) go(move(place, step, count, columns.length))
    else if (event.key === 'Enter' || event.key === 'F2') edit()
    else if (event.key === 'Delete' || event.key === 'Backspace') commit('', { row: 0, column: 0 })
    else if (isTyping(event)) edit(event.key)
    else return
    event.preventDefault()
  }
  function copy(event: ClipboardEvent) {
    const column = columns[place.column]
    if (event.target !== frame.current || !column) return
    event.clipboardData.setData('text/plain', current?.cells[column.key]?.text ?? '')
    event.preventDefault()
  }
  function paste(event: ClipboardEvent) {
    if (event.target !== frame.current || readOnly || !current || current.status === 'discarded') return
    const [text = ''] = event.clipboardData.getData('text/plain').split(/[\t\r\n]/)
    commit(text, { row: 0, column: 0 })
    event.preventDefault()
  }

  const columnsSeen = across.getVirtualItems().map(({ index, start, size }) => ({ index: index + 1, start, size }))
  const width = across.getTotalSize()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of a hundred thousand rows of which thirty are there
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
      onKeyDown={press}
      onCopy={copy}
      onPaste={paste}
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
