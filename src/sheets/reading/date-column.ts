import { dateEvidence, isSerial, type Tally, tally } from '../../domain/batches/cells.ts'
import { isReversible, reversedDate } from '../../domain/fields/date-text.ts'
import { fromSerial, shortDate } from '../../domain/time/date.ts'
import { cellAt } from '../files/sheet.ts'
import { type AskedColumn, chosenOf, columnQuestion, dataCells, type Understood, withAnswer } from './asking.ts'
import type { ColumnDecision } from './column-question.ts'

const orders = ['dmy', 'mdy'] as const

/** Day first unless the cells say otherwise; bare serials are only offered for conversion. */
export function understandDates(column: AskedColumn): Understood {
  const order = understandOrder(column)
  const serial = understandSerials(column)
  return { decision: { ...order.decision, ...serial.decision }, questions: [...order.questions, ...serial.questions] }
}

function understandOrder(column: AskedColumn): Understood {
  const texts = tally(dataCells(column, 'text'), orders, dateEvidence)
  const chosen = chosenOf(column, 'dateOrder', orders) ?? 'dmy'
  if (texts.counts.mdy === 0) return withSwapped(column, texts, { dateOrder: chosen })
  const doubtful = texts.counts.dmy === 0 ? doubtfulDates(column) : []
  const found =
    doubtful.length > 0 ? tally([...dataCells(column, 'text'), ...doubtful], orders, evidenceBeside(doubtful)) : texts
  const conflict = found.counts.dmy > 0
  const why = conflict ? 'conflict' : 'unusual'
  const question = columnQuestion(column, 'dateOrder', why, found, orders, (answer) => ({
    dateOrder: answer as 'dmy' | 'mdy',
  }))
  const answer = orders.find((order) => order === question.answer)
  const meanwhile: ColumnDecision = conflict ? { waiting: 'dateOrder' } : { dateOrder: 'mdy' }
  const decision: ColumnDecision = answer ? { dateOrder: answer } : meanwhile
  if (doubtful.length > 0) decision.doubtfulDates = true
  return { decision, questions: [question] }
}

/**
 * Asks whether date cells beside texts like `25/04/2026` have day and month exchanged. A program that reads month first turns `01/12/2026` into
 * 12 January and leaves as texts only those dates whose day is after the 12th.
 */
function withSwapped(column: AskedColumn, texts: Tally<'dmy' | 'mdy'>, decision: ColumnDecision): Understood {
  const doubtful = texts.counts.dmy > 0 && texts.counts.open === 0 ? doubtfulDates(column) : []
  if (doubtful.length === 0) return { decision, questions: [] }
  const question = withAnswer(
    {
      column: column.column,
      key: column.target.key,
      kind: 'swapped',
      why: 'open',
      count: doubtful.length,
      rows: texts.rows.dmy,
      samples: doubtful.slice(0, 3).map(({ text, iso }) => ({
        text,
        readings: { yes: shortDate(reversedDate(iso)), no: text },
      })),
      answers: ['yes', 'no'],
    },
    column.answers,
  )
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
 * Date cells of a column whose texts are all in one order. A program that reads the other order turns `12/01/2026` into another day and leaves
 * `12/31/2026` as a text, so that no day is after the 12th. A later day proves that the date cells are right: then none is doubtful.
 */
function doubtfulDates({ sheet, start, column }: AskedColumn): DateCell[] {
  const found: DateCell[] = []
  for (let index = start; index < sheet.count; index++) {
    const cell = cellAt(sheet, index, column)
    if (cell.kind !== 'date' || cell.iso === '') continue
    if (!isReversible(cell.iso)) return []
    found.push({ row: sheet.numbers[index] as number, text: shortDate(cell.iso), iso: cell.iso })
  }
  return found
}

const evidenceBeside = (doubtful: readonly DateCell[]) => {
  const dates = new Set(doubtful.map(({ text }) => text))
  return (text: string) => (dates.has(text) ? 'dmy' : dateEvidence(text))
}

function understandSerials(column: AskedColumn): Understood {
  const found = tally(dataCells(column, 'text', 'number'), ['yes'] as const, (text) => (isSerial(text) ? 'yes' : null))
  if (found.counts.yes === 0) return { decision: {}, questions: [] }
  const { base } = column.sheet
  const samples = found.texts.yes.map((text) => {
    const day = fromSerial(Number.parseFloat(text.replace(',', '.')), base)
    return { text, readings: { yes: day === null ? '' : shortDate(day), no: text } }
  })
  const question = withAnswer(
    {
      column: column.column,
      key: column.target.key,
      kind: 'serial',
      why: 'offer',
      count: found.counts.yes,
      rows: found.rows.yes,
      samples,
      answers: ['yes', 'no'],
    },
    column.answers,
  )
  return { decision: { serial: question.answer === 'yes' }, questions: [question] }
}
