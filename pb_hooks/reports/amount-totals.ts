import type { Field } from '../../src/domain/fields/field.ts'
import { getCurrencyDecimals } from '../../src/domain/money/currency.ts'
import { roundDecimal, toDecimalString, toShortDecimalString } from '../../src/domain/money/decimal.ts'
import type { ReportAmountTotal } from '../../src/domain/reports/report.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRows } from '../lib/sql.ts'
import type { ReportBounds } from './report-bounds.ts'

/** SQL of exact totals. Adds integers in three parts, so that a hundred thousand amounts do not overflow. */
const sumColumns = `sum(whole / 1000000) AS millions, sum(whole % 1000000) AS units, sum(millionths) AS millionths`

/** Returns the totals of amounts in requests approved in the period and still valid, by field of the format. */
export function getAmountTotals(app: CoreApp, bounds: ReportBounds): ReportAmountTotal[] {
  const found = queryRows(
    app,
    `SELECT key, count(*) AS count, ${sumColumns} FROM request_amounts
     WHERE format = {:format} AND key IN (SELECT key FROM amount_keys WHERE format = {:format}) AND decidedAt >= {:first} AND decidedAt < {:next}
     GROUP BY key`,
    bounds,
    { key: '', count: 0, millions: 0, units: 0, millionths: 0 },
  )
  const fields = findFields(app, bounds.format)
  return fields.flatMap((field) => {
    const of = found.find(({ key }) => key === field.key)
    if (!of) return []
    const units = (BigInt(of.millions) * 1_000_000n + BigInt(of.units)) * 1_000_000n + BigInt(of.millionths)
    const { key, label, currency = '' } = field
    const isMoney = field.type === 'money' || currency !== ''
    const sum = { units, scale: 6 }
    const text = isMoney ? toDecimalString(roundDecimal(sum, getCurrencyDecimals(currency))) : toShortDecimalString(sum)
    return [{ key, label, currency, count: of.count, sum: text }]
  })
}

/** Returns each field of a format once, from the newest version that contains it. */
function findFields(app: CoreApp, format: string): Field[] {
  const versions = queryRows(
    app,
    'SELECT fields FROM format_versions WHERE format = {:format} ORDER BY version DESC',
    { format },
    { fields: '' },
  )
  const all = versions.flatMap(({ fields }) => parseStoredJson<Field[]>(fields, []))
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index)
}
