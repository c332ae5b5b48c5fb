import { expect, test, vi } from 'vitest'
import { enableLocalStore } from '../../../src/lib/local-store.ts'
import { loadLocalDraft, removeLocalDraft, saveLocalDraft } from '../../../src/requests/local-draft.ts'
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
  saveLocalDraft(ana, { ...draft, typed: { cargo: 'De la segunda' } })
  removeLocalDraft(ana, 'd')
  expect(loadLocalDraft(ana, 'd')).toBeNull()
})
