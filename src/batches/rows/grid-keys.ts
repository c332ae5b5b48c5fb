import { type KeyboardEvent as Pressed, useEffect } from 'react'
import type { RowEditor } from './row-editor.ts'

/** Cell position among the shown rows and columns, zero-based. */
export interface CellPosition {
  row: number
  column: number
}

/** Returns the position `step` rows and columns away, limited to the edges of the grid. */
export function moveCell(from: CellPosition, step: CellPosition, rows: number, columns: number): CellPosition {
  return { row: clampIndex(from.row + step.row, rows), column: clampIndex(from.column + step.column, columns) }
}

function clampIndex(at: number, count: number): number {
  return Math.max(0, Math.min(at, count - 1))
}

type KeyPress = Pick<Pressed, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Returns the distance that a navigation key moves, as in a spreadsheet; Ctrl moves to the edge. `page`: number of visible rows. */
export function getCellOffset(
  event: KeyPress,
  { page, rows, columns }: { page: number; rows: number; columns: number },
) {
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
export function isTypingKey({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

/** Handles Ctrl+Z (undo) and Ctrl+Y (redo) on the whole page, except in inputs and dialogs. */
export function useUndoShortcuts(editor: RowEditor, off: boolean) {
  useEffect(() => {
    if (off) return
    function press(event: KeyboardEvent) {
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
