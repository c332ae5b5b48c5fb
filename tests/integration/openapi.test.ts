import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { CreatedKey } from '../../src/domain/keys/key-output.ts'
import { routeGuards } from '../support/access.ts'
import { anId, aPdf, attach, sendPart } from '../support/attachments.ts'
import { aBatch, aCompletedBatch, cartaLaboral, formatOf, sendRows } from '../support/batch.ts'
import { aProgram, revoke } from '../support/keys.ts'
import { readOpenApi } from '../support/openapi.ts'
import { anAddress, anAdmin, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, aRequest, earlierOf, requests, settled, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

let admin: Person
let key: CreatedKey
let described: Awaited<ReturnType<typeof readOpenApi>>
beforeAll(async () => {
  admin = await anAdmin()
  key = await aProgram(admin, admin, ['read', 'request', 'batch', 'decide', 'metrics'])
  described = await readOpenApi(testServer().url)
})
afterAll(() => revoke(admin, key))

interface Asked {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** Makes a call as documented and returns the differences. */
async function ask(name: string, { path = {}, query = {}, body }: Asked) {
  const operation = described.operationOf(name)
  const [method = '', address = ''] = name.split(' ')
  const known = new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`))
  const given = [
    ...Object.keys(path).map((each) => `path ${each}`),
    ...Object.keys(query).map((each) => `query ${each}`),
  ]
  const missing = operation.parameters.filter((each) => each.required && !given.includes(`${each.in} ${each.name}`))
  const url = new URL(
    `${testServer().url}/key${address.replace(/\{(\w+)\}/g, (_, place: string) => path[place] ?? '')}`,
  )
  for (const [each, value] of Object.entries(query)) url.searchParams.set(each, value)
  const answer = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${key.secret}`,
      'X-Forwarded-For': anAddress(),
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content = described.responseOf(name, answer.status)?.content
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const value = type === 'application/json' ? await answer.json() : await answer.text()
  const answerFaults = type === 'application/json' ? described.answerFaults(name, answer.status, value) : []
  return {
    status: answer.status,
    isTold: String(answer.status) in operation.responses && (content ? type in content : value === ''),
    faults: [
      ...given.filter((each) => !known.has(each)),
      ...missing.map((each) => each.name),
      ...described.bodyFaults(name, body),
      ...answerFaults,
    ],
    value,
  }
}

const there = {} as Record<
  'format' | 'version' | 'approved' | 'file' | 'earlier' | 'earlierFile' | 'revision' | 'batch' | 'row' | 'code',
  string
>
beforeAll(async () => {
  const { pb } = admin
  const [request, returned] = await Promise.all([
    aRequest(admin, admin, 'approved'),
    aRequest(admin, admin, 'returned'),
  ])
  await settled(admin, request.id)
  await take(admin, 'regenerate', { ids: [request.id] })
  const approved = await settled(admin, request.id)
  const [earlier] = await earlierOf(admin, request.id)
  await requests(admin).update(returned.id, { values: cartaLaboral({ cargo: 'Otro' }) })
  const batch = await aCompletedBatch(pb, [cartaLaboral()])
  const { items } = await pb.send('/api/app/requests', { method: 'GET', query: { batch: batch.id } })
  await take(admin, 'approve', { ids: [items[0].id] })
  await settled(admin, items[0].id)
  Object.assign(there, {
    format: approved.format,
    version: approved.formatVersion,
    approved: approved.id,
    file: approved.document,
    code: approved.checkCode,
    earlier: earlier?.id,
    earlierFile: earlier?.file,
    revision: (await pb.collection('request_revisions').getFirstListItem(`request = "${returned.id}"`)).id,
    batch: batch.id,
    row: (await pb.collection('batch_rows').getFirstListItem(`batch = "${batch.id}"`)).id,
  })
})

const ids = async (status: 'draft' | 'submitted' | 'rejected' | 'approved') => {
  const { id } = await aRequest(admin, admin, status)
  if (status === 'approved') await settled(admin, id)
  return [id]
}
const full = async () => {
  const batch = await aBatch(admin.pb, { total: 1 })
  await sendRows(admin.pb, batch, [cartaLaboral()])
  return { path: { id: batch.id } }
}
/** Creates a request whose document is delivered by mail. */
const aDelivered = async () => {
  const format = await aPublishedFormat(admin, {
    makesFinal: true,
    fields: [{ key: 'correo', label: 'Correo', type: 'email', required: true }],
    body: 'Para {{correo}}',
    delivery: { email: 'correo' },
  })
  const { id } = await aDraft(admin, { correo: 'zoe@ejemplo.test' }, format.code)
  await take(admin, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return (await settled(admin, id)).id
}
/** Creates an approved request whose signature has a state; returns it and the link. */
const aSigned = async (state = 'expired') => {
  const format = await aPublishedFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'correo', label: 'Correo', type: 'email', required: true },
    ],
    body: 'Para {{nombre}}',
    signing: { signers: [{ name: 'nombre', email: 'correo', role: 'Contratista' }] },
  })
  const { id } = await aDraft(admin, { nombre: 'Zoé Güell', correo: 'zoe@ejemplo.test' }, format.code)
  await take(admin, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  await settled(admin, id)
  const superuser = await signInSuperuser(testServer().url)
  const { id: link } = await superuser.collection('links').getFirstListItem(`request = "${id}"`)
  await superuser.collection('links').update(link, { state })
  return { id, link }
}
const draftOf = async () => ({ path: { id: (await ids('draft'))[0] ?? '' } })
const one = (id: keyof typeof there) => () => ({ path: { id: there[id] } })
const step = (status: Parameters<typeof ids>[0], reason?: string, undoable?: boolean) => async () => ({
  body: { ids: await ids(status), ...(reason && { reason }), ...(undoable && { undoable }) },
})
const mine = () => ({ query: { page: '1', perPage: '2' } })

