import type PocketBase from 'pocketbase'
import type { CollectionModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { batchStatuses, maxRows, rowStatuses } from '../../src/domain/batch.ts'
import { formatStatuses } from '../../src/domain/format.ts'
import { documentStatuses, requestStatuses } from '../../src/domain/request.ts'
import { countries } from '../../src/domain/settings.ts'
import { passwordMax, passwordMin, roles } from '../../src/domain/user.ts'
import { type Server, startServer } from '../support/container.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let operator: PocketBase
beforeAll(async () => {
  server = await startServer(inject('image'))
  operator = await aSuperuser(server)
})
afterAll(() => server.stop())

const collection = (name: string): Promise<CollectionModel> => operator.collections.getOne(name)
const field = async (name: string, key: string) => (await collection(name)).fields.find((each) => each.name === key)

describe('what is stored follows the domain', () => {
  it.each([
    ['users', 'role', roles],
    ['formats', 'status', formatStatuses],
    ['requests', 'status', requestStatuses],
    ['requests', 'documentStatus', documentStatuses],
    ['batches', 'status', batchStatuses],
    ['batch_rows', 'status', rowStatuses],
    ['settings', 'country', Object.keys(countries)],
  ] as const)('%s.%s has the same choices', async (name, key, choices) => {
    expect([...((await field(name, key))?.values ?? [])].toSorted()).toEqual([...choices].toSorted())
  })

  it('the lengths of a password and of a batch are the same', async () => {
    expect(await field('users', 'password')).toMatchObject({ min: passwordMin, max: passwordMax })
    expect(await field('batches', 'total')).toMatchObject({ max: maxRows })
  })

  it.each(['users', 'formats', 'format_versions', 'requests', 'batches', 'batch_rows', 'events', 'settings'])(
    'every rule of %s asks for an active person, or nobody passes',
    async (name) => {
      const { listRule, viewRule, createRule, updateRule, deleteRule } = await collection(name)
      const rules = [listRule, viewRule, updateRule, deleteRule, name === 'users' ? null : createRule]
      for (const rule of rules) if (rule !== null) expect(rule).toContain('@request.auth.isActive = true')
    },
  )
})
