import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDayOfYear,
  formatRelativeDateTime,
  formatTimeAgo,
} from '../../src/lib/date-format.ts'

/** Returns a moment of the local time zone as PocketBase stores it. */
const stored = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  new Date(year, month, day, hour, minute, second).toISOString().replace('T', ' ')

test('a date has the short name of its month', () => {
  const dates = Array.from({ length: 12 }, (_, month) => formatDate(stored(2026, month, 3, 16)))
  expect(dates.join('; ')).toBe(
    '3 de ene de 2026; 3 de feb de 2026; 3 de mar de 2026; 3 de abr de 2026; 3 de may de 2026; 3 de jun de 2026; 3 de jul de 2026; 3 de ago de 2026; 3 de sept de 2026; 3 de oct de 2026; 3 de nov de 2026; 3 de dic de 2026',
  )
  expect(formatDate('')).toBe('')
})

test('a date of this year has no year', () => {
  const now = new Date(2026, 10, 20)
  expect(formatDayOfYear(stored(2026, 2, 3), now)).toBe('3 de mar')
  expect(formatDayOfYear(stored(2025, 2, 3), now)).toBe('3 de mar de 2025')
  expect(formatDayOfYear('', now)).toBe('')
})

test.each([
  [stored(2026, 2, 3, 16, 5), '3/03/2026, 4:05\u00a0p.\u00a0m.'],
  [stored(2026, 11, 31, 0, 0), '31/12/2026, 12:00\u00a0a.\u00a0m.'],
  [stored(2026, 0, 1, 12, 59), '1/01/2026, 12:59\u00a0p.\u00a0m.'],
  ['', ''],
])('%s is %s', (timestamp, text) => {
  expect(formatDateTime(timestamp)).toBe(text)
})

describe('seen on 20 November 2026 at 10:00', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 20, 10) }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    [stored(2026, 10, 20, 10, 0, 20), 'hace un momento'],
    [stored(2026, 10, 20, 9, 59, 40), 'hace un momento'],
    [stored(2026, 10, 20, 9, 59), 'hace 1 minuto'],
    [stored(2026, 10, 20, 9, 1), 'hace 59 minutos'],
    [stored(2026, 10, 20, 9), 'hace 1 hora'],
    [stored(2026, 10, 19, 11), 'hace 23 horas'],
    [stored(2026, 10, 19, 10), 'ayer'],
    [stored(2026, 10, 18, 10), 'anteayer'],
    [stored(2026, 10, 17, 10), 'hace 3 días'],
    [stored(2026, 10, 13, 10), 'hace 7 días'],
    [stored(2026, 10, 13, 9), '13 de nov de 2026'],
    ['', ''],
  ])('%s is %s', (timestamp, text) => {
    expect(formatTimeAgo(timestamp)).toBe(text)
  })

  it.each([
    [stored(2026, 10, 20, 15, 15), 'hoy, 3:15\u00a0p.\u00a0m.'],
    [stored(2026, 10, 19, 0, 5), 'ayer, 12:05\u00a0a.\u00a0m.'],
    [stored(2026, 10, 21, 23), 'mañana, 11:00\u00a0p.\u00a0m.'],
    [stored(2026, 10, 22, 8), '22/11/2026, 8:00\u00a0a.\u00a0m.'],
  ])('%s is %s', (timestamp, text) => {
    expect(formatRelativeDateTime(timestamp)).toBe(text)
  })
})
