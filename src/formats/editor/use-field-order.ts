import { type KeyboardEvent, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Field } from '../../domain/fields/field.ts'
import { moveFieldByStep, moveFieldTo, removeField } from './move-field.ts'
import { focusFirstEnabled, focusMovedItem } from './order-buttons.tsx'

interface Options {
  /** Prefix of the ids of a row's buttons: `<id>-<key>-up`. */
  id: string
  fields: readonly Field[]
  noun: 'campo' | 'columna'
  onChange: (fields: Field[], renamed: readonly never[]) => void
}

/** Change of the list that can be undone. `list`: fields before the change. */
interface ListChange {
  kind: 'moved' | 'removed'
  field: Field
  list: readonly Field[]
}

/** Moves and removes fields, and undoes the latest change. Consecutive moves of a field are one change. */
export function useFieldOrder({ id, fields, noun, onChange }: Options) {
  const [change, setChange] = useState<ListChange | null>(null)
  const current = change ? fields.findIndex(({ key }) => key === change.field.key) : -1
  // The list can only return if no other change added or removed fields, or gave a field another key.
  const expected = change?.list.filter(({ key }) => change.kind === 'moved' || key !== change.field.key) ?? []
  const isUndoable =
    change !== null &&
    expected.length === fields.length &&
    expected.every(({ key }) => fields.some((field) => field.key === key))

  function move(from: number, moved: Field[]) {
    const field = fields[from]
    if (!field || isDeepEqual(moved, fields)) return
    const list = change?.kind === 'moved' && change.field.key === field.key ? change.list : fields
    setChange({ kind: 'moved', field, list })
    onChange(moved, [])
  }
  function remove(place: number) {
    const field = fields[place]
    if (!field) return
    setChange({ kind: 'removed', field, list: fields })
    onChange(removeField(fields, place), [])
    focusFirstEnabled(`${id}-undo`)
  }
  function undo() {
    if (!isUndoable) return
    const { kind, field, list } = change
    onChange([...list], [])
    setChange(null)
    focusFirstEnabled(`${id}-${field.key}-${kind === 'moved' ? 'move' : 'remove'}`)
  }

  return {
    isUndoable,
    /** Sentence about the latest change, for the status of the list. */
    message: isUndoable ? describeChange(change, current, fields, noun) : '',
    remove,
    undo,
    /** Forgets the latest change. */
    clear: () => setChange(null),
    moveByButton(place: number, step: 1 | -1) {
      move(place, moveFieldByStep(fields, place, step))
      focusMovedItem(`${id}-${fields[place]?.key}`, step)
    },
    moveByArrow(place: number, step: 1 | -1) {
      move(place, moveFieldByStep(fields, place, step))
      focusFirstEnabled(`${id}-${fields[place]?.key}-move`)
    },
    moveByHandle(from: number, to: number) {
      if (fields[to] && from !== to) move(from, moveFieldTo(fields, from, to))
      focusFirstEnabled(`${id}-${fields[from]?.key}-move`)
    },
    undoByKey(event: KeyboardEvent) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || !isUndoable) return
      event.preventDefault()
      undo()
    },
  }
}

function describeChange({ kind, field }: ListChange, place: number, fields: readonly Field[], noun: Options['noun']) {
  if (kind === 'removed') return `«${field.label}» ${noun === 'campo' ? 'quitado' : 'quitada'}.`
  const first = fields.slice(0, place + 1).findLast(({ before }) => before?.section || before?.page)
  const section = first?.before?.section ? `, en «${first.before.section}»` : ''
  return `«${field.label}»: posición ${place + 1} de ${fields.length}${section}.`
}
