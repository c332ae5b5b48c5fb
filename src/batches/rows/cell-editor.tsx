import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CellView } from '../../sheets/validation/conversion-overview.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import type { GridColumn } from './grid-column.ts'
import type { CellPosition } from './grid-keys.ts'
import s from './row-grid.module.css'

/** Cell being edited; `fresh` if typing replaced the previous text. */
export interface EditedCell extends CellPosition {
  text: string
  fresh: boolean
}

interface Props {
  column: GridColumn
  cell: CellView
  row: number
  editing: EditedCell
  onCommit: (text: string, step: CellPosition) => void
  onLeave: () => void
}

type Box = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Editor of one cell: Enter moves down, Tab moves sideways, Escape discards the change. */
export function CellEditor({ column, cell, row, editing, onCommit, onLeave }: Props) {
  const options = getFieldOptions(column.field)
  const isListed = options !== undefined && !editing.fresh
  const [text, setText] = useState(isListed ? (cell.suggestion ?? editing.text) : editing.text)
  const box = useRef<Box>(null)
  const done = useRef(false)

  useEffect(() => {
    const control = box.current
    control?.focus({ preventScroll: true })
    if (control instanceof HTMLSelectElement) openSelect(control)
    else if (!editing.fresh) control?.select()
  }, [editing.fresh])

  function finish(value: string, step: CellPosition) {
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
    className: s.editor,
    'aria-label': `${column.label}, fila ${row}`,
    value: text,
    onKeyDown: press,
    onBlur: () => finish(text, { row: 0, column: 0 }),
  } satisfies ComponentProps<'input'>

  if (isListed)
    return (
      <select
        {...shared}
        ref={(node) => {
          box.current = node
        }}
        onChange={(event) => finish(event.target.value, { row: 0, column: 0 })}
      >
        {!options.includes(text) && <option value={text}>{text || 'Elija una opción'}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  if (column.field.type === 'longText')
    return (
      <textarea
        {...shared}
        ref={(node) => {
          box.current = node
        }}
        rows={4}
        onChange={(event) => setText(event.target.value)}
      />
    )
  return (
    <input
      {...shared}
      ref={(node) => {
        box.current = node
      }}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Opens the list of a select; falls back to focus, because some browsers reject `showPicker` without a user gesture. */
function openSelect(select: HTMLSelectElement) {
  try {
    select.showPicker()
  } catch {
    select.focus()
  }
}
