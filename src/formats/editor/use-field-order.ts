import { type KeyboardEvent, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { focusFirstEnabled, focusMovedItem, moveItem } from './order-buttons.tsx'

interface Options {
  /** Prefix of the ids of a row's buttons: `<id>-<key>-up`. */
  id: string
  fields: readonly Field[]
  noun: 'campo' | 'columna'
  onChange: (fields: Field[], renamed: readonly never[]) => void
}

/** Change of the list that can be undone. `place`: position of the field before the change. */
interface ListChange {
  kind: 'moved' | 'removed'
  field: Field
  place: number
}

/** Moves and removes fields, and undoes the latest change. Consecutive moves of a field are one change. */
export function useFieldOrder({ id, fields, noun, onChange }: Options) {
  const [change, setChange] = useState<ListChange | null>(null)
  const current = change ? fields.findIndex(({ key }) => key === change.field.key) : -1
  // A removed field cannot return if another field has its key; a moved field must still exist.
  const isUndoable = change !== null && (change.kind === 'removed') === current < 0

  function move(from: number, to: number) {
    const field = fields[from]
    if (!field || !fields[to] || from === to) return
    const place = change?.kind === 'moved' && change.field.key === field.key ? change.place : from
    setChange({ kind: 'moved', field, place })
    onChange(moveItem(fields, from, to), [])
  }
  function remove(place: number) {
    const field = fields[place]
    if (!field) return
    setChange({ kind: 'removed', field, place })
    onChange(fields.toSpliced(place, 1), [])
    focusFirstEnabled(`${id}-undo`)
  }
  function undo() {
    if (!isUndoable) return
    const { kind, field, place } = change
    onChange(kind === 'moved' ? moveItem(fields, current, place) : fields.toSpliced(place, 0, field), [])
    setChange(null)
    focusFirstEnabled(`${id}-${field.key}-${kind === 'moved' ? 'move' : 'remove'}`)
  }

  return {
    isUndoable,
    /** Sentence about the latest change, for the status of the list. */
    message: isUndoable ? describeChange(change, current, fields.length, noun) : '',
    remove,
    undo,
    /** Forgets the latest change. */
    clear: () => setChange(null),
    moveByButton(place: number, step: 1 | -1) {
      move(place, place + step)
      focusMovedItem(`${id}-${fields[place]?.key}`, step)
    },
    moveByHandle(from: number, to: number) {
      move(from, to)
      focusFirstEnabled(`${id}-${fields[from]?.key}-move`)
    },
    undoByKey(event: KeyboardEvent) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || !isUndoable) return
      event.preventDefault()
      undo()
    },
  }
}

function describeChange({ kind, field }: ListChange, place: number, count: number, noun: Options['noun']) {
  if (kind === 'removed') return `«${field.label}» ${noun === 'campo' ? 'quitado' : 'quitada'}.`
  return `«${field.label}»: posición ${place + 1} de ${count}.`
}
