import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allOwn, dropOwn, forgetOwn, keepFor, keepOwn, ownOf, sweepOwn } from '../../src/lib/own.ts'
import { aStorage } from '../support/jar.ts'

const [ana, beto] = ['ana000000000001', 'beto00000000001']
const days = (count: number) => vi.advanceTimersByTime(count * 24 * 60 * 60 * 1000)
const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', aStorage())
  keepFor(ana)
})
afterEach(() => void vi.useRealTimers())

test('what one person typed is read by that person alone', () => {
  expect(keepOwn('kept', ana, 'comment:x', 'Falta la firma')).toBe(true)
  expect(ownOf('kept', ana, 'comment:x')).toBe('Falta la firma')
  expect(ownOf('kept', beto, 'comment:x')).toBeNull()
  expect(allOwn('kept', ana)).toEqual(['comment:x'])
  expect(allOwn('kept', beto)).toEqual([])
  dropOwn('kept', ana, 'comment:x')
  expect(ownOf('kept', ana, 'comment:x')).toBeNull()
})

test('thirty days later it is not shown any more, and the sweep takes it away whoever comes', () => {
  keepOwn('draft', ana, 'old', { cargo: 'Jefa' })
  days(2)
  keepOwn('draft', ana, 'new', { cargo: 'Jefe' })
  days(29)
  expect(ownOf('draft', ana, 'old')).toBeNull()
  keepFor(beto)
  sweepOwn()
  expect(keys()).toEqual([`draft:${ana}:new`])
  days(2)
  sweepOwn()
  expect(keys()).toEqual([])
})

test('whoever signs out leaves nothing, and a page that is still closing adds nothing; others keep theirs', () => {
  for (const kind of ['draft', 'kept', 'batch-columns'] as const) keepOwn(kind, ana, 'x', 'de Ana')
  keepFor(beto)
  keepOwn('kept', beto, 'x', 'de Beto')
  localStorage.setItem('theme', 'dark')
  keepFor(ana)
  forgetOwn(ana)
  expect(keepOwn('kept', ana, 'y', 'tarde')).toBe(false)
  expect(keys()).toEqual([`kept:${beto}:x`, 'theme'])
})

test('what an earlier version kept without its time is not lost, and counts from the first sweep on', () => {
  localStorage.setItem(`kept:${ana}:comment:x`, JSON.stringify('Falta la firma'))
  localStorage.setItem(`draft:${ana}:y`, JSON.stringify({ id: 'y', typed: {}, base: '', at: 1 }))
  localStorage.setItem(`kept:${ana}:broken`, '{')
  expect(ownOf('kept', ana, 'comment:x')).toBe('Falta la firma')
  sweepOwn()
  expect(ownOf('draft', ana, 'y')).toMatchObject({ id: 'y' })
  expect(keys()).not.toContain(`kept:${ana}:broken`)
  days(31)
  sweepOwn()
  expect(keys()).toEqual([])
})

test('a browser that keeps nothing is no error', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(keepOwn('kept', ana, 'x', 'a')).toBe(false)
  expect(ownOf('kept', ana, 'x')).toBeNull()
  expect(allOwn('kept', ana)).toEqual([])
  for (const harmless of [() => forgetOwn(ana), sweepOwn, () => dropOwn('kept', ana, 'x')]) harmless()
})
