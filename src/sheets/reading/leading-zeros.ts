import type { Column } from '../../domain/fields/field.ts'
import type { IdDocumentKind } from '../../domain/fields/field-types.ts'
import { type Cell, padWithZeros } from '../files/cell.ts'
import { formatExactDecimal } from '../files/number-formatting.ts'
import { getCell } from '../files/sheet.ts'
import { type ColumnAnalysis, createQuestion, type MappedColumn } from './column-analysis.ts'
import type { CellParser, ColumnQuestion, ZeroPaddedIdLengths } from './column-question.ts'

const shown = 50
/** Maximum number of restored zeros. Spreadsheets drop one to three; a shorter number has another error. */
const maxRestoredZeros = 3

/** Types of identity document whose numbers have no fixed length. A short number of these types is complete. */
const neverPadded: ReadonlySet<IdDocumentKind> = new Set(['CC', 'CE', 'NIT', 'TI', 'PA'])

/** Returns the type whose numbers have leading zeros; `*`: any type of the field, `null`: no fixed length. */
function getPaddedKind(field: Column, kind: IdDocumentKind | undefined): string | null {
  const possible = kind === undefined ? (field.kinds ?? []) : [kind]
  return possible.some((one) => neverPadded.has(one)) ? null : possible.join() || '*'
}

/** Asks whether identity numbers have lost zeros: their type or other numbers in the column show the length. */
export function analyzeLeadingZeros(column: MappedColumn): ColumnAnalysis {
  const { sheet, start, read, kindOf, target } = column
  const digits = getPaddedLengths(column)
  const found: Pick<ColumnQuestion, 'count' | 'rows' | 'samples'> = { count: 0, rows: [], samples: [] }
  for (let index = start; index < sheet.count; index++) {
    const cell = getCell(sheet, index, column.column)
    const filled = restoreLeadingZeros(cell, { read, digits, field: target.field, kind: kindOf(index) })
    if (filled === null) continue
    found.count++
    if (found.rows.length < shown) found.rows.push(sheet.numbers[index] as number)
    const text = filled.replace(/^0+/, '')
    if (found.samples.length < 3) found.samples.push({ text, readings: { yes: filled, no: text } })
  }
  if (found.count === 0) return { decision: {}, questions: [] }
  const question = createQuestion(column, { kind: 'zeros', why: 'offer', ...found })
  const zeros = question.answer === undefined ? 'ask' : question.answer === 'yes' ? 'fill' : 'keep'
  return { decision: { zeros, digits }, questions: [question] }
}

interface PaddedReading {
  read: CellParser
  digits: ZeroPaddedIdLengths
  field: Column
  kind: IdDocumentKind | undefined
}

/** Returns an identity number with its lost leading zeros restored, or `null` if none seem lost. */
export function restoreLeadingZeros(cell: Cell, { read, digits, field, kind }: PaddedReading): string | null {
  const text = getDigits(cell)
  if (text === null || text.startsWith('0') || (cell.kind === 'number' && cell.zeros !== undefined)) return null
  const reading = read({ kind: 'text', text }, kind === undefined ? {} : { kind })
  const offered = 'error' in reading && reading.error === 'length' ? reading.suggestion : undefined
  if (offered !== undefined && offered === text.padStart(offered.length, '0')) return offered
  const length = digits[getPaddedKind(field, kind) ?? ''] ?? 0
  const lost = length - text.length
  return lost > 0 && lost <= maxRestoredZeros ? text.padStart(length, '0') : null
}

/** Returns the most frequent length of the column's identity numbers that start with zero, by type of identity document. */
function getPaddedLengths({ sheet, start, column, target, kindOf }: MappedColumn): ZeroPaddedIdLengths {
  const counts = new Map<string, Map<number, number>>()
  for (let index = start; index < sheet.count; index++) {
    const text = getDigits(getCell(sheet, index, column))
    const kind = text?.startsWith('0') ? getPaddedKind(target.field, kindOf(index)) : null
    if (text === null || kind === null) continue
    const lengths = counts.get(kind) ?? new Map<number, number>()
    counts.set(kind, lengths.set(text.length, (lengths.get(text.length) ?? 0) + 1))
  }
  const commonest = (lengths: Map<number, number>) => [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
  return Object.fromEntries(Array.from(counts, ([kind, lengths]) => [kind, commonest(lengths)]))
}

function getDigits(cell: Cell): string | null {
  const text = cell.kind === 'text' ? cell.text.trim() : cell.kind === 'number' ? formatPaddedNumber(cell) : ''
  return /^\d{3,20}$/.test(text) ? text : null
}

function formatPaddedNumber({ value, zeros }: Cell & { kind: 'number' }): string {
  return zeros === undefined ? formatExactDecimal(value) : padWithZeros(value, zeros)
}
