import {
  type CellEvidenceCounts,
  countCellEvidence,
  detectCellDecimalSeparator,
} from '../../domain/batches/cell-evidence.ts'
import {
  type ColumnAnalysis,
  createColumnQuestion,
  getSelectedAnswer,
  iterateDataCells,
  type MappedColumn,
} from './column-analysis.ts'

const signs = [',', '.'] as const

/** Determines the decimal separator of a column. Asks the user if its cells contradict each other or are all ambiguous. */
export function analyzeDecimalColumn(column: MappedColumn): ColumnAnalysis {
  const { type } = column.target.field
  const found = countCellEvidence(iterateDataCells(column, 'text'), signs, (text) =>
    detectCellDecimalSeparator(text, type),
  )
  const why = getQuestionReason(found)
  const sure = getSelectedAnswer(column, 'decimal', signs) ?? signs.find((sign) => found.counts[sign] > 0)
  if (why === null) return { decision: sure === undefined ? {} : { decimal: sure }, questions: [] }
  const question = createColumnQuestion(column, 'decimal', why, found, signs, (answer) => ({
    decimal: answer as ',' | '.',
  }))
  const decimal = signs.find((sign) => sign === question.answer)
  if (decimal === undefined) return { decision: { waiting: 'decimal' }, questions: [question] }
  return { decision: { decimal, contradicted: why === 'conflict' }, questions: [question] }
}

function getQuestionReason(found: CellEvidenceCounts<',' | '.'>): 'conflict' | 'open' | null {
  const sides = signs.filter((sign) => found.counts[sign] > 0).length
  if (sides > 1) return 'conflict'
  return sides === 0 && found.counts.open > 0 ? 'open' : null
}
