import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearLocalData,
  deleteExpiredLocalData,
  enableLocalStore,
  listLocalEntries,
  listLocalFiles,
  readLocalEntry,
  readLocalFile,
  removeLocalEntry,
  saveLocalEntry,
  saveLocalFile,
} from '../../src/lib/local-store.ts'
import { aStorage } from '../support/jar.ts'

const [ana, beto] = ['ana000000000001', 'beto00000000001']
const days = (count: number) => vi.advanceTimersByTime(count * 24 * 60 * 60 * 1000)
const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', aStorage())
  enableLocalStore(ana)
})
afterEach(() => void vi.useRealTimers())

test('returns entries only to the user who saved them', () => {
  expect(saveLocalEntry('kept', ana, 'comment:x', 'Falta la firma')).toBe(true)
  expect(readLocalEntry('kept', ana, 'comment:x')).toBe('Falta la firma')
  expect(readLocalEntry('kept', beto, 'comment:x')).toBeNull()
  expect(listLocalEntries('kept', ana)).toEqual(['comment:x'])
  expect(listLocalEntries('kept', beto)).toEqual([])
  removeLocalEntry('kept', ana, 'comment:x')
  expect(readLocalEntry('kept', ana, 'comment:x')).toBeNull()
})

test('expires entries after thirty days and deletes them for any user', () => {
  saveLocalEntry('draft', ana, 'old', { cargo: 'Jefa' })
  days(2)
  saveLocalEntry('draft', ana, 'new', { cargo: 'Jefe' })
  days(29)
  expect(readLocalEntry('draft', ana, 'old')).toBeNull()
  enableLocalStore(beto)
  void deleteExpiredLocalData()
  expect(keys()).toEqual([`draft:${ana}:new`])
  days(2)
  void deleteExpiredLocalData()
  expect(keys()).toEqual([])
})

test("sign-out deletes the user's entries and rejects later saves", () => {
  for (const kind of ['draft', 'kept', 'batch-columns'] as const) saveLocalEntry(kind, ana, 'x', 'de Ana')
  enableLocalStore(beto)
  saveLocalEntry('kept', beto, 'x', 'de Beto')
  localStorage.setItem('theme', 'dark')
  enableLocalStore(ana)
  void clearLocalData(ana)
  expect(saveLocalEntry('kept', ana, 'y', 'tarde')).toBe(false)
  expect(keys()).toEqual([`kept:${beto}:x`, 'theme'])
})

test('deletes entries that it cannot read, and expired ones', () => {
  enableLocalStore(ana)
  saveLocalEntry('kept', ana, 'x', 'a')
  localStorage.setItem(`kept:${ana}:broken`, '{')
  localStorage.setItem(`kept:${ana}:other`, '"texto"')
  expect(readLocalEntry('kept', ana, 'other')).toBeNull()
  void deleteExpiredLocalData()
  expect(keys()).toEqual([`kept:${ana}:x`])
  days(31)
  void deleteExpiredLocalData()
  expect(keys()).toEqual([])
})

test('handles a browser without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  expect(saveLocalEntry('kept', ana, 'x', 'a')).toBe(false)
  expect(readLocalEntry('kept', ana, 'x')).toBeNull()
  expect(listLocalEntries('kept', ana)).toEqual([])
  removeLocalEntry('kept', ana, 'x')
  await Promise.all([clearLocalData(ana), deleteExpiredLocalData()])
})

test('deletes files one week after sending, otherwise after thirty days, per owner', async () => {
  const [hour, file] = [60 * 60 * 1000, new File(['a;b'], 'a.csv')]
  const base = { file, fileName: 'a.csv', at: Date.now() }
  expect(await saveLocalFile({ id: 'x', owner: beto, sent: false, ...base })).toBe(false)
  // Without IndexedDB, files are in memory until the page is closed.
  await saveLocalFile({ id: 'sent', owner: ana, sent: true, ...base })
  await saveLocalFile({ id: 'open', owner: ana, sent: false, ...base })
  expect(await readLocalFile('open', beto)).toBeNull()
  expect(await listLocalFiles(beto)).toEqual([])
  const left = async () => (await listLocalFiles(ana)).map(({ id }) => id)
  days(7)
  await deleteExpiredLocalData()
  expect(await left()).toEqual(['sent', 'open'])
  vi.advanceTimersByTime(hour)
  await deleteExpiredLocalData()
  expect(await left()).toEqual(['open'])
  days(23)
  await deleteExpiredLocalData()
  expect(await left()).toEqual([])
  await saveLocalFile({ id: 'last', owner: ana, sent: false, ...base })
  await clearLocalData(ana)
  expect(await left()).toEqual([])
  expect(await saveLocalFile({ id: 'late', owner: ana, sent: false, ...base })).toBe(false)
})
