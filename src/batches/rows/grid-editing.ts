import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import type { GridColumn } from './grid-column.ts'
import type { RowEditor } from './row-editor.ts'

export const gridRowHeight = 36

/** Cell position among the shown rows and columns, zero-based. */
export interface CellPosition {
  row: number
  column: number
}

/** Cell being edited; `fresh` if typing replaced the previous text. */
export interface EditedCell extends CellPosition {
  text: string
  fresh: boolean
}

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

export function useGridEditing({ frame, editor, columns, count, readOnly, place, current, go }: Options) {
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const column = columns[place.column]
  const cell = column && current?.cells[column.key]
  const isEditable = !readOnly && cell !== undefined && !cell.listed?.fixed && current?.status !== 'discarded'

  function edit(text?: string) {
    if (isEditable) setEditing({ ...place, text: text ?? cell.text, fresh: text !== undefined })
  }
  function commit(text: string, step?: CellPosition | null) {
    if (isEditable && column && current && text !== cell.text) void editor.edit(current.row, column.key, text)
    leave(step)
  }
  /** Ends editing, returns the focus to the grid and moves by `step`. If `step` is `null`, the focus does not change. */
  function leave(step: CellPosition | null = noStep) {
    setEditing(null)
    if (!step) return
    frame.current?.focus({ preventScroll: true })
    if (step.row || step.column) go(moveCell(place, step, count, columns.length))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== frame.current) return
    const page = Math.max(1, Math.floor((frame.current.clientHeight - gridRowHeight) / gridRowHeight) - 1)
    const step = getCellOffset(event, { page, rows: count, columns: columns.length })
    if (step) go(moveCell(place, step, count, columns.length))
    else if (event.key === 'Enter' || event.key === 'F2') edit()
    else if (event.key === 'Delete' || event.key === 'Backspace') commit('')
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
    if (event.target !== frame.current || !isEditable) return
    const [text = ''] = event.clipboardData.getData('text/plain').split(/[\t\r\n]/)
    commit(text)
    event.preventDefault()
  }
  return { editing, isEditable, edit, commit, leave, handlers: { onKeyDown, onCopy, onPaste } }
}

/** Returns the position `step` rows and columns away, limited to the edges of the grid. */
function moveCell(from: CellPosition, step: CellPosition, rows: number, columns: number): CellPosition {
  const clamp = (at: number, count: number) => Math.max(0, Math.min(at, count - 1))
  return { row: clamp(from.row + step.row, rows), column: clamp(from.column + step.column, columns) }
}

/** Returns the distance that a navigation key moves, as in a spreadsheet; Ctrl moves to the edge. `page`: number of visible rows. */
function getCellOffset(event: KeyboardEvent, { page, rows, columns }: { page: number; rows: number; columns: number }) {
  const far = event.ctrlKey || event.metaKey
  const steps: Record<string, CellPosition> = {
    ArrowDown: { row: far ? rows : 1, column: 0 },
    ArrowUp: { row: far ? -rows : -1, column: 0 },
    ArrowRight: { row: 0, column: far ? columns : 1 },
    ArrowLeft: { row: 0, column: far ? -columns : -1 },
    PageDown: { row: page, column: 0 },
    PageUp: { row: -page, column: 0 },
    Home: { row: far ? -rows : 0, column: -columns },
    End: { row: far ? rows : 0, column: columns },
  }
  return steps[event.key]
}

/** Returns whether a key press types a character; in a selected cell it starts a new text. */
function isTypingKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

/** Handles Ctrl+Z (undo) and Ctrl+Y (redo) on the whole page, except in inputs and dialogs. */
export function useUndoShortcuts(editor: RowEditor, off: boolean) {
  useEffect(() => {
    if (off) return
    function press(event: globalThis.KeyboardEvent) {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      void (key === 'y' || event.shiftKey ? editor.redo() : editor.undo())
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [editor, off])
}
