import { expect, test } from 'vitest'
import { addDays, getLocalDateTime, getLocalDay, getStartOfDay } from '../../src/domain/time/local-time.ts'

const zones = {
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  EC: 'America/Guayaquil',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
}

test.each(Object.entries(zones))('returns the local day of %s for every hour of two years', (country, timeZone) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const wrong: number[] = []
  for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2028, 0, 1); instant += 3_600_000)
    if (getLocalDay(country, instant) !== day.format(instant)) wrong.push(instant)
  expect(wrong).toEqual([])
})

test.each(Object.keys(zones))('starts each day in %s where the previous day ends', (country) => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    const start = getStartOfDay(day, country)
    expect([day, getLocalDay(country, start), getLocalDay(country, start - 1)]).toEqual([day, day, addDays(day, -1)])
  }
})

test('formats an instant in the time zone of the country', () => {
  const instant = Date.parse('2026-11-21T02:30:59Z')
  expect(getLocalDateTime('CO', instant)).toBe('2026-11-20T21:30')
  expect(getLocalDateTime('AR', instant)).toBe('2026-11-20T23:30')
})

test('adds days across ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
