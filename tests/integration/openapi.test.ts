import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { NewKey } from '../../src/domain/keys/key-scope.ts'
import { doorLines } from '../support/access.ts'
import { anId, aPdf, attach, sendPart } from '../support/attachments.ts'
import { aBatch, cartaLaboral, formatOf, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { aProgram, revoke } from '../support/keys.ts'
import { anAddress, anAdmin, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, aRequest, earlierOf, requests, settled, take } from '../support/requests.ts'

interface Operation {
  summary: string
  operationId: string
  servers?: { url: string }[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}
type OpenApi = { paths: Record<string, Record<string, Operation>>; components: { schemas: object }; openapi: string }

let admin: Person
let key: NewKey
let api: OpenApi
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
beforeAll(async () => {
  admin = await anAdmin()
  key = await aProgram(admin, admin, ['read', 'request', 'batch', 'decide', 'metrics'])
  api = (await (await fetch(`${inject('url')}/api/app/openapi.json`)).json()) as OpenApi
  ajv.addSchema({ $id: 'api', components: closed(api.components) })
})
afterAll(() => revoke(admin, key))

const operations = () =>
  Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
const operationOf = (name: string) => operations().find((each) => each.name === name)?.operation as Operation

/** The same schema with `additionalProperties: false` wherever it lists properties: an undocumented one is an error. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in schema && schema.properties !== null && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner
}

/** What the description says of a body, to be judged by a validator that knows nothing of us. */
const judging = (schema: object): ValidateFunction =>
  ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components', '"api#/components')) as object)
const faultsOf = (schema: object, value: unknown) => {
  const judge = judging(schema)
  judge(value)
  return (judge.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

interface Asked {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** Makes a call as the description says that it is made; gives what did not fit. */
async function ask(name: string, { path = {}, query = {}, body }: Asked) {
  const operation = operationOf(name)
  const [method = '', address = ''] = name.split(' ')
  const told = new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`))
  const said = [
    ...Object.keys(path).map((each) => `path ${each}`),
    ...Object.keys(query).map((each) => `query ${each}`),
  ]
  const unknown = said.filter((each) => !told.has(each))
  const bodySchema = operation.requestBody?.content['application/json']?.schema
  const bodyFaults = bodySchema ? faultsOf(bodySchema, body) : body ? ['no body is told of'] : []
  const url = new URL(`${inject('url')}/key${address.replace(/\{(\w+)\}/g, (_, place: string) => path[place] ?? '')}`)
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
  const content = operation.responses[String(answer.status)]?.content
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const schema = content?.[type]?.schema
  const value = type === 'application/json' ? await answer.json() : await answer.text()
  return {
    status: answer.status,
    isTold: String(answer.status) in operation.responses && (content ? type in content : value === ''),
    faults: [...unknown, ...bodyFaults, ...(schema ? faultsOf(schema, value) : [])],
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
  const batch = await aBatch(pb, { total: 2 })
  await sendRows(pb, batch, [cartaLaboral()])
  await post(pb, `/${batch.id}/confirm`)
  await progressWhen(pb, batch, isDone)
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
const draftOf = async () => ({ path: { id: (await ids('draft'))[0] ?? '' } })
const one = (id: keyof typeof there) => () => ({ path: { id: there[id] } })
const step = (status: Parameters<typeof ids>[0], reason?: string, undoable?: boolean) => async () => ({
  body: { ids: await ids(status), ...(reason && { reason }), ...(undoable && { undoable }) },
})
const mine = () => ({ query: { page: '1', perPage: '2' } })

/** One call each, with everything in it that is wanted. */
const asked: Record<string, () => Asked | Promise<Asked>> = {
  'GET /api/app/status': () => ({}),
  'GET /api/app/openapi.json': () => ({}),
  'GET /api/app/health': () => ({}),
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
      { key: 'concepto', label: 'Concepto', type: 'text', deciders: 'keep' },
    ]
    const { code } = await aPublishedFormat(admin, { fields })
    const { id } = await aDraft(admin, { nombre: 'Ana' }, code)
    await take(admin, 'submit', { ids: [id] })
    return { path: { id }, body: { values: { concepto: 'Bien' } } }
  },
}

describe('the description that the server gives of its calls', () => {
  it('is one of OpenAPI 3.1, with every call, its name and who may make it', () => {
    expect(api.openapi).toBe('3.1.0')
    const described = new Map(operations().map(({ name, operation }) => [name, operation]))
    // Those of the engine's own that no key opens are no part of the product's contract.
    const wanted = doorLines.filter(({ call, scopes }) => scopes.length > 0 || call.includes(' /api/app/'))
    expect(wanted.filter(({ call }) => !described.has(call))).toEqual([])
    for (const { call, scopes } of wanted) {
      const { security = [] } = described.get(call) ?? {}
      const told = scopes.length === 5 ? [] : scopes
      expect([call, security.flatMap((each) => each.key ?? [])]).toEqual([call, told])
    }
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(operations().filter(({ operation }) => !operation.summary)).toEqual([])
  })

  it('tells of no call without trying it here', () => {
    const opened = operations().filter(({ operation }) => !operation.security.some((each) => 'session' in each))
    const untried = opened.map(({ name }) => name).filter((name) => !(name in asked))
    // What only the pages ask for, without a session.
    expect(untried.filter((name) => operationOf(name).security.length > 0)).toEqual([])
    const undescribed = Object.keys(asked).filter((name) => {
      const schema = operationOf(name).responses[200]?.content?.['application/json']?.schema
      return schema && Object.keys(schema).length === 0
    })
    expect(undescribed).toEqual([])
  })

  it.each(Object.keys(asked))('%s answers as it says', async (name) => {
    const { status, isTold, faults, value } = await ask(name, (await asked[name]?.()) ?? {})
    expect(faults, JSON.stringify(value).slice(0, 2_000)).toEqual([])
    expect({ status, isTold }).toEqual({
      status: 'responses' in operationOf(name) && '204' in operationOf(name).responses ? 204 : 200,
      isTold: true,
    })
    if (value?.skipped) expect(value.skipped).toEqual([])
  })

  it('a refusal is what it says of one', async () => {
    for (const [name, given, status] of [
      ['POST /api/app/requests/approve', { body: {} }, 400],
      ['GET /api/collections/requests/records/{id}', { path: { id: 'x'.repeat(15) } }, 404],
      ['GET /api/collections/requests/records', { query: { expand: 'owner' } }, 403],
    ] as const)
      expect(await ask(name, given)).toMatchObject({ status, isTold: true, faults: [] })
  })

  it('a body that it does not take the server does not either', async () => {
    const judged = judging(operationOf('POST /api/app/batches').requestBody?.content['application/json']?.schema ?? {})
    for (const body of [
      {},
      { format: 'x' },
      { format: there.format, fileName: 'a', fileHash: 'b'.repeat(64), total: 0 },
    ]) {
      expect(judged(body)).toBe(false)
      expect((await ask('POST /api/app/batches', { body })).status).toBe(400)
    }
  })
})
