import { dateEvidence, isSerial, tally } from '../../domain/cells.ts'
import { fromSerial, shortDate } from '../../domain/date.ts'
import { answered, chosenOf, dataCells, questionOf, type SheetColumn, type Understood } from './asking.ts'
import type { Decision } from './question.ts'

const orders = ['dmy', 'mdy'] as const

/** Day first unless the cells say otherwise; bare serials are only offered for conversion. */
export function understandDates(column: SheetColumn): Understood {
  const order = understandOrder(column)
  const serial = understandSerials(column)
  return { decision: { ...order.decision, ...serial.decision }, questions: [...order.questions, ...serial.questions] }
}

function understandOrder(column: SheetColumn): Understood {
  const found = tally(dataCells(column, 'text'), orders, dateEvidence)
  const conflict = found.counts.dmy > 0 && found.counts.mdy > 0
  const chosen = chosenOf(column, 'dateOrder', orders) ?? 'dmy'
  if (found.counts.mdy === 0) return { decision: { dateOrder: chosen }, questions: [] }
  const why = conflict ? 'conflict' : 'unusual'
  const question = questionOf(column, 'dateOrder', why, found, orders, (answer) => ({
    dateOrder: answer as 'dmy' | 'mdy',
  }))
  const answer = orders.find((order) => order === question.answer)
  const meanwhile: Decision = conflict ? { waiting: 'dateOrder' } : { dateOrder: 'mdy' }
  return { decision: answer ? { dateOrder: answer } : meanwhile, questions: [question] }
}

function understandSerials(column: SheetColumn): Understood {
  const found = tally(dataCells(column, 'text', 'number'), ['yes'] as const, (text) => (isSerial(text) ? 'yes' : null))
  if (found.counts.yes === 0) return { decision: {}, questions: [] }
  const { base } = column.sheet
  const samples = found.texts.yes.map((text) => {
    const day = fromSerial(Number.parseFloat(text.replace(',', '.')), base)
    return { text, readings: { yes: day === null ? '' : shortDate(day), no: text } }
  })
  const question = answered(
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
