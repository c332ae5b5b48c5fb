import type { IdKind } from '../../domain/field-types.ts'
import { type Cell, withZeros } from '../files/cell.ts'
import { exactDecimal } from '../files/exact-decimal.ts'
import { cellAt } from '../files/sheet.ts'
import { type AskedColumn, type Understood, withAnswer } from './asking.ts'
import type { CellReader, ColumnQuestion } from './column-question.ts'

const shown = 50
/** A sheet that drops zeros drops one or two, seldom three; a number much shorter is another mistake. */
const mostLost = 3

/** Whether zeros are missing is asked where documents have one fixed length, or where others of the column begin with zeros. */
export function understandZeros(column: AskedColumn): Understood {
  const { sheet, start, read, kindOf } = column
  const digits = digitsOfOthers(column)
  const question: ColumnQuestion = {
    column: column.column,
    key: column.target.key,
    kind: 'zeros',
    why: 'offer',
    count: 0,
    rows: [],
    samples: [],
    answers: ['yes', 'no'],
  }
  for (let index = start; index < sheet.count; index++) {
    const cell = cellAt(sheet, index, column.column)
    const filled = withLostZeros(cell, read, digits, kindOf(index))
    if (filled === null) continue
    question.count++
    if (question.rows.length < shown) question.rows.push(sheet.numbers[index] as number)
    if (question.samples.length < 3)
      question.samples.push({
        text: filled.replace(/^0+/, ''),
        readings: { yes: filled, no: filled.replace(/^0+/, '') },
      })
  }
  if (question.count === 0) return { decision: {}, questions: [] }
  const asked = withAnswer(question, column.answers)
  const zeros = asked.answer === undefined ? 'ask' : asked.answer === 'yes' ? 'fill' : 'keep'
  return { decision: { zeros, digits }, questions: [asked] }
}

/** A document of digits with the zeros that it seems to have lost, or null. */
export function withLostZeros(cell: Cell, read: CellReader, digits: number, kind: IdKind | undefined): string | null {
  const text = digitsIn(cell)
  if (text === null || text.startsWith('0') || (cell.kind === 'number' && cell.zeros !== undefined)) return null
  const reading = read({ kind: 'text', text }, kind === undefined ? {} : { kind })
  const offered = 'error' in reading && reading.error === 'length' ? reading.suggestion : undefined
  if (offered !== undefined && offered === text.padStart(offered.length, '0')) return offered
  const lost = digits - text.length
  return lost > 0 && lost <= mostLost ? text.padStart(digits, '0') : null
}

/** The usual length of the column's documents that do begin with a zero; 0 where none does. */
function digitsOfOthers({ sheet, start, column }: AskedColumn): number {
  const counts = new Map<number, number>()
  for (let index = start; index < sheet.count; index++) {
    const text = digitsIn(cellAt(sheet, index, column))
    if (text?.startsWith('0')) counts.set(text.length, (counts.get(text.length) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function digitsIn(cell: Cell): string | null {
  const text = cell.kind === 'text' ? cell.text.trim() : cell.kind === 'number' ? numberText(cell) : ''
  return /^\d{3,20}$/.test(text) ? text : null
}

function numberText({ value, zeros }: Cell & { kind: 'number' }): string {
  return zeros === undefined ? exactDecimal(value) : withZeros(value, zeros)
}
