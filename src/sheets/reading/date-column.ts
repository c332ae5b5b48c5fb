import { dateEvidence, isSerial, tally } from '../../domain/cells.ts'
import { fromSerial, shortDate } from '../../domain/date.ts'
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
  const found = tally(dataCells(column, 'text'), orders, dateEvidence)
  const conflict = found.counts.dmy > 0 && found.counts.mdy > 0
  const chosen = chosenOf(column, 'dateOrder', orders) ?? 'dmy'
  if (found.counts.mdy === 0) return { decision: { dateOrder: chosen }, questions: [] }
  const why = conflict ? 'conflict' : 'unusual'
  const question = columnQuestion(column, 'dateOrder', why, found, orders, (answer) => ({
    dateOrder: answer as 'dmy' | 'mdy',
  }))
  const answer = orders.find((order) => order === question.answer)
  const meanwhile: ColumnDecision = conflict ? { waiting: 'dateOrder' } : { dateOrder: 'mdy' }
  return { decision: answer ? { dateOrder: answer } : meanwhile, questions: [question] }
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
