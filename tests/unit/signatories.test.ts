import { expect, test } from 'vitest'
import { findOrganisationSignatory, listSignatoriesOnDay } from '../../src/domain/documents/signatory-resolution.ts'
import { formatCurrentSignatory } from '../../src/formats/editor/signatures-editor.tsx'
import { formatVersionQuery, publishedVersionQuery } from '../../src/formats/queries.ts'
import { queryClient } from '../../src/lib/query-client.ts'
import { saveSignatoryMutation, signatoryListQuery } from '../../src/settings/signatory-queries.ts'

test('invalidates versions with signatories when a signatory is saved', async () => {
  const invalidates = saveSignatoryMutation.meta?.invalidates ?? []
  const cachedQueries = [
    signatoryListQuery,
    formatVersionQuery('aaaaaaaaaaaaaaa'),
    publishedVersionQuery({ id: 'bbbbbbbbbbbbbbb', version: 2 }),
  ]
  for (const { queryKey } of cachedQueries) queryClient.setQueryData<unknown>(queryKey, {})
  queryClient.setQueryData(['formats', 'all'], [])
  await queryClient
    .getMutationCache()
    .build<unknown, Error, void, unknown>(queryClient, { meta: { invalidates }, mutationFn: async () => ({}) })
    .execute()
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect(cachedQueries.map(({ queryKey }) => isStale(queryKey))).toEqual([true, true, true])
  expect(isStale(['formats', 'all'])).toBe(false)
})

test('resolves a named signatory to that person, their substitute or nobody', () => {
  const one = (id: string, more: object) => ({
    ...{
      id,
      name: `Nombre de ${id}`,
      post: 'Cargo',
      idDocument: 'C. C. 1',
      active: true,
      from: '',
      to: '',
      replacedBy: '',
      user: '',
      formats: [],
    },
    ...more,
  })
  const all = [
    one('ana', {}),
    one('luz', { active: false, replacedBy: 'ana' }),
    one('eva', { to: '2026-11-21' }),
    one('sol', { from: '2026-11-22' }),
  ]
  expect(listSignatoriesOnDay('2026-11-22', 'una carta', all).map(({ id, name }) => [id, name])).toEqual([
    ['ana', 'Nombre de ana'],
    ['luz', 'Nombre de ana'],
    ['sol', 'Nombre de sol'],
  ])
})

test("prefers as organisation signatory the approver, then the format's signatory, then the only one", () => {
  const one = (id: string, more: object = {}) => ({
    ...{ id, active: true, from: '', to: '', replacedBy: '', user: '', formats: ['otro'] },
    ...more,
  })
  const all = [
    one('gone', { active: false, user: 'u0', formats: ['carta'] }),
    one('first'),
    one('second', { formats: ['carta'] }),
    one('third', { user: 'u3' }),
    one('ended', { to: '2026-11-21', user: 'u5' }),
  ]
  const signs = (format: string, approver?: string) =>
    findOrganisationSignatory({ day: '2026-11-22', format, ...(approver !== undefined && { approver }) }, all)?.id
  expect(signs('carta')).toBe('second')
  expect(signs('acta')).toBeUndefined()
  expect(signs('acta', '')).toBeUndefined()
  expect(signs('carta', 'u3')).toBe('third')
  for (const approver of ['u0', 'u5', 'nobody']) expect(signs('acta', approver)).toBeUndefined()
  expect(findOrganisationSignatory({ day: '2026-11-22', format: 'acta' }, all.slice(0, 2))?.id).toBe('first')
  expect(findOrganisationSignatory({ day: '2026-11-22', format: 'carta' }, [])).toBeUndefined()
})

test('describes the current organisation signatory to authors of formats', () => {
  const [ana, luz] = [
    { id: 'ana', name: 'Ana' },
    { id: 'luz', name: 'Luz' },
  ]
  expect(formatCurrentSignatory([ana, luz, { id: 'organisation', name: 'Luz' }])).toMatch(/si no, hoy firma Luz\.$/)
  expect(formatCurrentSignatory([ana, luz])).toMatch(/^Quien apruebe: hay varios firmantes/)
  expect(formatCurrentSignatory([])).toMatch(/^Quien apruebe: hoy no hay ningún firmante/)
})
