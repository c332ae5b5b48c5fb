import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import { type KeyScope, keyScopes } from '../../src/domain/keys/key-scope.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import type { RequestRoute } from '../../src/domain/requests/request-route.ts'
import { routeGuards } from '../support/access.ts'
import { aBatch, cartaLaboral, formatOf } from '../support/batch.ts'
import { aProgram, confirmKey, keysOf, newKey, programWith, revoke } from '../support/keys.ts'
import { mailsTo } from '../support/mailbox.ts'
import {
  anAddress,
  anAdmin,
  anInactiveUser,
  anonymous,
  aUser,
  type Person,
  promote,
  setActive,
} from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, read, requests, settled, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const [admin, ana, luis] = await Promise.all([anAdmin(), aUser({ name: 'Ana Peña' }), aUser({ name: 'Luis Gil' })])

const historyOf = (pb: PocketBase, id: string) => pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
const works = (pb: PocketBase) => pb.send('/api/app/requests', { method: 'GET' })

describe('create key', () => {
  it('validates account, name, scopes and expiry', async () => {
    const [other, asleep] = await Promise.all([anAdmin(), anInactiveUser()])
    const name = randomUUID()
    await newKey(admin, { name })
    await newKey(admin, { account: ana.email.toUpperCase() })
    const refused = (change: Parameters<typeof newKey>[1]) => refusalOf(newKey(admin, change))
    expect((await refused({ account: other.email })).fields).toEqual({ account: 'choice' })
    expect((await refused({ account: asleep.email })).fields).toEqual({ account: 'choice' })
    expect((await refused({ account: 'nadie@ejemplo.test' })).fields).toEqual({ account: 'choice' })
    expect((await refused({ name: name.toUpperCase() })).fields).toEqual({ name: 'duplicate' })
    expect((await refused({ name: ' ' })).fields).toEqual({ name: 'required' })
    expect((await refused({ scopes: [] })).fields).toEqual({ scopes: 'required' })
    expect((await refused({ scopes: ['todo' as KeyScope] })).status).toBe(400)
    expect((await refused({ expires: '2020-01-01' })).fields).toEqual({ expires: 'min' })
    expect((await refused({ expires: '2099-02-30' })).fields).toEqual({ expires: 'date' })
    expect((await refused({ account: ana.email, scopes: ['read', 'decide'] })).fields).toEqual({ scopes: 'key.decide' })
    for (const account of [luis.email, 'nadie@ejemplo.test'])
      expect((await refusalOf(newKey(ana, { account }))).code).toBe('user.forbidden')
    expect((await refusalOf(newKey({ ...ana, pb: anonymous() }))).status).toBe(401)
  })

  it('returns the secret once, and records creation and revocation in the history', async () => {
    const { id, secret, name } = await aProgram(admin, ana, ['read', 'batch'])
    expect(secret).toMatch(/^fp_[A-Za-z0-9]{43}$/)
    const listed = (await keysOf(admin)).find((key) => key.id === id)
    expect(listed).toMatchObject({
      name,
      hint: secret.slice(0, 7),
      scopes: ['read', 'batch'],
      userName: 'Ana Peña',
      createdByName: admin.name,
      isExpired: false,
      lastUsed: '',
    })
    expect(JSON.stringify(await keysOf(admin))).not.toContain(secret.slice(8))
    await revoke(admin, { id })
    await revoke(admin, { id })
    const keyEvents = await admin.pb.collection('events').getFullList({ filter: `subjectId = "${id}"`, sort: '@rowid' })
    expect(keyEvents.map(({ subject, action, actor }) => [subject, action, actor])).toEqual([
      ['keys', 'create', admin.id],
      ['keys', 'confirm', ana.id],
      ['keys', 'revoke', admin.id],
    ])
    expect(JSON.stringify(keyEvents)).not.toContain(secret.slice(8))
    expect((await keysOf(admin)).find((key) => key.id === id)).toMatchObject({ isExpired: true })
    expect((await refusalOf(revoke(admin, { id: 'x'.repeat(15) }))).status).toBe(404)
  })
})

