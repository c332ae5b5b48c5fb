import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import type { EditedCell } from './cell-editor.tsx'
import type { GridColumn } from './grid-column.ts'
import { type CellPosition, getCellOffset, isTypingKey, moveCell } from './grid-keys.ts'
import type { RowEditor } from './row-editor.ts'

export const gridRowHeight = 36

interface Options {
  frame: RefObject<HTMLDivElement | null>
  editor: RowEditor
  columns: readonly GridColumn[]
  count: number
  readOnly: boolean
  place: CellPosition
  /** Active row, at position `place`; `undefined` while loading. */
  current: RowView | undefined
  go: (to: CellPosition) => void
}

const noStep = { row: 0, column: 0 }

/** Returns the state of cell editing, and the grid's keyboard and clipboard handlers. */
export function useGridEditing({ frame, editor, columns, count, readOnly, place, current, go }: Options) {
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const column = columns[place.column]
  const cell = column && current?.cells[column.key]

  function edit(text?: string) {
    if (readOnly || !cell || cell.listed?.fixed || current?.status === 'discarded') return
    setEditing({ ...place, text: text ?? cell.text, fresh: text !== undefined })
  }
  function commit(text: string, step: { row: number; column: number }) {
    if (column && cell && !cell.listed?.fixed && current && text !== cell.text)
      void editor.edit(current.row, column.key, text)
    leave(step)
  }
  function leave(step = noStep) {
    setEditing(null)
    frame.current?.focus({ preventScroll: true })
    if (step.row || step.column) go(moveCell(place, step, count, columns.length))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== frame.current) return
    const page = Math.max(1, Math.floor((frame.current.clientHeight - gridRowHeight) / gridRowHeight) - 1)
    const step = getCellOffset(event, { page, rows: count, columns: columns.length })
    if (step) go(moveCell(place, step, count, columns.length))
    else if (event.key === 'Enter' || event.key === 'F2') edit()
    else if (event.key === 'Delete' || event.key === 'Backspace') commit('', noStep)
    else if (isTypingKey(event)) edit(event.key)
    else return
    event.preventDefault()
  }
  function onCopy(event: ClipboardEvent) {
    if (event.target !== frame.current || !column) return
    event.clipboardData.setData('text/plain', cell?.text ?? '')
    event.preventDefault()
  }
  function onPaste(event: ClipboardEvent) {
    if (event.target !== frame.current || readOnly || !current || current.status === 'discarded') return
    const [text = ''] = event.clipboardData.getData('text/plain').split(/[\t\r\n]/)
    commit(text, noStep)
    event.preventDefault()
  }
  return { editing, edit, commit, leave, onKeyDown, onCopy, onPaste }
}