/** Calls with their required parameters. */
const asked: Record<string, () => Asked | Promise<Asked>> = {
  'GET /api/app/status': () => ({}),
  'GET /api/app/openapi.json': () => ({}),
  'GET /api/app/health': async () => {
    // On a busy machine the server reports slow writes for some seconds.
    await expect.poll(async () => (await fetch(`${testServer().url}/api/app/health`)).status).toBe(204)
    return {}
  },
  'GET /api/app/metrics': () => ({}),
  'GET /api/app/documents/{code}': () => ({ path: { code: there.code } }),
  'GET /api/collections/formats/records': () => ({ query: { filter: 'code="CL"', sort: 'code' } }),
  'GET /api/collections/formats/records/{id}': one('format'),
  'GET /api/collections/format_versions/records': mine,
  'GET /api/collections/format_versions/records/{id}': one('version'),
  'GET /api/app/requests': () => ({ query: { status: 'approved', sort: '-created', perPage: '5' } }),
  'GET /api/app/requests/export': () => ({ query: { after: '0', status: 'rejected' } }),
  'GET /api/app/requests/counts': () => ({}),
  'GET /api/collections/requests/records': mine,
  'GET /api/collections/requests/records/{id}': one('approved'),
  'GET /api/app/requests/{id}/history': one('approved'),
  'GET /api/app/requests/{id}/route': one('approved'),
  'GET /api/app/requests/{id}/filled': one('approved'),
  'GET /api/app/requests/{id}/documents': one('approved'),
  'GET /api/app/requests/{id}/sent': async () => {
    const { request, revision } = await admin.pb.collection('request_revisions').getOne(there.revision)
    return { path: { id: request }, query: { revision: String(revision) } }
  },
  'GET /api/collections/request_revisions/records': mine,
  'GET /api/collections/request_revisions/records/{id}': one('revision'),
  'GET /api/collections/request_documents/records': mine,
  'GET /api/collections/request_documents/records/{id}': one('earlier'),
  'GET /api/collections/attachments/records': mine,
  'GET /api/collections/attachments/records/{id}': async () => ({ path: { id: (await attach(admin, 'a.pdf')).id } }),
  'GET /api/files/attachments/{id}/{file}': async () => {
    const { id } = await attach(admin, 'a.pdf')
    return { path: { id, file: `${id}.bin` } }
  },
  'GET /api/files/requests/{id}/{file}': () => ({ path: { id: there.approved, file: there.file } }),
  'GET /api/files/request_documents/{id}/{file}': () => ({ path: { id: there.earlier, file: there.earlierFile } }),
  'GET /api/app/requests/documents': () => ({ query: { ids: there.approved } }),
  'GET /api/app/requests/documents/parts': () => ({ query: { ids: there.approved } }),
  'GET /api/app/requests/documents/progress': () => ({}),
  'POST /api/app/requests/{id}/document': one('approved'),
  'GET /api/collections/batches/records': mine,
  'GET /api/collections/batches/records/{id}': one('batch'),
  'GET /api/collections/batch_rows/records': mine,
  'GET /api/collections/batch_rows/records/{id}': one('row'),
  'GET /api/app/batches/{id}/progress': one('batch'),
  'GET /api/app/batches/{id}/counts': one('batch'),
  'GET /api/app/batches/{id}/deliveries': one('batch'),
  'POST /api/app/requests/{id}/link': async () => ({ path: { id: await aDelivered() } }),
  'POST /api/app/deliveries/send': async () => {
    const id = await aDelivered()
    // As if its first mail had left: otherwise it waits.
    const query = `DELETE FROM delivery_mails WHERE link IN (SELECT id FROM links WHERE request = '${id}')`
    await (await signInSuperuser(testServer().url)).send('/api/sql', { method: 'POST', body: { query } })
    return { body: { ids: [id] } }
  },
  'POST /api/app/deliveries/correct': async () => ({
    body: { corrections: [{ request: await aDelivered(), email: 'otra@ejemplo.test' }] },
  }),
  'GET /api/app/batches/{id}/signatures': one('batch'),
  'POST /api/app/signatures/ask': async () => ({ body: { ids: [(await aSigned()).id] } }),
  'POST /api/app/signatures/cancel': async () => ({ body: { ids: [(await aSigned('sent')).id] } }),
  'POST /api/app/signatures/{id}/correct': async () => ({
    path: { id: (await aSigned()).link },
    body: { email: 'otra@ejemplo.test' },
  }),
  'GET /api/app/batches/{id}/outcomes': () => ({ path: { id: there.batch }, query: { after: '0', values: '1' } }),
  'GET /api/app/batches/{id}/documents': one('batch'),
  'POST /api/collections/requests/records': () => ({ body: { format: there.format, values: cartaLaboral() } }),
  'PATCH /api/collections/requests/records/{id}': async () => ({
    ...(await draftOf()),
    body: { values: cartaLaboral() },
  }),
  'DELETE /api/collections/requests/records/{id}': draftOf,
  'PUT /api/app/attachments/{id}/bytes': () => ({ path: { id: anId() }, query: { at: '0' } }),
  'POST /api/app/attachments': async () => {
    const id = anId()
    await sendPart(admin, id, 0, aPdf())
    return { body: { id, name: 'a.pdf', size: aPdf().length } }
  },
  'POST /api/app/requests/submit': step('draft'),
  'POST /api/app/requests/preview': () => ({ body: { format: there.format, values: cartaLaboral() } }),
  'POST /api/app/requests/preview/route': () => ({ body: { format: there.format, values: cartaLaboral() } }),
  'POST /api/app/requests/{id}/comments': () => ({ path: { id: there.approved }, body: { text: 'Una nota.' } }),
  'POST /api/app/batches': async () => ({
    body: {
      format: await formatOf(admin.pb, 'CL'),
      fileName: 'a.csv',
      fileHash: 'c'.repeat(64),
      total: 1,
      again: true,
    },
  }),
  'POST /api/app/batches/{id}/rows': async () => ({
    path: { id: (await aBatch(admin.pb)).id },
    body: {
      rows: [
        { row: 2, values: cartaLaboral() },
        { row: 3, values: {}, wrong: { cargo: '#REF!' } },
      ],
    },
  }),
  'POST /api/app/batches/{id}/confirm': full,
  'POST /api/app/batches/{id}/discard': async () => ({ ...(await full()), body: { rows: [2] } }),
  'POST /api/app/batches/{id}/cancel': full,
  'POST /api/app/requests/approve': step('submitted'),
  'POST /api/app/requests/return': step('submitted', 'Falta algo.'),
  'POST /api/app/requests/reject': step('submitted', 'No procede.', true),
  'POST /api/app/requests/reopen': step('rejected', 'Se revisa.'),
  'POST /api/app/requests/cancel': step('draft'),
  'POST /api/app/requests/regenerate': step('approved'),
  'POST /api/app/requests/issue': step('approved'),
  'POST /api/app/requests/annul': step('approved', 'Ya no vale.'),
  'GET /api/app/requests/reasons': () => ({ query: { format: there.format } }),
  'PUT /api/app/requests/{id}/filled': async () => {
    const fields: Format['fields'] = [
      { key: 'nombre', label: 'Nombre', type: 'text' },
      { key: 'concepto', label: 'Concepto', type: 'text', approvers: 'keep' },
    ]
    const { code } = await aPublishedFormat(admin, { fields })
    const { id } = await aDraft(admin, { nombre: 'Ana' }, code)
    await take(admin, 'submit', { ids: [id] })
    return { path: { id }, body: { values: { concepto: 'Bien' } } }
  },
}

