import { expect, test, vi } from 'vitest'
import { enableLocalStore } from '../../../src/lib/local-store.ts'
import { listLocalDrafts, loadLocalDraft, removeLocalDraft, saveLocalDraft } from '../../../src/requests/local-draft.ts'
import { aStorage } from '../../support/jar.ts'

const ana = 'ana000000000001'
const draft = { id: 'd', format: 'f', base: 'v1', at: 0 }

test('removes a saved text, but no other text that another tab stored', () => {
  vi.stubGlobal('localStorage', aStorage())
  enableLocalStore(ana)
  saveLocalDraft(ana, { ...draft, typed: { cargo: 'De la segunda' } })
  removeLocalDraft(ana, 'd', { cargo: 'De la primera' })
  expect(loadLocalDraft(ana, 'd')?.typed).toEqual({ cargo: 'De la segunda' })
  removeLocalDraft(ana, 'd', { cargo: 'De la segunda' })
  expect(loadLocalDraft(ana, 'd')).toBeNull()
})

test('holds a text that the full browser storage refuses in memory, until it is saved elsewhere', () => {
  const storage = aStorage()
  vi.stubGlobal('localStorage', storage)
  enableLocalStore(ana)
  saveLocalDraft(ana, { ...draft, typed: { cargo: 'Antes' } })
  const setItem = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  expect(saveLocalDraft(ana, { ...draft, typed: { cargo: 'Después' } })).toBe(false)
  expect(saveLocalDraft(ana, { ...draft, id: 'otro', typed: { cargo: 'Aparte' } })).toBe(false)
  expect(loadLocalDraft(ana, 'd')?.typed).toEqual({ cargo: 'Después' })
  expect(loadLocalDraft('luis00000000001', 'otro')).toBeNull()
  expect(listLocalDrafts(ana).map(({ id }) => id)).toEqual(['d', 'otro'])
  removeLocalDraft(ana, 'otro', { cargo: 'Aparte' })
  expect(loadLocalDraft(ana, 'otro')).toBeNull()
  setItem.mockRestore()
  expect(saveLocalDraft(ana, { ...draft, typed: { cargo: 'Al final' } })).toBe(true)
  expect(loadLocalDraft(ana, 'd')?.typed).toEqual({ cargo: 'Al final' })
})
