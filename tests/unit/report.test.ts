import { expect, test } from 'vitest'
import { splitPeriod } from '../../src/domain/reports/periods.ts'
import { getReportPeriod } from '../../src/reports/queries.ts'
import { parseReportSearchParams } from '../../src/reports/report-search.ts'
import { formatWaitingTime } from '../../src/reports/waiting-time.ts'

test.each([
  [{}, '2026-11-01', '2026-11-22'],
  [{ period: 'lastMonth' }, '2026-10-01', '2026-10-31'],
  [{ period: 'quarter' }, '2026-10-01', '2026-11-22'],
  [{ period: 'year' }, '2026-01-01', '2026-11-22'],
  [{ period: 'dates', from: '2026-03-05', to: '2026-02-01' }, '2026-02-01', '2026-03-05'],
  [{ period: 'dates', from: '2026-02-30' }, '2026-11-22', '2026-11-22'],
  [{ period: 'always', from: '2026-01-01' }, '2026-11-01', '2026-11-22'],
])('reads %j as the period %s to %s', (address, from, to) => {
  expect(getReportPeriod(parseReportSearchParams(address), '2026-11-22')).toEqual({ from, to })
})

test('splits a period into days, weeks from Monday, or months', () => {
  expect(splitPeriod({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    { from: '2026-02-27', to: '2026-02-27' },
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
  const weeks = splitPeriod({ from: '2026-10-01', to: '2026-12-31' })
  expect(weeks.slice(0, 2)).toEqual([
    { from: '2026-10-01', to: '2026-10-04' },
    { from: '2026-10-05', to: '2026-10-11' },
  ])
  expect(weeks.at(-1)).toEqual({ from: '2026-12-28', to: '2026-12-31' })
  const months = splitPeriod({ from: '2025-12-15', to: '2026-11-22' })
  expect(months[0]).toEqual({ from: '2025-12-15', to: '2025-12-31' })
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-22' })
})

test.each([
  [null, '—'],
  [20, 'menos de un minuto'],
  [1500, '25 min'],
  [3600, '1 h'],
  [11_100, '3 h 5 min'],
  [86_400, '1 día'],
  [187_200, '2 días 4 h'],
])('formats %s seconds as «%s»', (seconds, said) => {
  expect(formatWaitingTime(seconds)).toBe(said)
})
