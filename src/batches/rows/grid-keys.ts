import type { KeyboardEvent } from 'react'
import type { Place } from './move.ts'

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Where a key leads, as in a spreadsheet; with Ctrl to the edge. `page` is how many rows are in sight. */
export function stepOf(event: Keys, { page, rows, columns }: { page: number; rows: number; columns: number }) {
  const far = event.ctrlKey || event.metaKey
  const steps: Record<string, Place> = {
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

/** A letter or a digit that begins a new text. */
export function isTyping({ key, ctrlKey, metaKey, altKey }: Keys): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
