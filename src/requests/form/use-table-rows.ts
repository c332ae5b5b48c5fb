import { type ClipboardEvent, type KeyboardEvent, use, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { Field } from '../../domain/fields/field.ts'
import { toComparisonKey } from '../../domain/text/comparison.ts'
import { toFormRow } from '../form-conversion.ts'
import { canonicalizeText, type FormRow, type FormValues } from '../form-values.ts'
import { FormControlsContext } from './controls.tsx'

const getMaxRows = (field: Field) => Math.min(Number(field.max ?? 1000), 1000)

/** Row operations of a table input: add, copy, remove, restore, keyboard navigation and paste from a spreadsheet. */
export function useTableRows(field: Field) {
  const { form, context, onBlur } = use(FormControlsContext)
  const array = useFieldArray({ control: form.control, name: field.key, keyName: '_key' })
  const [removed, setRemoved] = useState<{ index: number; row: FormRow } | null>(null)
  const columns = (field.columns ?? []).filter((column) => column.type !== 'computed')
  const room = getMaxRows(field) - array.fields.length
  const rowAt = (index: number) => form.getValues(`${field.key}.${index}`) as FormRow

  function focus(row: number, column: string | undefined = columns[0]?.key) {
    // Waits one frame: the new row may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(`field-${field.key}.${row}.${column}`)?.focus())
  }
  function add() {
    if (room < 1) return
    array.append(toFormRow(field), { shouldFocus: false })
    focus(array.fields.length)
  }
  function copy(index: number) {
    if (room < 1) return
    array.insert(index + 1, structuredClone(rowAt(index)), { shouldFocus: false })
    focus(index + 1)
  }
  function remove(index: number) {
    setRemoved({ index, row: structuredClone(rowAt(index)) })
    array.remove(index)
    focus(Math.min(index, array.fields.length - 2))
  }
  function bringBack() {
    if (!removed) return
    array.insert(removed.index, removed.row, { shouldFocus: false })
    focus(removed.index)
    setRemoved(null)
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const at = findCell(event.target)
    if (!at || event.ctrlKey || event.metaKey || event.altKey || !isLine(event.target)) return
    const down = event.key === 'Enter' || event.key === 'ArrowDown'
    if (!down && event.key !== 'ArrowUp') return
    event.preventDefault()
    const next = at.row + (down ? 1 : -1)
    if (next >= 0 && next < array.fields.length) focus(next, at.column)
    else if (event.key === 'Enter' && room > 0) {
      array.append(toFormRow(field), { shouldFocus: false })
      focus(next, at.column)
    }
  }

  function paste(event: ClipboardEvent<HTMLElement>) {
    const text = event.clipboardData.getData('text/plain')
    const at = findCell(event.target)
    const first = columns.findIndex((column) => column.key === at?.column)
    if (!at || first < 0 || !hasMultipleCells(text)) return
    event.preventDefault()
    const beside = form.getValues() as FormValues
    const rows = Array.from({ length: array.fields.length }, (_, index) => ({ ...rowAt(index) }))
    const pasted = withoutHead(parsePastedCells(text)).slice(0, getMaxRows(field) - at.row)
    for (const [down, cells] of pasted.entries()) {
      const row = rows[at.row + down] ?? toFormRow(field)
      for (const [right, cell] of cells.entries()) {
        const column = columns[first + right]
        if (column)
          row[column.key] =
            column.type === 'choices' ? cell.split(/\s*[;|]\s*/) : canonicalizeText(column, cell, beside, context).text
      }
      rows[at.row + down] = row
    }
    array.replace(rows)
    for (const down of pasted.keys()) for (const { key } of columns) onBlur(`${field.key}.${at.row + down}.${key}`)
    focus(at.row, at.column)
  }

  /** Removes the first pasted row if it contains the column labels, because users often copy the header too. */
  function withoutHead(pasted: string[][]) {
    const labels = new Set(columns.map((column) => toComparisonKey(column.label)))
    return pasted[0]?.every((cell) => labels.has(toComparisonKey(cell))) ? pasted.slice(1) : pasted
  }

  return { keys: array.fields.map((row) => row._key), room, removed, add, copy, remove, bringBack, press, paste }
}

/** Returns whether the target is a single-line control, in which Enter and the arrow keys move between rows. */
function isLine(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || (target instanceof HTMLElement && target.dataset.line !== undefined)
}

function findCell(target: EventTarget): { row: number; column: string } | null {
  const [, row, column] = /^field-\w+\.(\d+)\.(\w+)$/.exec((target as HTMLElement).id) ?? []
  return row && column ? { row: Number(row), column } : null
}

/**
 * Parses text copied from a spreadsheet: cells separated by tabs, rows by line breaks, and quotes around cells that
 * contain either.
 */
export function parsePastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (!found) return text.split(/\r\n|\n|\r/).map((line) => line.split('\t'))
    rows.at(-1)?.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim())
    if (found[3] === '') break
    if (found[3] === '\t') {
      if (pattern.lastIndex === text.length) rows.at(-1)?.push('')
    } else if (pattern.lastIndex < text.length) rows.push([])
  }
  return rows
}

/** Returns whether a pasted text has several cells. For a single cell, the browser's own paste is used. */
export function hasMultipleCells(text: string): boolean {
  return /[\t]|[\r\n]+[^\r\n]/.test(text)
}
