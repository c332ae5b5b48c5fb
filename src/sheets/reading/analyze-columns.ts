import {
  type CellEvidenceCounts,
  countCellEvidence,
  detectCellDecimalSeparator,
} from '../../domain/batches/cell-evidence.ts'
import { type ColumnMapping, type ColumnTarget, findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { isIdDocumentKind } from '../../domain/fields/id-document.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import {
  type ColumnAnalysis,
  createReadingQuestion,
  getSelectedAnswer,
  iterateDataCells,
  type MappedColumn,
} from './column-analysis.ts'
import type { ColumnsAnalysis, QuestionAnswers } from './column-question.ts'
import { createCellParser } from './column-sources.ts'
import { analyzeDateColumn } from './date-column.ts'
import { analyzeLeadingZeros } from './leading-zeros.ts'

/** Decides how the cells of each column are read. Returns questions about columns that remain ambiguous. */
export function analyzeColumns(
  sheet: Sheet,
  start: number,
  mapping: ColumnMapping,
  fields: readonly Field[],
  context: ValidationContext,
  answers: QuestionAnswers = {},
): ColumnsAnalysis {
  const understanding: ColumnsAnalysis = { decisions: {}, questions: [] }
  for (const [number, key] of Object.entries(mapping)) {
    const target = findColumnTarget(key, fields)
    if (!target) continue
    const read = createCellParser(target.field, context)
    const kindOf = createIdKindReader(sheet, mapping, target, fields, context)
    const column: MappedColumn = { sheet, start, column: Number(number), target, read, answers, kindOf }
    const { decision, questions } = analyzeColumn(column)
    understanding.decisions[column.column] = decision
    understanding.questions.push(...questions)
  }
  return understanding
}

function createIdKindReader(
  sheet: Sheet,
  mapping: ColumnMapping,
  { field }: ColumnTarget,
  fields: readonly Field[],
  context: ValidationContext,
) {
  const kindField = fields.find(({ key }) => key === field.kindFrom)
  const [column] = Object.entries(mapping).find(([, key]) => key === kindField?.key) ?? []
  if (!kindField || column === undefined) return () => undefined
  const read = createCellParser(kindField, context)
  return (index: number) => {
    const cell = getCell(sheet, index, Number(column))
    const reading = cell.kind === 'text' ? read(cell, {}) : { value: null }
    const value = ('value' in reading && reading.value) || undefined
    return isIdDocumentKind(value) ? value : undefined
  }
}

function analyzeColumn(column: MappedColumn): ColumnAnalysis {
  const { field } = column.target
  if (isNumericField(field)) return analyzeDecimalColumn(column)
  if (field.type === 'date') return analyzeDateColumn(column)
  return field.type === 'idDocument' ? analyzeLeadingZeros(column) : { decision: {}, questions: [] }
}

const signs = [',', '.'] as const

/** Determines the decimal separator of a column. Asks the user if its cells contradict each other or are all ambiguous. */
function analyzeDecimalColumn(column: MappedColumn): ColumnAnalysis {
  const { type } = column.target.field
  const found = countCellEvidence(iterateDataCells(column, 'text'), signs, (text) =>
    detectCellDecimalSeparator(text, type),
  )
  const why = getQuestionReason(found)
  const sure = getSelectedAnswer(column, 'decimal', signs) ?? signs.find((sign) => found.counts[sign] > 0)
  if (why === null) return { decision: sure === undefined ? {} : { decimal: sure }, questions: [] }
  const question = createReadingQuestion(column, 'decimal', why, found, signs)
  const decimal = signs.find((sign) => sign === question.answer)
  if (decimal === undefined) return { decision: { waiting: 'decimal' }, questions: [question] }
  return { decision: { decimal, contradicted: why === 'conflict' }, questions: [question] }
}

function getQuestionReason(found: CellEvidenceCounts<',' | '.'>): 'conflict' | 'open' | null {
  const sides = signs.filter((sign) => found.counts[sign] > 0).length
  if (sides > 1) return 'conflict'
  return sides === 0 && found.counts.open > 0 ? 'open' : null
}
