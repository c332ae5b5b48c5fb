import { type KeyboardEvent, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { FieldLayout } from './layout-dialog.tsx'
import {
  countFieldsAbove,
  findLayoutTarget,
  listFormItems,
  moveFieldTo,
  moveFieldUpOrDown,
  moveItemTo,
  removeField,
} from './move-field.ts'
import { focusFirstEnabled, focusMovedItem } from './order-buttons.tsx'

interface Options {
  /** Prefix of the ids of a row's buttons: `<id>-<key>-up`. */
  id: string
  fields: readonly Field[]
  noun: 'campo' | 'columna'
  onChange: (fields: Field[], renamed: readonly never[]) => void
}

interface ListChange {
  kind: 'moved' | 'removed'
  /** Row that was moved or removed: the key of a field, or `<key>-layout` for the section, note or page break above this field. */
  row: string
  from: string
  message: string
  /** Fields before the change. */
  list: readonly Field[]
}

/** Moves and removes fields and sections, and undoes the latest change. Consecutive moves of a row are one change. */
export function useFieldOrder({ id, fields, noun, onChange }: Options) {
  const [change, setChange] = useState<ListChange | null>(null)
  // The list can only return if no other change added or removed fields, or gave a field another key.
  const expected = change?.list.filter(({ key }) => change.kind === 'moved' || key !== change.row) ?? []
  const isUndoable =
    change !== null &&
    expected.length === fields.length &&
    expected.every(({ key }) => fields.some((field) => field.key === key))

  function moveField(place: number, moved: Field[]) {
    const field = fields[place]
    if (!field || isDeepEqual(moved, fields)) return
    const list = change?.kind === 'moved' && change.row === field.key ? change.list : fields
    setChange({ kind: 'moved', row: field.key, from: field.key, message: describeFieldMove(field, moved), list })
    onChange(moved, [])
  }
  function moveLayout(at: number, to: number) {
    const items = listFormItems(fields)
    const item = items[at]
    const moved = moveItemTo(fields, at, to)
    if (!item || item.field || isDeepEqual(moved, fields)) return
    const below = moved[countFieldsAbove(items, at, to)]
    const [before, row] = [getLayoutRow(items[at + 1]?.field?.key), getLayoutRow(below?.key)]
    const { list, from } = change?.kind === 'moved' && change.row === before ? change : { list: fields, from: before }
    setChange({ kind: 'moved', row, from, message: describeLayoutMove(item.layout, below), list })
    onChange(moved, [])
    focusFirstEnabled(`${id}-${row}-move`)
  }
  function remove(place: number) {
    const field = fields[place]
    if (!field) return
    const message = `«${field.label}» ${noun === 'campo' ? 'quitado' : 'quitada'}.`
    setChange({ kind: 'removed', row: field.key, from: field.key, message, list: fields })
    onChange(removeField(fields, place), [])
    focusFirstEnabled(`${id}-undo`)
  }
  function undo() {
    if (!isUndoable) return
    const { kind, from, list } = change
    onChange([...list], [])
    setChange(null)
    focusFirstEnabled(`${id}-${from}-${kind === 'moved' ? 'move' : 'remove'}`)
  }

  return {
    isUndoable,
    /** Sentence about the latest change, for the status of the list. */
    message: isUndoable ? change.message : '',
    remove,
    undo,
    clear: () => setChange(null),
    moveByButton(place: number, step: 1 | -1) {
      moveField(place, moveFieldUpOrDown(fields, place, step))
      focusMovedItem(`${id}-${fields[place]?.key}`, step)
    },
    moveByArrow(place: number, step: 1 | -1) {
      moveField(place, moveFieldUpOrDown(fields, place, step))
      focusFirstEnabled(`${id}-${fields[place]?.key}-move`)
    },
    moveTo(from: number, to: number) {
      if (fields[to] && from !== to) moveField(from, moveFieldTo(fields, from, to))
      focusFirstEnabled(`${id}-${fields[from]?.key}-move`)
    },
    moveLayoutByArrow: (at: number, step: 1 | -1) => moveLayout(at, findLayoutTarget(fields, at, at + step, step)),
    /** Moves the section, note or page break at an item position to position `to`, or to the nearest one before it that fits. */
    moveLayoutTo: (at: number, to: number) => moveLayout(at, findLayoutTarget(fields, at, to, to < at ? 1 : -1)),
    /** Moves an item to where it was dropped. The positions are those of `listFormItems`. */
    drop(from: number, to: number) {
      const items = listFormItems(fields)
      const { field } = items[from] ?? {}
      if (!field) return moveLayout(from, to)
      moveField(countFieldsAbove(items, from), moveItemTo(fields, from, to))
      focusFirstEnabled(`${id}-${field.key}-move`)
    },
    undoByKey(event: KeyboardEvent) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || !isUndoable) return
      event.preventDefault()
      undo()
    },
  }
}

/** Returns the id of the row of a section, note or page break. `key`: field below it; absent for the end note. */
export const getLayoutRow = (key = '') => `${key}-layout`

function describeFieldMove({ key, label }: Field, fields: readonly Field[]) {
  const index = fields.findIndex((field) => field.key === key)
  const first = fields.slice(0, index + 1).findLast(({ before }) => before?.section || before?.page)
  const section = first?.before?.section ? `, en «${first.before.section}»` : ''
  return `«${label}»: posición ${index + 1} de ${fields.length}${section}.`
}

function describeLayoutMove({ section, page }: FieldLayout, below: Field | undefined) {
  const name = section ? `«${section}»` : page ? 'Página' : 'Nota'
  return `${name}: ${below ? `antes de «${below.label}»` : 'al final del formulario'}.`
}
