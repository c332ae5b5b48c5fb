import type { Field } from '../../domain/fields/field.ts'
import { getEndNote } from '../../domain/formats/form-layout.ts'
import { moveItem } from './order-buttons.tsx'

type Layout = NonNullable<Field['before']>
/** Item of the list as the administrator sees it: a field, or a section, note or page break above a field. The last item may be the end note. */
export type FormItem = { layout: Layout; field?: undefined } | { field: Field }

/** Returns the rows of the list: each field below its section, note or page break, and the end note. */
export function listFormItems(fields: readonly Field[]): FormItem[] {
  const items = fields.flatMap(({ before, after: _, ...field }): FormItem[] =>
    before ? [{ layout: before }, { field }] : [{ field }],
  )
  const note = getEndNote(fields)
  return note ? [...items, { layout: { note } }] : items
}

/** Moves a field one step among fields, sections, notes and page breaks. The only field of a section takes the section along. */
export function moveFieldUpOrDown(fields: readonly Field[], place: number, step: 1 | -1): Field[] {
  const items = listFormItems(fields)
  const from = findItem(items, place)
  if (from < 0 || !items[from + step]) return [...fields]
  return toFields(moveItem(items, from, from + step)) ?? moveWithLayout(fields, place, place + step)
}

/** Moves a field to the place of another field, directly above it, or below it if the field moves down. */
export function moveFieldTo(fields: readonly Field[], from: number, to: number): Field[] {
  const items = listFormItems(fields)
  return toFields(moveItem(items, findItem(items, from), findItem(items, to))) ?? moveWithLayout(fields, from, to)
}

/** Moves an item to another position among the items. A section stays if its title, or another one, would have no field. */
export function moveItemTo(fields: readonly Field[], from: number, to: number): Field[] {
  const items = listFormItems(fields)
  const moved = toFields(moveItem(items, from, to))
  if (moved || !items[from]?.field) return moved ?? [...fields]
  return moveWithLayout(fields, countFieldsAbove(items, from), countFieldsAbove(items, from, to))
}

/** Returns the number of fields above the item at position `from`, after the item moved to position `to`. */
export const countFieldsAbove = (items: readonly FormItem[], from: number, to = from): number =>
  items
    .toSpliced(from, 1)
    .slice(0, to)
    .filter(({ field }) => field).length

/** Returns the first position from `start` by `step` that a section, note or page break can move to, or `from`. */
export function findLayoutTarget(fields: readonly Field[], from: number, start: number, step: 1 | -1): number {
  const items = listFormItems(fields)
  for (let to = start; items[to]; to += step) if (toFields(moveItem(items, from, to))) return to
  return from
}

/** Removes a field. The section, note or page break above it passes to the next field, unless that field begins a section or page. */
export function removeField(fields: readonly Field[], place: number): Field[] {
  const above = fields[place]?.before
  const rest = fields.toSpliced(place, 1).map((field, index) => {
    if (!above || index !== place) return field
    const { before: below = {} } = field
    const page = above.page && { page: true }
    return {
      ...field,
      before: mergeLayouts(above, below) ?? { ...(below.section || below.page ? page : above), ...below },
    }
  })
  return setEndNote(rest, getEndNote(fields))
}

/** Returns the fields with the end note on the last field of the requester only. An empty note removes it. */
export function setEndNote(fields: readonly Field[], note: string): Field[] {
  const last = fields.findLast(({ approvers }) => !approvers) ?? fields.at(-1)
  return fields.map((field) => {
    const { after: _, ...rest } = field
    if (note && field === last) return { ...rest, after: { note } }
    return field.after ? rest : field
  })
}

/** Returns the position among the items of the field at position `place` among the fields; -1 if absent. */
const findItem = (items: readonly FormItem[], place: number) =>
  items.findIndex((item, at) => item.field && countFieldsAbove(items, at) === place)

function moveWithLayout(fields: readonly Field[], from: number, to: number): Field[] {
  return fields[to] ? setEndNote(moveItem(fields, from, to), getEndNote(fields)) : [...fields]
}

/** Attaches each layout item to the field below it. Returns `null` if a section or page would have no field, or a text would be lost. */
function toFields(items: readonly FormItem[]): Field[] | null {
  const fields: Field[] = []
  let above: Layout | undefined
  for (const item of items) {
    if (item.field) {
      fields.push(above ? { ...item.field, before: above } : item.field)
      above = undefined
    } else {
      const merged: Layout | null = above ? mergeLayouts(above, item.layout) : item.layout
      if (merged === null) return null
      above = merged
    }
  }
  if (!above) return fields
  const { note, section, page } = above
  return note && !section && !page && fields.length > 0 ? setEndNote(fields, note) : null
}

/** Joins the layouts of one place; returns `null` if one of their texts would be lost. */
function mergeLayouts(above: Layout, below: Layout): Layout | null {
  const isPageOnly = !above.section && !above.note
  return isPageOnly || !(above.note || below.section || below.page) ? { ...above, ...below } : null
}
