import { decimalEvidence, type Tally, tally } from '../../domain/batches/cells.ts'
import { type AskedColumn, chosenOf, columnQuestion, dataCells, type Understood } from './asking.ts'

const signs = [',', '.'] as const

/** Determines the decimal separator of a column. Asks the user if its cells contradict each other or are all ambiguous. */
export function understandDecimal(column: AskedColumn): Understood {
  const { type } = column.target.field
  const found = tally(dataCells(column, 'text'), signs, (text) => decimalEvidence(text, type))
  const why = whyAsked(found)
  const sure = chosenOf(column, 'decimal', signs) ?? signs.find((sign) => found.counts[sign] > 0)
  if (why === null) return { decision: sure === undefined ? {} : { decimal: sure }, questions: [] }
  const question = columnQuestion(column, 'decimal', why, found, signs, (answer) => ({ decimal: answer as ',' | '.' }))
  const decimal = signs.find((sign) => sign === question.answer)
  if (decimal === undefined) return { decision: { waiting: 'decimal' }, questions: [question] }
  return { decision: { decimal, contradicted: why === 'conflict' }, questions: [question] }
}

function whyAsked(found: Tally<',' | '.'>): 'conflict' | 'open' | null {
  const sides = signs.filter((sign) => found.counts[sign] > 0).length
  if (sides > 1) return 'conflict'
  return sides === 0 && found.counts.open > 0 ? 'open' : null
}
