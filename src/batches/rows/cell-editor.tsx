import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { CellView } from '../../sheets/validation/conversion-overview.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import type { GridColumn } from './grid-column.ts'
import type { CellPosition, EditedCell } from './grid-editing.ts'
import s from './row-grid.module.css'

interface Props {
  column: GridColumn
  cell: CellView
  row: number
  editing: EditedCell
  onCommit: (text: string, step?: CellPosition | null) => void
  onLeave: () => void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Editor of one cell: Enter moves down, Tab moves sideways, Escape discards the change. */
export function CellEditor({ column, cell, row, editing: { text: initial, fresh }, onCommit, onLeave }: Props) {
  const options = getFieldOptions(column.field)
  const isListed = options !== undefined && !fresh
  const [text, setText] = useState(isListed ? (cell.suggestion ?? initial) : initial)
  const done = useRef(false)
  const focus = useCallback(
    (control: Control | null) => {
      control?.focus({ preventScroll: true })
      if (control instanceof HTMLSelectElement) openSelect(control)
      else if (!fresh) control?.select()
    },
    [fresh],
  )

  function finish(value: string, step?: CellPosition | null) {
    if (done.current) return
    done.current = true
    onCommit(value, step)
  }
  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      done.current = true
      onLeave()
    } else if (event.key === 'Enter' && !(column.field.type === 'longText' && event.altKey)) {
      event.preventDefault()
      finish(text, { row: 1, column: 0 })
    } else if (event.key === 'Tab') {
      event.preventDefault()
      finish(text, { row: 0, column: event.shiftKey ? -1 : 1 })
    }
  }
  const shared = {
    ref: focus,
    className: s.editor,
    'aria-label': `${column.label}, fila ${row}`,
    value: text,
    onKeyDown: press,
    // If the user chose another control, that control keeps the focus.
    onBlur: (event: FocusEvent) => finish(text, event.relatedTarget ? null : undefined),
    onChange: (event: ChangeEvent<Control>) => setText(event.target.value),
  }

  if (isListed)
    return (
      <select {...shared} onChange={(event) => finish(event.target.value)}>
        {!options.includes(text) && <option value={text}>{text || 'Elija una opción'}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  return column.field.type === 'longText' ? <textarea {...shared} rows={4} /> : <input {...shared} />
}

/** Opens the list of a select; falls back to focus, because some browsers reject `showPicker` without a user gesture. */
function openSelect(select: HTMLSelectElement) {
  try {
    select.showPicker()
  } catch {
    select.focus()
  }
}
