import type { CollectionModel } from 'pocketbase'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { batchStatuses, maxBatchRows, rowStatuses } from '../../src/domain/batches/batch.ts'
import { documentKinds, finalities } from '../../src/domain/documents/document-kind.ts'
import { formatStatuses } from '../../src/domain/formats/format-status.ts'
import { documentStatuses, requestStatuses } from '../../src/domain/requests/request.ts'
import { countries } from '../../src/domain/settings/country.ts'
import { maxPasswordLength, minPasswordLength } from '../../src/domain/users/password.ts'
import { roles } from '../../src/domain/users/role.ts'
import { profileSchema } from '../../src/domain/users/user.ts'
import { type Server, startServer } from '../support/container.ts'
import { anonymous } from '../support/people.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let collections: Map<string, CollectionModel>
beforeAll(async () => {
  server = await startServer(inject('image'), { APP_URL: 'https://formatos.test' })
  const superuser = await aSuperuser(server)
  collections = new Map((await superuser.collections.getFullList()).map((collection) => [collection.name, collection]))
})
afterAll(() => server.stop())

const field = (collection: string, name: string) => {
  const found = collections.get(collection)?.fields.find((one) => one.name === name)
  if (!found) throw new Error(`${collection} has no ${name}`)
  return found
}

it.each([
  ['users', 'role', roles],
  ['formats', 'status', formatStatuses],
  ['requests', 'status', requestStatuses],
  ['requests', 'documentStatus', documentStatuses],
  ['requests', 'finality', finalities],
  ['requests', 'documentKind', documentKinds],
  ['request_documents', 'kind', documentKinds],
  ['batches', 'status', batchStatuses],
  ['batch_rows', 'status', rowStatuses],
  ['settings', 'country', Object.keys(countries)],
] as const)('%s.%s has the choices of the domain', (collection, name, choices) => {
  expect(field(collection, name).values.toSorted()).toEqual([...choices].toSorted())
})

it('limits of the database match those of the forms', () => {
  expect(field('users', 'password')).toMatchObject({ min: minPasswordLength, max: maxPasswordLength })
  const { max } = field('users', 'name')
  const isTaken = (name: string) => profileSchema.safeParse({ name, phone: '' }).success
  expect([isTaken('x'.repeat(max)), isTaken('x'.repeat(max + 1))]).toEqual([true, false])
  expect(field('batches', 'total')).toMatchObject({ max: maxBatchRows })
})

it('limits the life of codes, sessions and file links', () => {
  const users = collections.get('users')
  expect(users?.otp).toMatchObject({ enabled: true, length: 6, duration: 600 })
  expect(users?.fileToken).toMatchObject({ duration: 120 })
  expect(users?.passwordAuth).toMatchObject({ enabled: true, identityFields: ['email'] })
  expect(users?.oauth2).toMatchObject({ enabled: false })
  expect(users?.authRule).toBe('isActive = true')
  expect(users?.manageRule).toBeNull()
  // Without this, PocketBase's own sign-in by code would replace the password of unverified users.
  expect(users?.mfa).toMatchObject({ enabled: true, rule: "secondFactor = true && @request.context != 'oauth2'" })
})

it('checks in every rule that the user is active', () => {
  for (const { name, system, listRule, viewRule, createRule, updateRule, deleteRule } of collections.values()) {
    if (system) continue
    for (const rule of [listRule, viewRule, updateRule, deleteRule, name === 'users' ? null : createRule])
      if (rule !== null) expect(rule, name).toContain('@request.auth.isActive = true')
  }
})

it('limits the files of a record call to 20 MB', () => {
  for (const { name, fields } of collections.values()) {
    const files = fields.filter(({ type }) => type === 'file')
    const bytes = files.reduce((sum, { maxSize, maxSelect }) => sum + maxSize * Math.max(1, maxSelect), 0)
    expect(bytes, name).toBeLessThanOrEqual(20_971_520)
  }
})

it('returns the version and the organisation, and the HSTS header', async () => {
  expect(await anonymous({ at: server.url }).send('/api/app/status', { method: 'GET' })).toEqual({
    setup: true,
    registration: 'open',
    providers: [],
    passwordSignIn: 'all',
    version: packageJson.version,
    organisation: expect.any(String),
    logo: expect.any(String),
  })
  const { headers } = await fetch(server.url)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})
