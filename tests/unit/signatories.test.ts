import { expect, test } from 'vitest'
import { signingOn } from '../../src/domain/document/who-signs.ts'
import { formatVersion, publishedVersion } from '../../src/formats/queries.ts'
import { queryClient } from '../../src/lib/query-client.ts'
import { allSignatories, saveSignatory } from '../../src/settings/signatory-queries.ts'

test('a signatory that is saved makes the versions that name who signs be read again', async () => {
  const invalidates = saveSignatory.meta?.invalidates ?? []
  const kept = [
    allSignatories,
    formatVersion('aaaaaaaaaaaaaaa'),
    publishedVersion({ id: 'bbbbbbbbbbbbbbb', version: 2 }),
  ]
  for (const { queryKey } of kept) queryClient.setQueryData<unknown>(queryKey, {})
  queryClient.setQueryData(['formats', 'all'], [])
  await queryClient
    .getMutationCache()
    .build<unknown, Error, void, unknown>(queryClient, { meta: { invalidates }, mutationFn: async () => ({}) })
    .execute()
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect(kept.map(({ queryKey }) => isStale(queryKey))).toEqual([true, true, true])
  expect(isStale(['formats', 'all'])).toBe(false)
})

test('where somebody is named signs he himself, whoever replaces him, or nobody', () => {
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
    },
    ...more,
  })
  const all = [
    one('ana', {}),
    one('luz', { active: false, replacedBy: 'ana' }),
    one('eva', { to: '2026-11-21' }),
    one('sol', { from: '2026-11-22' }),
  ]
  expect(signingOn('2026-11-22', all).map(({ id, name }) => [id, name])).toEqual([
    ['ana', 'Nombre de ana'],
    ['luz', 'Nombre de ana'],
    ['sol', 'Nombre de sol'],
  ])
})