describe('key for another account', () => {
  it('is inactive until the owner of the account confirms it', async () => {
    const key = await newKey(admin, { account: ana.email })
    expect(key.isPending).toBe(true)
    const pb = programWith(key.secret)
    expect(await refusalOf(works(pb))).toMatchObject({ status: 401, code: 'key.invalid' })
    for (const other of [admin, luis]) expect((await refusalOf(confirmKey(other, key))).status).toBe(404)
    expect((await keysOf(luis)).some(({ id }) => id === key.id)).toBe(false)
    expect((await keysOf(ana)).find(({ id }) => id === key.id)).toMatchObject({ confirmed: '', userName: 'Ana Peña' })
    await confirmKey(ana, key)
    await works(pb)
    expect((await refusalOf(revoke(luis, key))).status).toBe(404)
    await revoke(ana, key)
    expect((await refusalOf(works(pb))).code).toBe('key.invalid')
    expect((await refusalOf(confirmKey(ana, key))).status).toBe(404)
  })

  it('notifies the owner in the application and by mail', async () => {
    const person = await aUser({ name: 'Inés Ruiz' })
    const name = `Nómina ${randomUUID()}`
    await newKey(admin, { name, account: person.email })
    const { items } = await person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
    expect(items.map(({ kind, details }) => [kind, details])).toEqual([
      ['key', { number: name, by: admin.name, pending: true }],
    ])
    await (await signInSuperuser(testServer().url)).crons.run('minute')
    await expect
      .poll(() => mailsTo(person.email).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining(name))
  })

  it('names the key of a decision on the route, in the history and in the document', async () => {
    const format = await aPublishedFormat(admin, { route: [{ key: 'jefe', name: 'Jefe', people: [luis.id] }] })
    const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Ana' } })
    await take(ana, 'submit', { ids: [id] })
    const program = await aProgram(admin, luis, ['decide'])
    await take(program, 'approve', { ids: [id] })
    const { steps } = await ana.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
    expect(steps[0]?.decisions).toMatchObject([{ action: 'approve', personName: 'Luis Gil', keyName: program.name }])
    const approved = (await historyOf(ana.pb, id)).find(({ action }) => action === 'approve')
    expect(approved?.details?.key).toBe(program.name)
    const request = await settled(ana, id)
    const token = await ana.pb.files.getToken()
    const file = await fetch(ana.pb.files.getURL(request, request.document, { token }))
    const text = read(await file.arrayBuffer()).replace(/\s+/g, ' ')
    expect(text).toContain(`Aprobó Luis Gil por medio de la clave «${program.name}»`)
  })
})

