import { type Mapping, type Target, targetOf } from '../../domain/columns.ts'
import type { Context, Field } from '../../domain/field.ts'
import type { ColumnDecision } from './column-question.ts'
import { type CellReader, cellReader } from './read-cell.ts'

/** Where the values of a field are that no column fills: a person may still type them. */
export const noColumn = -1

/** A column of the sheet that fills something. */
export interface Source {
  column: number
  target: Target
  read: CellReader
  decision: ColumnDecision
}

/** The columns in the order in which they are read: a document comes after the column that tells its kind. */
export function sourcesOf(
  mapping: Mapping,
  decisions: Readonly<Record<number, ColumnDecision>>,
  fields: readonly Field[],
  context: Context,
): Source[] {
  const sources = Object.entries(mapping).flatMap(([column, key]): Source[] => {
    const target = targetOf(key, fields)
    if (!target) return []
    const decision = decisions[Number(column)] ?? {}
    return [{ column: Number(column), target, decision, read: cellReader(target.field, context) }]
  })
  const filled = new Set(sources.map(({ target }) => target.table?.key ?? target.key))
  for (const field of fields) {
    const target = filled.has(field.key) ? undefined : targetOf(field.key, fields)
    if (target) sources.push({ column: noColumn, target, decision: {}, read: cellReader(field, context) })
  }
  const isLate = ({ target }: Source) => (target.field.kindFrom === undefined ? 0 : 1)
  return sources.sort((a, b) => isLate(a) - isLate(b) || a.column - b.column)
}
