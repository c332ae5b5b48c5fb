import { describe, expect, it } from 'vitest'
import { addWorkingDays, getHolidays } from '../../src/domain/time/working-days.ts'

const of = (country: string, year: number) => [...getHolidays(country, year)].sort().map((day) => day.slice(5))

describe('holidays of Colombia', () => {
  // Holidays of printed calendars.
  it('match the calendar of 2026', () => {
    expect(of('CO', 2026)).toEqual([
      ...['01-01', '01-12', '03-23', '04-02', '04-03', '05-01', '05-18', '06-08', '06-15', '06-29'],
      ...['07-20', '08-07', '08-17', '10-12', '11-02', '11-16', '12-08', '12-25'],
    ])
  })
  it('match the calendar of 2027', () => {
    expect(of('CO', 2027)).toEqual([
      ...['01-01', '01-11', '03-22', '03-25', '03-26', '05-01', '05-10', '05-31', '06-07', '07-05'],
      ...['07-20', '08-07', '08-16', '10-18', '11-01', '11-15', '12-08', '12-25'],
    ])
  })
})

describe('holidays of neighbouring countries', () => {
  it.each([
    ['MX', '01-01 02-02 03-16 05-01 09-16 11-16 12-25'],
    ['CL', '01-01 04-03 04-04 05-01 05-21 07-16 08-15 09-18 09-19 11-01 12-08 12-25'],
    ['AR', '01-01 02-16 02-17 03-24 04-02 04-03 05-01 05-25 06-20 07-09 12-08 12-25'],
    ['EC', '01-01 02-16 02-17 04-03 05-01 05-24 08-10 10-09 11-02 11-03 12-25'],
    ['PE', '01-01 04-02 04-03 05-01 06-07 06-29 07-23 07-28 07-29 08-06 08-30 10-08 11-01 12-08 12-09 12-25'],
  ])('match the rules for %s in 2026', (country, days) => expect(of(country, 2026)).toEqual(days.split(' ')))
})

describe('add working days', () => {
  it.each([
    // Friday; the next Monday is no holiday.
    ['2026-11-20', 1, 'CO', '2026-11-23'],
    ['2026-11-13', 1, 'CO', '2026-11-17'],
    ['2026-04-01', 1, 'CO', '2026-04-06'],
    ['2026-12-24', 3, 'CO', '2026-12-30'],
    // Over the end of the year, with 1 and 11 January.
    ['2026-12-30', 8, 'CO', '2027-01-13'],
    ['2026-11-21', 1, 'CO', '2026-11-23'],
    ['2026-11-13', 1, 'CL', '2026-11-16'],
    ['2026-11-13', 1, 'XX', '2026-11-16'],
  ])('adds to %s %d days in %s: %s', (day, count, country, due) =>
    expect(addWorkingDays(day, count, country)).toBe(due),
  )
})