describe('call with a key', () => {
  it('creates, submits and downloads as the account, and the history names the key', async () => {
    const program = await aProgram(admin, ana, ['read', 'request'])
    const before = Date.now()
    const draft = await requests(program).create({ format: await formatOf(program.pb, 'CL'), values: cartaLaboral() })
    expect(draft).toMatchObject({ owner: ana.id, status: 'draft' })
    expect(await take(program, 'submit', { ids: [draft.id] })).toMatchObject({ changed: [draft.id] })
    expect((await refusalOf(take(program, 'approve', { ids: [draft.id] }))).code).toBe('key.scope')
    const lines = await historyOf(ana.pb, draft.id)
    expect(lines.map(({ action, actor, details }) => [action, actor, details?.key])).toEqual([
      ['create', ana.id, program.name],
      ['submit', ana.id, program.name],
    ])
    await take(admin, 'approve', { ids: [draft.id] })
    const request = await settled(program, draft.id)
    const file = await fetch(program.pb.files.getURL(request, request.document), {
      headers: { Authorization: `Bearer ${program.secret}` },
    })
    expect(file.status).toBe(200)
    expect(read(await file.arrayBuffer())).toContain(request.documentNumber)
    expect((await historyOf(ana.pb, draft.id)).at(-1)?.details?.key).toBeUndefined()
    const { lastUsed } = (await keysOf(admin)).find(({ id }) => id === program.id) ?? { lastUsed: '' }
    expect(Date.parse(lastUsed)).toBeGreaterThanOrEqual(before - 1_000)
  })

  it('cannot read or change more than the account can', async () => {
    const program = await aProgram(admin, luis, ['read', 'request', 'batch', 'decide'])
    const [draft, sent, batch] = await Promise.all([aDraft(ana), aRequest(ana, admin, 'approved'), aBatch(ana.pb)])
    const { document } = await settled(ana, sent.id)
    const status = async (call: Promise<unknown>) => (await refusalOf(call)).status
    expect(await status(requests(program).getOne(draft.id))).toBe(404)
    expect(await status(requests(program).update(draft.id, { values: {} }))).toBe(404)
    expect(await status(historyOf(program.pb, sent.id))).toBe(404)
    expect(await status(program.pb.send(`/api/app/batches/${batch.id}/cancel`, { method: 'POST' }))).toBe(404)
    expect((await take(program, 'approve', { ids: [draft.id] })).skipped[0]?.code).toBe('request.notFound')
    const token = await ana.pb.files.getToken()
    const file = program.pb.files.getURL(sent, document, { token })
    expect((await fetch(file, { headers: { Authorization: program.secret } })).status).toBe(404)
  })

  it('records no key in the history if none was used, despite headers', async () => {
    const { pb } = ana
    const draft = await pb
      .collection('requests')
      .create({ format: await formatOf(pb, 'CL'), values: {} }, { headers: { formatosKey: 'otra', 'X-Key': 'otra' } })
    expect((await historyOf(pb, draft.id))[0]?.details?.key).toBeUndefined()
  })

  it('of an administrator needs the scope decide for another user’s batch', async () => {
    const [sends, decides] = await Promise.all([
      aProgram(admin, admin, ['batch']),
      aProgram(admin, admin, ['batch', 'decide']),
    ])
    const [others, own] = await Promise.all([aBatch(ana.pb), aBatch(admin.pb)])
    const step = ({ pb }: typeof sends, { id }: { id: string }, name: string) =>
      pb.send(`/api/app/batches/${id}/${name}`, { method: 'POST' })
    for (const name of ['confirm', 'cancel'])
      expect((await refusalOf(step(sends, others, name))).code).toBe('key.scope')
    expect((await refusalOf(step(sends, own, 'confirm'))).code).toBe('batch.transition')
    await expect(step(sends, own, 'cancel')).resolves.toBeDefined()
    expect((await refusalOf(step(decides, others, 'confirm'))).code).toBe('batch.forbidden')
    await expect(step(decides, others, 'cancel')).resolves.toBeDefined()
  })

  it('of an approver needs the scope decide to comment on another user’s request', async () => {
    const route = [
      { key: 'jefe', name: 'Jefe', people: [luis.id] },
      { key: 'pago', name: 'Pago', people: [admin.id] },
    ]
    const format = await aPublishedFormat(admin, { route })
    const sentBy = async (owner: Person) => {
      const { id } = await requests(owner).create({ format: format.id, values: { nombre: 'Ana' } })
      await take(owner, 'submit', { ids: [id] })
      return id
    }
    const [others, own] = await Promise.all([sentBy(ana), sentBy(luis)])
    const unseen = await aRequest(ana, admin, 'submitted')
    const [writes, decides] = await Promise.all([
      aProgram(admin, luis, ['request']),
      aProgram(admin, luis, ['request', 'decide']),
    ])
    const comment = ({ pb }: typeof writes, id: string) =>
      pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Recibido.' } })
    expect((await refusalOf(comment(writes, others))).code).toBe('key.scope')
    // Keys reveal no other users' requests.
    for (const id of [unseen.id, 'x'.repeat(15)])
      expect((await refusalOf(comment(writes, id))).code).toBe('request.notFound')
    await comment(writes, own)
    await comment(decides, others)
    // At the next stage, the user can only read it, with any key.
    await take(luis, 'approve', { ids: [others] })
    for (const program of [writes, decides])
      expect((await refusalOf(comment(program, others))).code).toBe('request.forbidden')
    expect((await historyOf(ana.pb, others)).filter(({ action }) => action === 'comment')).toHaveLength(1)
  })
})

describe('scopes of a key', () => {
  const programs = {} as Record<KeyScope, PocketBase>
  beforeAll(async () => {
    for (const scope of keyScopes) programs[scope] = (await aProgram(admin, ana, [scope])).pb
  })

  it.each(routeGuards)('$call: $scopes', async ({ call, scopes }) => {
    const [method = '', path = ''] = call.split(' ')
    const address = path.replace('{id}', 'x'.repeat(15)).replace('{file}', 'a.pdf').replace('{code}', 'ABCD')
    const opened: string[] = []
    for (const scope of keyScopes) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: { ids: [] } }
      const answer = await programs[scope].send(address, { method, ...body }).catch((error: unknown) => error)
      const code = answer instanceof ClientResponseError && answer.response?.data?.code?.code
      if (code !== 'key.scope') opened.push(scope)
    }
    expect(opened).toEqual(scopes)
  })

  it.each([
    '/api/app/requests/../keys',
    '/api/app/requests/%2e%2e/keys',
    '/api/app//keys',
    '/api/app/keys/',
    '/key/api/app/keys',
    '/../api/app/keys',
    '/app/settings/keys',
    '/_/',
    '/api/collections/USERS/records',
  ])('%s answers no call', async (path) => {
    const { secret } = await aProgram(admin, admin, ['read', 'request', 'batch', 'decide'])
    const answer = await fetch(`${testServer().url}/key${path}`, {
      headers: { Authorization: `Bearer ${secret}` },
      redirect: 'manual',
    })
    expect([301, 307, 308, 401, 403, 404]).toContain(answer.status)
  })

  it.each([
    { filter: 'owner.email ~ "a"' },
    { filter: 'status = "draft" && (owner.name~"a")' },
    { filter: "reviewer.phone:length > 3 // '" },
    { filter: 'id != "" //', sort: 'owner.email' },
    { sort: '-owner.email' },
    { expand: 'owner' },
    { expand: 'format,reviewer' },
    { expand: 'batch.owner' },
    { filter: '@request.auth.role = "_admin"' },
  ])('rejects queries about users: %j', async (query) => {
    const { pb } = await aProgram(admin, admin, ['read'])
    const refusal = await refusalOf(pb.send('/api/collections/requests/records', { method: 'GET', query }))
    expect(refusal).toMatchObject({ status: 403, code: 'key.query' })
  })

  it('accepts other queries, also with a field name inside a text', async () => {
    const { pb } = await aProgram(admin, ana, ['read'])
    const query = {
      filter: 'status != "draft" && summary != "a. owner.email"',
      expand: 'format',
      sort: '-created',
    }
    expect(await pb.send('/api/collections/requests/records', { method: 'GET', query })).toHaveProperty('items')
  })
})

