import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays, getLocalDateTime, getLocalDay, getStartOfDay, getTimeZone } from '../../src/domain/time/local-time.ts'

const zones = {
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  EC: 'America/Guayaquil',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  'CL-MAG': 'America/Punta_Arenas',
  'CL-PAS': 'Pacific/Easter',
  'EC-GAL': 'Pacific/Galapagos',
  'MX-NOR': 'America/Tijuana',
  'MX-PAC': 'America/Hermosillo',
  'MX-SUR': 'America/Cancun',
}

test.each(Object.entries(zones))('returns the local day of %s for every hour of two years', (country, timeZone) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const wrong: number[] = []
  for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2028, 0, 1); instant += 3_600_000)
    if (getLocalDay(country, instant) !== day.format(instant)) wrong.push(instant)
  expect(wrong).toEqual([])
})

test('the database view returns the same day as the code, for every hour of two years', () => {
  const migration = readFileSync(
    join(import.meta.dirname, '../../pb_migrations/1795515500_create_decisions.ts'),
    'utf8',
  )
  const day = migration.match(/SELECT (date\('now', CASE zone[\s\S]*? END\)) AS day/)?.[1] ?? ''
  const query = `WITH RECURSIVE hours(at) AS (
      SELECT '2026-01-01 00:00:00' UNION ALL SELECT datetime(at, '+1 hour') FROM hours WHERE at < '2027-12-31 23:00:00')
    SELECT zone, at, ${day.replaceAll("'now'", 'at')} FROM (SELECT value AS zone FROM json_each('${JSON.stringify(Object.keys(zones))}')), hours`
  const rows = execFileSync('sqlite3', [':memory:', query], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  expect(rows).toHaveLength(Object.keys(zones).length * 730 * 24)
  const wrong = rows.filter((row) => {
    const [zone = '', at = '', found] = row.split('|')
    return found !== getLocalDay(zone, Date.parse(`${at.replace(' ', 'T')}Z`))
  })
  expect(wrong).toEqual([])
})

test.each([
  [{ country: 'MX', timeZone: 'MX-SUR' }, 'MX-SUR'],
  [{ country: 'MX', timeZone: '' }, 'MX'],
  [{ country: 'CL', timeZone: 'MX-SUR' }, 'CL'],
  [{ country: '', timeZone: '' }, 'CO'],
  [{}, 'CO'],
])('the time zone of %j is %s', (place, zone) => expect(getTimeZone(place)).toBe(zone))

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
