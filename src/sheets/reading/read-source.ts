import { dateEvidence, decimalEvidence } from '../../domain/cells.ts'
import type { Values } from '../../domain/field.ts'
import { isIdKind } from '../../domain/fields/id-document.ts'
import type { Hints, Reading } from '../../domain/fields/kind.ts'
import type { Cell } from '../files/cell.ts'
import type { ColumnDecision } from './column-question.ts'
import { withLostZeros } from './lost-zeros.ts'
import type { CellReader } from './read-cell.ts'
import type { Source } from './sources.ts'

/** Reads one cell as its column is read; what a person typed decides its own decimal sign. */
export function readSource(source: Source, cell: Cell, given: Values, base: 1900 | 1904, isTyped: boolean): Reading {
  const { target, read, decision } = source
  const { field } = target
  const hints: Hints & { serial?: boolean } = { base }
  if (decision.serial) hints.serial = true
  if (decision.dateOrder) hints.dateOrder = decision.dateOrder
  if (decision.decimal) hints.decimal = decision.decimal
  if (cell.kind === 'text') {
    if (decision.waiting === 'dateOrder' && dateEvidence(cell.text) !== null) return { error: 'conflict' }
    if (decision.waiting === 'decimal' || decision.contradicted || (isTyped && decision.decimal)) {
      const sign = decimalEvidence(cell.text, field.type)
      if (decision.waiting && sign !== null && !(isTyped && sign !== 'open')) return { error: 'conflict' }
      if (sign !== null && sign !== 'open' && sign !== decision.decimal) {
        if (!isTyped) return { error: 'number' }
        hints.decimal = sign
      }
    }
  }
  const kind = field.kindFrom === undefined ? undefined : given[field.kindFrom]
  if (isIdKind(kind)) hints.kind = kind
  return decision.zeros === undefined || decision.zeros === 'keep' || isTyped
    ? read(cell, hints)
    : readWithZeros(read, cell, hints, decision)
}

function readWithZeros(read: CellReader, cell: Cell, hints: Hints, { zeros, digits = 0 }: ColumnDecision): Reading {
  const filled = withLostZeros(cell, read, digits, hints.kind)
  if (filled === null) return read(cell, hints)
  if (zeros === 'fill') return read({ kind: 'text', text: filled }, hints)
  const reading = read(cell, hints)
  return 'value' in reading ? { ...reading, warning: 'zeros' } : reading
}
