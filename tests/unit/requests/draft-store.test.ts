import { beforeEach, expect, test, vi } from 'vitest'
import type { Values } from '../../../src/domain/fields/field.ts'
import { deleteDraftIfUnchanged, isFrozenError, saveDraft } from '../../../src/requests/draft-store.ts'
import { startSession } from '../../../src/session/session.ts'
import { aStorage, documentWithCookies } from '../../support/jar.ts'

const owner = 'u00000000000001'
const place = { owner, id: 'd00000000000001', format: 'f00000000000001', base: 'v1' }

interface StoredDraft {
  values: Values
  updated: string
  status: string
}

/** Draft on the server; `null` if it was deleted. */
let stored: StoredDraft | null
/** Changes by other pages; one is made before each update or deletion of this page. */
let changes: (() => void)[]
let kept: Values[]

const storedElsewhere = (values: Values) => () => {
  stored = { values, updated: `v${Number(stored?.updated.slice(1) ?? 0) + 1}`, status: 'draft' }
}
const submittedElsewhere = () => {
  if (stored) stored.status = 'submitted'
}

const answerError = (status: number, code?: string) =>
  Response.json({ status, message: '', data: code ? { code: { code } } : {} }, { status })

/** Answers like the collection `requests`, whose update rule hides submitted requests. */
function answer(path: string, method: string, body: string): Response {
  if (method === 'PATCH' || method === 'DELETE') changes.shift()?.()
  if (method === 'POST') storedElsewhere(JSON.parse(body).values)()
  if (!stored) return answerError(404)
  if (method === 'GET' || method === 'POST') return Response.json(stored)
  if (stored.status !== 'draft') return answerError(404)
  const seen = new URL(path, 'http://ejemplo.test').searchParams.get('updated')
  if (seen && seen !== stored.updated) return answerError(409, 'request.changed')
  if (method === 'PATCH') storedElsewhere(JSON.parse(body).values)()
  else stored = null
  return Response.json(stored)
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' } = {}) => answer(path, method, body))
  vi.stubGlobal('document', Object.assign(documentWithCookies(), { visibilityState: 'visible' }))
  vi.stubGlobal('localStorage', aStorage())
  startSession({ id: owner } as never, 'token')
  stored = { values: { cargo: 'Jefe' }, updated: 'v1', status: 'draft' }
  changes = []
  kept = []
})

const save = (values: Values, base = 'v1') =>
  saveDraft({ ...place, base }, values, [values], (other) => kept.push(other))

test('saves a draft that no other page changed', async () => {
  expect(await save({ cargo: 'Jefa' })).toMatchObject({ updated: 'v2' })
  expect([stored?.values, kept]).toEqual([{ cargo: 'Jefa' }, []])
})

test('keeps every text that other pages save before and during the replacement', async () => {
  changes = [storedElsewhere({ cargo: 'Primero' }), storedElsewhere({ cargo: 'Segundo' })]
  await save({ cargo: 'Jefa' })
  expect([stored?.values, kept]).toEqual([{ cargo: 'Jefa' }, [{ cargo: 'Primero' }, { cargo: 'Segundo' }]])
})

test('stops replacing after four attempts, and no text is lost', async () => {
  changes = ['a', 'b', 'c', 'd', 'e'].map((cargo) => storedElsewhere({ cargo }))
  await expect(save({ cargo: 'Jefa' })).rejects.toMatchObject({ status: 409 })
  expect([stored?.values, kept]).toEqual([{ cargo: 'd' }, [{ cargo: 'a' }, { cargo: 'b' }, { cargo: 'c' }]])
})

test('reports a request that was submitted during the replacement', async () => {
  changes = [storedElsewhere({ cargo: 'Otro' }), submittedElsewhere]
  expect(isFrozenError(await save({ cargo: 'Jefa' }).catch((error) => error))).toBe(true)
  expect(stored?.values).toEqual({ cargo: 'Otro' })
})

test('creates a draft that another page deleted', async () => {
  stored = null
  await save({ cargo: 'Jefa' })
  expect([stored, kept]).toMatchObject([{ values: { cargo: 'Jefa' } }, []])
})

test('deletes a draft unless another page changed it before or during the deletion', async () => {
  changes = [storedElsewhere({ cargo: 'Otro' })]
  await deleteDraftIfUnchanged(place, [])
  expect(stored?.values).toEqual({ cargo: 'Otro' })
  await deleteDraftIfUnchanged(place, [])
  expect(stored?.values).toEqual({ cargo: 'Otro' })
  await deleteDraftIfUnchanged({ ...place, base: 'v2' }, [])
  expect(stored).toBeNull()
})