describe('validity of a key', () => {
  it('ends within a second after revocation', async () => {
    const { pb, id } = await aProgram(admin, ana, ['read'])
    await works(pb)
    await revoke(admin, { id })
    expect(await refusalOf(works(pb))).toMatchObject({ status: 401, code: 'key.invalid' })
  })

  it('is suspended while its account is inactive', async () => {
    const person = await aUser()
    const { pb } = await aProgram(admin, person, ['read'])
    await works(pb)
    await setActive(person, false)
    expect(await refusalOf(works(pb))).toMatchObject({ status: 401, code: 'key.invalid' })
    await setActive(person, true)
    await works(pb)
  })

  it('ends when its account becomes administrator, unless the administrator made the key', async () => {
    const person = await aUser()
    const { pb } = await aProgram(admin, person, ['read'])
    await works(pb)
    await promote(person)
    expect(await refusalOf(works(pb))).toMatchObject({ status: 401, code: 'key.invalid' })
    await works((await aProgram(person, person, ['read'])).pb)
  })

  it('waits for confirmation after its account, which made it, becomes administrator', async () => {
    const person = await aUser()
    const own = await aProgram(person, person, ['read', 'decide'])
    const revoked = await aProgram(person, person, ['read'])
    await revoke(person, revoked)
    const forOther = await aProgram(admin, person, ['read'])
    await promote(person)
    for (const { pb } of [own, forOther])
      expect(await refusalOf(works(pb))).toMatchObject({ status: 401, code: 'key.invalid' })
    const { items } = await person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
    expect(items.filter(({ kind }) => kind === 'key').map(({ details }) => details)).toContainEqual({
      number: own.name,
      pending: true,
    })
    expect((await refusalOf(confirmKey(admin, own))).status).toBe(404)
    await confirmKey(person, own)
    await works(own.pb)
    // Other changes of an administrator suspend nothing.
    await admin.pb.collection('users').update(person.id, { name: 'Otro Nombre' })
    await works(own.pb)
    expect((await refusalOf(works(revoked.pb))).status).toBe(401)
  })

  it('is limited to calls under `/key`, which reject sessions', async () => {
    const { secret } = await aProgram(admin, ana, ['read', 'request'])
    const outside = anonymous()
    outside.authStore.save(secret)
    expect(await refusalOf(works(outside))).toMatchObject({ status: 401, code: 'key.path' })
    expect((await outside.collection('requests').getList()).items).toEqual([])
    expect((await refusalOf(works(programWith(ana.pb.authStore.token)))).code).toBe('key.invalid')
    expect(
      (await refusalOf(outside.send('/key/api/app/status', { method: 'GET', headers: { Authorization: '' } }))).status,
    ).toBe(401)
  })

  it('is unaffected by the limit of wrong keys per address', async () => {
    const address = anAddress()
    const ask = async (secret: string) =>
      (
        await fetch(`${testServer().url}/key/api/app/requests`, {
          headers: { Authorization: `Bearer ${secret}`, 'X-Forwarded-For': address },
        })
      ).status
    const { secret } = await aProgram(admin, ana, ['read'])
    const wrong = `fp_${'a'.repeat(43)}`
    const answers: number[] = []
    for (let count = 0; count < 32; count++) answers.push(await ask(wrong))
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(30)
    expect(answers.at(-1)).toBe(429)
    expect(await ask(secret)).toBe(200)
  })
})
