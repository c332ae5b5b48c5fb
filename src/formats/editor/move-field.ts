import type { Field } from '../../domain/fields/field.ts'
import { moveItem } from './order-buttons.tsx'

type Layout = NonNullable<Field['before']>
/** Item of the list as the administrator sees it: a field, or a section, note or page break above a field. */
type Item = { layout: Layout } | { field: Field }

const toItems = (fields: readonly Field[]): Item[] =>
  fields.flatMap(({ before, ...field }): Item[] => (before ? [{ layout: before }, { field }] : [{ field }]))

/**
 * Moves a field one step up or down. Sections, notes and page breaks are steps too, so that a field enters or leaves a section by one step. The only
 * field of a section takes the section along.
 */
export function moveFieldByStep(fields: readonly Field[], place: number, step: 1 | -1): Field[] {
  const items = toItems(fields)
  const from = findItem(items, fields[place])
  if (from < 0 || from + step < 0 || from + step >= items.length) return [...fields]
  return toFields(moveItem(items, from, from + step)) ?? moveWithLayout(fields, place, place + step)
}

/** Moves a field to the place of another field, directly above it, or below it if the field moves down. */
export function moveFieldTo(fields: readonly Field[], from: number, to: number): Field[] {
  const items = toItems(fields)
  const target = findItem(items, fields[to])
  return toFields(moveItem(items, findItem(items, fields[from]), target)) ?? moveWithLayout(fields, from, to)
}

/** Removes a field. The section, note or page break above it passes to the next field, unless that field begins a section or page. */
export function removeField(fields: readonly Field[], place: number): Field[] {
  const above = fields[place]?.before
  return fields.toSpliced(place, 1).map((field, index) => {
    if (!above || index !== place) return field
    const { before: below = {} } = field
    const page = above.page && { page: true }
    return {
      ...field,
      before: mergeLayouts(above, below) ?? { ...(below.section || below.page ? page : above), ...below },
    }
  })
}

const findItem = (items: readonly Item[], field: Field | undefined) =>
  items.findIndex((item) => 'field' in item && item.field.key === field?.key)

function moveWithLayout(fields: readonly Field[], from: number, to: number): Field[] {
  return fields[to] ? moveItem(fields, from, to) : [...fields]
}

/** Attaches each layout item to the field below it. Returns `null` if a section or note would have no field. */
function toFields(items: readonly Item[]): Field[] | null {
  const fields: Field[] = []
  let above: Layout | undefined
  for (const item of items) {
    if ('field' in item) {
      fields.push(above ? { ...item.field, before: above } : item.field)
      above = undefined
    } else {
      const merged: Layout | null = above ? mergeLayouts(above, item.layout) : item.layout
      if (merged === null) return null
      above = merged
    }
  }
  return above ? null : fields
}

/** Joins the layouts of one place; returns `null` if one of their texts would be lost. */
function mergeLayouts(above: Layout, below: Layout): Layout | null {
  const isPageOnly = !above.section && !above.note
  return isPageOnly || !(above.note || below.section || below.page) ? { ...above, ...below } : null
}
