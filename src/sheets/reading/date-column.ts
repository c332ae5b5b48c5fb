import {
  type CellEvidenceCounts,
  countCellEvidence,
  detectCellDateOrder,
  looksLikeDateSerial,
} from '../../domain/batches/cell-evidence.ts'
import { isDayMonthSwappable, swapDayAndMonth } from '../../domain/fields/date-text.ts'
import { formatShortDate, serialToDate } from '../../domain/time/date.ts'
import { getCell } from '../files/sheet.ts'
import {
  type ColumnAnalysis,
  createQuestion,
  createReadingQuestion,
  getSelectedAnswer,
  iterateDataCells,
  type MappedColumn,
} from './column-analysis.ts'
import type { ColumnParseSettings } from './column-question.ts'

const orders = ['dmy', 'mdy'] as const

/** Determines the date order of a column; the default is day first. Offers to convert bare serial numbers to dates. */
export function analyzeDateColumn(column: MappedColumn): ColumnAnalysis {
  const order = analyzeDateOrder(column)
  const serial = analyzeSerialDates(column)
  return { decision: { ...order.decision, ...serial.decision }, questions: [...order.questions, ...serial.questions] }
}

function analyzeDateOrder(column: MappedColumn): ColumnAnalysis {
  const texts = countCellEvidence(iterateDataCells(column, 'text'), orders, detectCellDateOrder)
  const chosen = getSelectedAnswer(column, 'dateOrder', orders) ?? 'dmy'
  if (texts.counts.mdy === 0) return askAboutSwappedDates(column, texts, { dateOrder: chosen })
  const doubtful = texts.counts.dmy === 0 ? listReversibleDates(column) : []
  const found =
    doubtful.length > 0
      ? countCellEvidence([...iterateDataCells(column, 'text'), ...doubtful], orders, evidenceBeside(doubtful))
      : texts
  const conflict = found.counts.dmy > 0
  const why = conflict ? 'conflict' : 'unusual'
  const question = createReadingQuestion(column, 'dateOrder', why, found, orders)
  const answer = orders.find((order) => order === question.answer)
  const meanwhile: ColumnParseSettings = conflict ? { waiting: 'dateOrder' } : { dateOrder: 'mdy' }
  const decision: ColumnParseSettings = answer ? { dateOrder: answer } : meanwhile
  decision.monthFirst = true
  if (doubtful.length > 0) decision.doubtfulDates = true
  return { decision, questions: [question] }
}

/** Asks whether date cells have day and month swapped if the column also has texts like `25/04/2026`, which a month-first program leaves as text. */
function askAboutSwappedDates(
  column: MappedColumn,
  texts: CellEvidenceCounts<'dmy' | 'mdy'>,
  decision: ColumnParseSettings,
): ColumnAnalysis {
  const doubtful = texts.counts.dmy > 0 && texts.counts.open === 0 ? listReversibleDates(column) : []
  if (doubtful.length === 0) return { decision, questions: [] }
  const question = createQuestion(column, {
    kind: 'swapped',
    why: 'open',
    count: doubtful.length,
    rows: texts.rows.dmy,
    samples: doubtful.slice(0, 3).map(({ text, iso }) => ({
      text,
      readings: { yes: formatShortDate(swapDayAndMonth(iso)), no: text },
    })),
  })
  const swapped = question.answer === 'yes'
  const waiting = question.answer === undefined && ({ waiting: 'swapped' } as const)
  return { decision: { ...decision, doubtfulDates: true, swapped, ...waiting }, questions: [question] }
}

interface DateCell {
  row: number
  text: string
  iso: string
}

/**
 * Returns date cells that may have day and month swapped: a program with another date order swaps `12/01/2026` and
 * leaves `12/31/2026` as text. Returns none if a date cell has a day after the 12th, which proves the order.
 */
function listReversibleDates({ sheet, start, column }: MappedColumn): DateCell[] {
  const found: DateCell[] = []
  for (let index = start; index < sheet.count; index++) {
    const cell = getCell(sheet, index, column)
    if (cell.kind !== 'date' || cell.iso === '') continue
    if (!isDayMonthSwappable(cell.iso)) return []
    found.push({ row: sheet.numbers[index] as number, text: formatShortDate(cell.iso), iso: cell.iso })
  }
  return found
}

const evidenceBeside = (doubtful: readonly DateCell[]) => {
  const dates = new Set(doubtful.map(({ text }) => text))
  return (text: string) => (dates.has(text) ? 'dmy' : detectCellDateOrder(text))
}

function analyzeSerialDates(column: MappedColumn): ColumnAnalysis {
  const found = countCellEvidence(iterateDataCells(column, 'text', 'number'), ['yes'] as const, (text) =>
    looksLikeDateSerial(text) ? 'yes' : null,
  )
  if (found.counts.yes === 0) return { decision: {}, questions: [] }
  const { base } = column.sheet
  const samples = found.texts.yes.map((text) => {
    const day = serialToDate(Number.parseFloat(text.replace(',', '.')), base)
    return { text, readings: { yes: day === null ? '' : formatShortDate(day), no: text } }
  })
  const question = createQuestion(column, {
    kind: 'serial',
    why: 'offer',
    count: found.counts.yes,
    rows: found.rows.yes,
    samples,
  })
  return { decision: { serial: question.answer === 'yes' }, questions: [question] }
}
