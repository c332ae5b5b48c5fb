import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { requestActionNames } from '../../../src/domain/requests/actions.ts'

const hooks = join(import.meta.dirname, '../../../pb_hooks')

test.each(['requests', 'lib'])('every folder of pb_hooks/%s has fewer than 25 files', (folder) => {
  const counts = new Map<string, number>()
  for (const name of readdirSync(join(hooks, folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts')) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(2)
  expect([...counts].filter(([, count]) => count >= 25)).toEqual([])
})

test('each action on requests has one file of at most 120 lines', () => {
  const lines = (name: string) => readFileSync(join(hooks, 'requests/actions', `${name}.ts`), 'utf8').split('\n')
  expect(requestActionNames.filter((action) => lines(action).length > 120)).toEqual([])
})
