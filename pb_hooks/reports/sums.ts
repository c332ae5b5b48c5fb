import type { Field } from '../../src/domain/fields/field.ts'
import { decimalsOf } from '../../src/domain/money/currency.ts'
import { decimalText, rounded, shortDecimalText } from '../../src/domain/money/decimal.ts'
import type { ReportSum } from '../../src/domain/reports/report.ts'
import { readable } from '../lib/faults.ts'
import { rows } from '../lib/sql.ts'
import type { Bounds } from './bounds.ts'

/** Exactly: what goes through SQL are whole numbers, in parts that do not grow too large when a hundred thousand are added. */
const summed = `sum(whole / 1000000) AS millions, sum(whole % 1000000) AS units, sum(millionths) AS millionths`

/** The amounts of what was approved then and is still, by the fields of a format as its newest version names them. */
export function sumsOf(app: CoreApp, bounds: Bounds): ReportSum[] {
  const found = rows(
    app,
    `SELECT key, count(*) AS count, ${summed} FROM request_amounts
     WHERE format = {:format} AND key IN (SELECT key FROM amount_keys WHERE format = {:format}) AND decidedAt >= {:first} AND decidedAt < {:next}
     GROUP BY key`,
    bounds,
    { key: '', count: 0, millions: 0, units: 0, millionths: 0 },
  )
  const fields = fieldsOf(app, bounds.format)
  return fields.flatMap((field) => {
    const of = found.find(({ key }) => key === field.key)
    if (!of) return []
    const units = (BigInt(of.millions) * 1_000_000n + BigInt(of.units)) * 1_000_000n + BigInt(of.millionths)
    const { key, label, currency = '' } = field
    const isMoney = field.type === 'money' || currency !== ''
    const sum = { units, scale: 6 }
    const text = isMoney ? decimalText(rounded(sum, decimalsOf(currency))) : shortDecimalText(sum)
    return [{ key, label, currency, count: of.count, sum: text }]
  })
}

/** Each field once, as the newest version that has it says it. */
function fieldsOf(app: CoreApp, format: string): Field[] {
  const versions = rows(
    app,
    'SELECT fields FROM format_versions WHERE format = {:format} ORDER BY version DESC',
    { format },
    { fields: '' },
  )
  const all = versions.flatMap(({ fields }) => readable<Field[]>(fields, []))
  return all.filter(({ key }, place) => all.findIndex((other) => other.key === key) === place)
}