describe('OpenAPI document', () => {
  it('contains every call with its name and scopes', () => {
    expect(described.api.openapi).toBe('3.1.0')
    const found = new Map(described.operations.map(({ name, operation }) => [name, operation]))
    // PocketBase calls without key scope are not part of the contract.
    const wanted = routeGuards.filter(({ call, scopes }) => scopes.length > 0 || call.includes(' /api/app/'))
    expect(wanted.filter(({ call }) => !found.has(call))).toEqual([])
    for (const { call, scopes } of wanted) {
      const { security = [] } = found.get(call) ?? {}
      const expected = scopes.length === 5 ? [] : scopes
      expect([call, security.flatMap((each) => each.key ?? [])]).toEqual([call, expected])
    }
    const names = described.operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(described.operations.filter(({ operation }) => !operation.summary)).toEqual([])
  })

  it('closes every object', () => {
    const objects = objectsIn(described.api)
    expect(objects.length).toBeGreaterThan(100)
    expect(objects.filter((schema) => !('additionalProperties' in schema))).toEqual([])
    expect(objects.filter((schema) => 'properties' in schema && schema.additionalProperties !== false)).toEqual([])
  })

  it.each([
    ['RequestItem', ['delivery', 'recipient', 'dueAt', 'step', 'stepName', 'decidable', 'finality', 'annulledAt']],
    ['RequestRecord', ['dueAt', 'step', 'documentKind', 'documentHash', 'letterhead', 'signers', 'checkCode']],
    ['FormatRecord', ['aliases', 'dueDays', 'makesFinal', 'route', 'paper', 'signatures']],
    ['DecisionResult', ['changed', 'skipped']],
    ['BatchRecord', ['sender', 'startedAt', 'joined']],
  ])('%s requires the fields of its type', (name, names) => {
    expect(described.api.components.schemas[name]).toMatchObject({ required: expect.arrayContaining(names) })
  })

  it('describes fields of only some answers as optional', () => {
    const { DecisionResult, RequestRecord } = described.api.components.schemas
    expect(DecisionResult).toMatchObject({
      properties: { undo: { properties: { seconds: { type: 'integer' } } } },
      required: ['changed', 'skipped'],
    })
    expect(RequestRecord).not.toMatchObject({ required: expect.arrayContaining(['values']) })
  })

  it('has an example here for every call with a key', () => {
    const opened = described.operations.filter(({ operation }) => operation.security.some((each) => 'key' in each))
    expect(opened.map(({ name }) => name).filter((name) => !(name in asked))).toEqual([])
  })

  it.each(Object.keys(asked))('%s answers as described', async (name) => {
    const { status, isTold, faults, value } = await ask(name, (await asked[name]?.()) ?? {})
    expect(faults, JSON.stringify(value).slice(0, 2_000)).toEqual([])
    const expected = '200' in described.operationOf(name).responses ? 200 : 204
    expect({ status, isTold }).toEqual({ status: expected, isTold: true })
    if (value?.skipped) expect(value.skipped).toEqual([])
  })

  it.each([
    ['POST /api/app/requests/approve', { body: { ids: 'x' } }, 400],
    ['GET /api/collections/requests/records/{id}', { path: { id: 'x'.repeat(15) } }, 404],
    ['GET /api/collections/requests/records', { query: { expand: 'owner' } }, 403],
  ] as const)('%s rejects as described', async (name, given, status) => {
    const { faults, ...answer } = await ask(name, given)
    expect(answer).toMatchObject({ status, isTold: true })
    expect(faults.filter((fault) => !fault.startsWith('/ids'))).toEqual([])
  })

  it('describes the answer to a duplicate file', async () => {
    const { format } = there
    const body = { format, fileName: 'a.csv', fileHash: 'd'.repeat(64), total: 1 }
    expect((await ask('POST /api/app/batches', { body })).status).toBe(200)
    const { status, faults, value } = await ask('POST /api/app/batches', { body })
    expect(faults).toEqual([])
    expect({ status, value }).toMatchObject({
      status: 409,
      value: { data: { earlier: { number: expect.any(String) } } },
    })
  })

  it('rejects the same bodies as the server', async () => {
    const { format } = there
    const fileHash = 'b'.repeat(64)
    for (const body of [
      {},
      { format: 'x' },
      { format: 'x', fileName: 'a', fileHash, total: 1 },
      { format, fileName: 'a', fileHash: 'b', total: 1 },
      { format, fileName: 'a', fileHash, total: 0 },
      { format, fileName: 'a', fileHash, total: 100_001 },
    ]) {
      expect(described.bodyFaults('POST /api/app/batches', body)).not.toEqual([])
      expect((await ask('POST /api/app/batches', { body })).status).toBe(400)
    }
  })
})

/** Returns all object schemas of a document. */
function objectsIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap(objectsIn)
  return 'type' in part && part.type === 'object' ? [{ ...part }, ...inner] : inner
}
