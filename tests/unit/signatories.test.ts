import { expect, test } from 'vitest'
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
