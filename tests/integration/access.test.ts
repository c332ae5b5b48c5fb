import type PocketBase from 'pocketbase'
import type { RecordModel } from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import { addDays } from '../../src/domain/time/local-time.ts'
import { type Actor, type Cell, callCells, collectionCells, memberCallCells, memberCells } from '../support/access.ts'
import { anId, attach } from '../support/attachments.ts'
import { allBackupsMade } from '../support/backups.ts'
import { aBatch, cartaLaboral, formatOf, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { aGuest, aSentLink, type SentLink, sendBody } from '../support/links.ts'
import { readOpenApi } from '../support/openapi.ts'
import { runPayroll, stagePayroll } from '../support/payroll.ts'
import { anInactiveUser, anonymous, aUser, type Person, setActive, theFirstAdmin } from '../support/people.ts'
import {
  aDraft,
  aFormat,
  aPublishedFormat,
  aRequest,
  earlierOf,
  pageOf,
  requests,
  settled,
  take,
} from '../support/requests.ts'
import { serverRoutes } from '../support/routes.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let owner: Person
let admin: Person
let asks: Record<Actor, PocketBase>
let openApi: Awaited<ReturnType<typeof readOpenApi>>
/** Ids of records that are only read. */
let there: Record<string, string>
/** Creates the target of a cell, because a permitted call consumes it. */
let made: Record<string, () => Promise<string>>
/** Code of a format with a stage of the member's group. */
let routed = ''
/** Code of a format without stages. */
let fillable = ''
/** Batch of one request with a document. */
let sentBatch = ''
/** Link of the guest. */
let link: SentLink

beforeAll(async () => {
  server = await startServer(inject('image'))
  superuser = await aSuperuser(server)
  openApi = await readOpenApi(server.url)
  const at = server.url
  const [other, gone] = await Promise.all([aUser({ at }), aUser({ at })])
  ;[owner, admin] = await Promise.all([aUser({ at }), theFirstAdmin({ at })])
  await setActive(gone, false, { at })
  const member = await aUser({ at })
  asks = {
    anonymous: anonymous({ at }),
    inactive: gone.pb,
    other: other.pb,
    owner: owner.pb,
    admin: admin.pb,
    superuser,
    member: member.pb,
    guest: anonymous({ at }),
  }
  const members = (await superuser.collection('groups').create({ ...aGroup(), members: [member.id] })).id
  const route = [{ key: 'revisa', name: 'Revisa', group: members }]
  const fields = [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true },
    { key: 'concepto', label: 'Concepto', type: 'text', approvers: 'keep' },
  ]
  routed = (await aPublishedFormat(admin, { route, fields } as Partial<Format>)).code
  fillable = (await aPublishedFormat(admin, { fields } as Partial<Format>)).code
  const [batch, approved] = await Promise.all([aFullBatch(), aRequest(owner, admin, 'approved')])
  await settled(owner, approved.id)
  await take(admin, 'regenerate', { ids: [approved.id] })
  const { letterhead = '' } = (await settled(owner, approved.id)) as { letterhead?: string }
  sentBatch = await aFullBatch()
  await post(owner.pb, `/${sentBatch}/confirm`)
  await progressWhen(owner.pb, { id: sentBatch } as Batch, isDone)
  const { items } = await pageOf(admin, { batch: sentBatch })
  await take(admin, 'approve', { ids: items.map(({ id }) => id) })
  await settled(owner, items[0]?.id ?? '')
  const first = async (collection: string) => (await superuser.collection(collection).getList(1, 1)).items[0]?.id ?? ''
  link = await aSentLink(superuser, approved.id)
  const { token, record } = await sendBody<{ token: string; record: RecordModel }>(
    superuser,
    `/api/collections/guests/impersonate/${link.guest}`,
    {
      duration: 3_600,
    },
  )
  asks.guest.authStore.save(token, record)
  there = {
    users: owner.id,
    guests: link.guest,
    links: link.id,
    settings: await first('settings'),
    events: (await superuser.collection('events').getFirstListItem(`subjectId = "${approved.id}"`)).id,
    outgoing_mails: (await superuser.collection('outgoing_mails').create(aLetter())).id,
    formats: await formatOf(admin.pb, 'CL'),
    'formats-draft': (await aFormat(admin)).id,
    format_versions: approved.formatVersion,
    counters: await first('counters'),
    batches: batch,
    batch_rows: (await owner.pb.collection('batch_rows').getFirstListItem(`batch = "${batch}"`)).id,
    requests: approved.id,
    request_documents: (await earlierOf(owner, approved.id))[0]?.id ?? '',
    request_revisions: await aRevision(),
    attachments: (await attach(owner, 'a.pdf')).id,
    ...(await aReturnedAndAnApproved(member)),
    format_readers: await aFormatReader(members),
    approver_values: await aFilled(),
    letterheads: letterhead,
    signatories: (await superuser.collection('signatories').create(aSignatory)).id,
    groups: (await superuser.collection('groups').create(aGroup())).id,
    substitutions: (await superuser.collection('substitutions').create(await aSubstitution())).id,
    lists: (await superuser.collection('lists').create(aList())).id,
    'lists-open': (await superuser.collection('lists').create({ ...aList(), access: 'everybody' })).id,
    views: (await superuser.collection('views').create(aView())).id,
    'views-everybodys': await aSharedView(),
    'views-admins': (await superuser.collection('views').create(aView({ sharedWith: 'admins', owner: admin.id }))).id,
    list_rows: (await superuser.collection('list_rows').create(aListRow())).id,
    signature_copies: (await superuser.collection('signature_copies').create({ source: aCode() })).id,
    notices: (await superuser.collection('notices').create(aNotice())).id,
    ...(await madeOf(ofTheEngine)),
    _superusers: superuser.authStore.record?.id ?? '',
  }
  made = {
    guests: async () => (await aGuest(superuser)).id,
    links: async () => (await aSentLink(superuser, there.requests ?? '')).id,
    groups: async () => (await superuser.collection('groups').create(aGroup())).id,
    substitutions: async () => (await superuser.collection('substitutions').create(await aSubstitution())).id,
    signatories: async () => (await superuser.collection('signatories').create(aSignatory)).id,
    lists: async () => (await superuser.collection('lists').create(aList())).id,
    'lists-open': async () => (await superuser.collection('lists').create({ ...aList(), access: 'everybody' })).id,
    views: async () => (await superuser.collection('views').create(aView())).id,
    'views-everybodys': aSharedView,
    list_rows: async () => (await superuser.collection('list_rows').create(aListRow())).id,
    signature_copies: async () => (await superuser.collection('signature_copies').create({ source: aCode() })).id,
    outgoing_mails: async () => (await superuser.collection('outgoing_mails').create(aLetter())).id,
    'formats-draft': async () => (await aFormat(admin)).id,
    counters: async () => (await superuser.collection('counters').create({ name: aCode(), value: 1 })).id,
    batches: async () => (await aBatch(owner.pb)).id,
    batch_rows: async () => {
      const full = await aFullBatch()
      return (await owner.pb.collection('batch_rows').getFirstListItem(`batch = "${full}"`)).id
    },
    requests: async () => (await aDraft(owner)).id,
    'requests-sent': async () => (await aRequest(owner, admin, 'submitted')).id,
    users: async () => owner.id,
    notices: async () => (await superuser.collection('notices').create(aNotice())).id,
    ...Object.fromEntries(
      Object.entries(ofTheEngine).map(([name, body]) => [
        name,
        async () => (await superuser.collection(name).create(body())).id,
      ]),
    ),
    _superusers: async () => (await superuser.collection('_superusers').create(bodies._superusers?.())).id,
    request_revisions: aRevision,
    approver_values: aFilled,
    attachments: async () => (await attach(owner, 'a.pdf')).id,
    request_documents: async () => {
      const { id } = await aRequest(owner, admin, 'approved')
      await settled(owner, id)
      await take(admin, 'regenerate', { ids: [id] })
      await settled(owner, id)
      return (await earlierOf(owner, id))[0]?.id ?? ''
    },
  }
})
afterAll(() => server?.stop())

/** Providers of external accounts; a user has at most one of each. */
const providers =
  'apple bitbucket box discord facebook gitea gitee github gitlab google kakao linear microsoft monday notion oidc oidc2 oidc3 patreon spotify strava twitch twitter vk yandex'.split(
    ' ',
  )
/** PocketBase's session records of a user. */
const ofTheEngine: Record<string, () => object> = {
  _mfas: () => ({ ...ofOwner(), method: 'password' }),
  _otps: () => ({ ...ofOwner(), password: '123456' }),
  _externalAuths: () => ({ ...ofOwner(), provider: providers.pop(), providerId: aCode() }),
  _authOrigins: () => ({ ...ofOwner(), fingerprint: aCode() }),
}
const ofOwner = () => ({ collectionRef: owner.pb.authStore.record?.collectionId, recordRef: owner.id })
const madeOf = async (kinds: Record<string, () => object>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(kinds).map(
        async ([name, body]) => [name, (await superuser.collection(name).create(body())).id] as const,
      ),
    ),
  )

const aSignatory = { name: 'Elena Ruiz', post: 'Directora', active: true }
const aGroup = () => ({ name: `Compras ${aCode()}`, members: [] })
const aList = () => ({
  name: `Empleados ${aCode()}`,
  columns: [{ key: 'cedula', label: 'Cédula', type: 'text' }],
  keyColumn: 'cedula',
  access: 'admins',
  groups: [],
})
/** Creates a shared view of a user who is no longer an administrator. */
const aSharedView = async () =>
  (await superuser.collection('views').create(aView({ sharedWith: 'everybody', owner: owner.id }))).id
const aView = (change: object = {}) => ({
  name: `Vencidas ${aCode()}`,
  screen: 'requests',
  search: { due: 'overdue' },
  owner: owner.id,
  ...change,
})
const aListRow = () => ({ list: 'x'.repeat(15), import: 'y'.repeat(15), row: 2, key: aCode(), values: {} })
/** Creates a list with an unconfirmed import. */
async function anImport(times = 1) {
  const { id } = await admin.pb.collection('lists').create(aList())
  let arrived = ''
  for (let time = 0; time < times; time++) {
    if (arrived) await sendTo(admin.pb, `lists/${id}/import/confirm`, { import: arrived, mode: 'replace' })
    arrived = (await sendTo<{ import: string }>(admin.pb, `lists/${id}/import`, { fileName: 'a.csv' })).import
    await sendTo(admin.pb, `lists/${id}/import/rows`, {
      import: arrived,
      rows: [{ row: 2, values: { cedula: String(time) } }],
    })
  }
  return { id, body: { import: arrived, mode: 'replace', rows: [] } }
}
/** Stages a payroll that changes nothing. */
async function aStagedPayroll() {
  const { import: id } = await stagePayroll(admin.pb, [{ name: '' }])
  return { body: { import: id, invites: false, leaving: [] } }
}
const sendTo = <Answer>(pb: PocketBase, path: string, body: object) =>
  pb.send<Answer>(`/api/app/${path}`, { method: 'POST', body })
let daysAhead = 0
/** Creates a substitution with unused days. */
const aSubstitution = async () => {
  daysAhead += 2
  const day = addDays(new Date().toISOString().slice(0, 10), daysAhead)
  return { person: owner.id, substitute: admin.id, from: day, to: day }
}
const fourLetters = () =>
  Array.from({ length: 4 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('')
const aCode = () => Math.random().toString(36).slice(2)
const aKeyOf = ({ email }: Person) => ({ name: aCode(), account: email, scopes: ['read'], expires: '' })
// Nothing listens on this port, so calls fail immediately.
const aWebhook = { url: `https://${thisMachine}:9/`, events: ['user.registered'] }
const webhookIds: Promise<string>[] = []
/** Creates a webhook if the last one was deleted. */
async function aWebhookId() {
  if (webhookIds.length < 10)
    webhookIds.push(admin.pb.send('/api/app/webhooks', { method: 'POST', body: aWebhook }).then(({ id }) => id))
  return { id: (await webhookIds.at(-1)) ?? '' }
}
const aLetter = () => ({
  to: 'a@ejemplo.test',
  subject: 'Prueba',
  html: '<p>Hola</p>',
  due: '2099-01-01 00:00:00.000Z',
})

const aNotice = () => ({ to: owner.id, kind: 'comment', topic: aCode() })

/** Creates a request of a format for a group, whose requester reads the format. */
async function aFormatReader(group: string): Promise<string> {
  const { id } = await aPublishedFormat(admin, { access: 'groups', groups: [group] })
  await requests(admin).create({ format: id, values: {} })
  return (await superuser.collection('format_readers').getFirstListItem(`format = "${id}"`)).id
}

/** Creates an earlier revision: a returned request that was changed and sent again. */
async function aRevision(): Promise<string> {
  const { id } = await aRequest(owner, admin, 'returned')
  await requests(owner).update(id, { values: cartaLaboral({ cargo: 'Otro cargo' }) })
  return (await owner.pb.collection('request_revisions').getFirstListItem(`request = "${id}"`)).id
}

/** Creates two requests at the member's stage: one returned and submitted again, and one approved by the member. */
async function aReturnedAndAnApproved(member: Person): Promise<Record<string, string>> {
  const [waiting, decided] = [await aWaiting(), await aWaiting()]
  await take(member, 'return', { ids: [waiting], reason: 'Falta.' })
  await requests(owner).update(waiting, { values: { nombre: 'Otro' } })
  await take(owner, 'submit', { ids: [waiting] })
  await take(member, 'approve', { ids: [decided] })
  await settled(owner, decided)
  await take(admin, 'regenerate', { ids: [decided] })
  await settled(owner, decided)
  const file = await attach(owner, 'a.pdf')
  await superuser.collection('attachments').update(file.id, { request: waiting })
  const first = async (name: string, request: string) =>
    (await superuser.collection(name).getFirstListItem(`request = "${request}"`)).id
  return {
    'requests-waiting': waiting,
    'requests-decided': decided,
    'request_revisions-waiting': await first('request_revisions', waiting),
    'request_documents-decided': await first('request_documents', decided),
    'attachments-waiting': file.id,
    request_decisions: await first('request_decisions', waiting),
    step_approvers: (await superuser.collection('step_approvers').getList(1, 1)).items[0]?.id ?? '',
  }
}

async function aWaiting(code = routed): Promise<string> {
  const { id } = await aDraft(owner, { nombre: 'Ana' }, code)
  await take(owner, 'submit', { ids: [id] })
  return id
}

async function aFilled(): Promise<string> {
  const values = { request: (await aDraft(owner)).id, kept: { concepto: 'x' } }
  return (await superuser.collection('approver_values').create(values)).id
}

async function aFullBatch(): Promise<string> {
  const batch = await aBatch(owner.pb, { total: 1 })
  await sendRows(owner.pb, batch, [cartaLaboral()])
  return batch.id
}

/** Returns the status of the response, or its result code. */
/** `described`: call whose response is compared with the OpenAPI document. */
async function answerOf(asker: PocketBase, call: () => Promise<unknown>, described?: string): Promise<string> {
  let status = 0
  asker.afterSend = (response, data) => {
    status = response.status
    if (described) expect(openApi.answerFaults(described, status, data)).toEqual([])
    return data
  }
  try {
    const answer = (await call()) as { skipped?: { code: string }[] } | null
    return answer?.skipped?.[0]?.code ?? String(status)
  } catch (error) {
    if (error instanceof ClientResponseError) return String(error.status)
    throw error
  } finally {
    delete asker.afterSend
  }
}

/** Valid bodies to create a record, by collection. */
const bodies: Record<string, () => object | Promise<object>> = {
  users: () => {
    const password = 'clave-de-prueba'
    return { email: `${aCode()}@ejemplo.test`, name: 'Ana Peña', password, passwordConfirm: password, role: '_user' }
  },
  settings: () => ({ city: 'Bogotá' }),
  events: () => ({ subject: 'requests', subjectId: there.requests, action: 'comment' }),
  outgoing_mails: aLetter,
  formats: () => ({
    code: fourLetters(),
    name: 'Otro',
    category: 'Pruebas',
    fields: [],
    body: '',
  }),
  format_versions: async () => {
    const { id: _, ...version } = await superuser.collection('format_versions').getOne(there.format_versions ?? '')
    return { ...version, version: 90 + Math.floor(Math.random() * 900) }
  },
  counters: () => ({ name: aCode(), value: 1 }),
  batches: async () => {
    const { id: _, number: __, ...batch } = await superuser.collection('batches').getOne(there.batches ?? '')
    return { ...batch, number: `LOT-2025-${Math.floor(Math.random() * 900_000)}` }
  },
  batch_rows: () => ({ batch: there.batches, row: 100 + Math.floor(Math.random() * 1e5), status: 'valid', values: {} }),
  requests: async () => ({ format: there.formats, values: cartaLaboral() }),
  guests: () => {
    const password = aCode()
    return { email: `${password}@ejemplo.test`, password, passwordConfirm: password }
  },
  links: async () => ({
    guest: (await aGuest(superuser)).id,
    request: there.requests,
    purpose: 'deliver',
    state: 'waiting',
  }),
  signatories: () => aSignatory,
  groups: aGroup,
  substitutions: aSubstitution,
  signature_copies: () => ({ source: aCode() }),
  attachments: () => ({ owner: owner.id, name: 'a.pdf', kind: 'pdf' }),
  lists: aList,
  list_rows: aListRow,
  views: () => aView(),
  request_documents: () => ({ request: there.requests, number: 'X' }),
  request_revisions: () => ({ request: there.requests, revision: 100 + Math.floor(Math.random() * 1e5), values: {} }),
  letterheads: async () => {
    const { id: _, ...letterhead } = await superuser.collection('letterheads').getOne(there.letterheads ?? '')
    return { ...letterhead, hash: aCode() }
  },
  request_decisions: () => ({ request: there.requests, position: 1, action: 'approve', person: owner.id }),
  approver_values: async () => ({ request: (await aDraft(owner)).id }),
  notices: aNotice,
  ...ofTheEngine,
  _superusers: () => {
    const password = 'clave-de-prueba'
    return { email: `${aCode()}@ejemplo.test`, password, passwordConfirm: password }
  },
}
/** Valid changes, by collection. */
const changes: Record<string, object> = {
  users: { name: 'Otra Persona' },
  settings: { city: 'Cali' },
  formats: { description: 'Otra descripción' },
  requests: { values: cartaLaboral({ cargo: 'Otro cargo' }) },
  request_revisions: { values: {} },
}

async function verb({ row, actor }: Cell): Promise<string> {
  const [kind = '', what = ''] = row.split(' ')
  const name = kind.split('-')[0] ?? ''
  const collection = asks[actor].collection(name)
  const id = there[kind] ?? ''
  const target = () => made[kind]?.() ?? Promise.resolve(id)
  switch (what) {
    case 'list': {
      const listed = async () => collection.getFullList({ batch: 30, filter: `id = "${id}"` })
      const found = await listed().catch((error: ClientResponseError) => String(error.status))
      return typeof found === 'string' ? found : found.length ? '+' : '-'
    }
    case 'view':
      return answerOf(asks[actor], () => collection.getOne(id))
    case 'create': {
      const body = await bodies[name]?.()
      return answerOf(asks[actor], () => collection.create(body))
    }
    case 'update': {
      const of = await target()
      return answerOf(asks[actor], () => collection.update(of, changes[name] ?? {}))
    }
    default: {
      const of = await target()
      return answerOf(asks[actor], () => collection.delete(of))
    }
  }
}

describe('access to collections by verb', () => {
  it.each(collectionCells)('$row: $actor → $expected', async (cell) => {
    expect(await verb(cell)).toBe(cell.expected)
  })
})

const code = { otpId: 'x'.repeat(15), code: '000000' }
/** Target and body of an application call; calls without entry send none. */
interface Sent {
  id?: string | undefined
  body?: object
  query?: object
}
const sent: Record<string, () => Promise<Sent> | Sent> = {
  'POST /api/app/setup': () => ({
    body: {
      token: 'x',
      name: 'Ana',
      email: 'a@ejemplo.test',
      password: 'clave-segura',
      passwordConfirm: 'clave-segura',
    },
  }),
  'POST /api/app/setup/confirm': () => ({ body: { steps: ['people'] } }),
  'POST /api/app/verify': () => ({ body: code }),
  'PUT /api/app/second-factor': () => ({ body: { enabled: true, ...code } }),
  'POST /api/app/totp': () => ({ body: { password: 'clave-segura' } }),
  'PUT /api/app/totp': () => ({ body: { token: 'x', code: code.code } }),
  'POST /api/app/totp/codes': () => ({ body: { code: code.code } }),
  'POST /api/app/totp/end': () => ({ body: { code: code.code } }),
  'POST /api/app/auth-with-totp': () => ({ body: { mfaId: code.otpId, code: code.code } }),
  'POST /api/app/users/{id}/second-factor/reset': async () => {
    const { id } = await aUser({ at: server.url })
    await superuser.collection('users').update(id, { secondFactor: true })
    return { id, body: { reason: 'Perdió el teléfono' } }
  },
  'POST /api/app/users/{id}/unlink': async () => {
    const { id } = await aUser({ at: server.url })
    const owner = { collectionRef: '_pb_users_auth_', recordRef: id }
    await superuser.collection('_externalAuths').create({ ...owner, provider: 'oidc', providerId: aCode() })
    return { id, body: { reason: 'Perdió el acceso' } }
  },
  'POST /api/collections/users/auth-with-otp': () => ({ body: { otpId: code.otpId, password: code.code } }),
  'POST /api/collections/users/auth-with-password': () => ({
    body: { identity: `${aCode()}@ejemplo.test`, password: 'no-es-esta' },
  }),
  'POST /api/app/links/open': () => ({ body: { token: link.token } }),
  'POST /api/app/links/code': async () => ({
    body: { token: (await aSentLink(superuser, there.requests ?? '')).token },
  }),
  'POST /api/collections/guests/auth-with-otp': () => ({ body: { otpId: code.otpId, password: code.code } }),
  'POST /api/app/guests/{id}/block': async () => ({ id: (await aGuest(superuser)).id, body: { blocked: true } }),
  'POST /api/app/guest/links': () => ({ body: { token: link.token } }),
  'GET /api/app/guest/links/{id}/document': () => ({ id: link.id }),
  'POST /api/app/guest/links/{id}/signature': () => ({ id: link.id, body: { action: 'refuse', reason: 'No' } }),
  // No format is open to people without an account.
  'POST /api/app/external/code': () => ({ body: { email: `${aCode()}@ejemplo.test` } }),
  'POST /api/app/external/form': () => ({ body: { format: there.formats } }),
  'POST /api/app/external/requests': () => ({ body: { id: 'a'.repeat(15), format: there.formats, values: {} } }),
  'POST /api/collections/users/request-otp': () => ({ body: { email: `${aCode()}@ejemplo.test` } }),
  'POST /api/collections/users/request-password-reset': () => ({ body: { email: `${aCode()}@ejemplo.test` } }),
  'GET /api/app/payroll': () => ({}),
  'POST /api/app/payroll': () => ({ body: { fileName: 'a.csv', rows: [{ row: 2, values: {}, wrong: [] }] } }),
  'POST /api/app/payroll/apply': () => aStagedPayroll(),
  'POST /api/app/payroll/undo': async () => {
    const { body } = await aStagedPayroll()
    await runPayroll(admin.pb, '/apply', body)
    return { body }
  },
  'POST /api/app/users/invite': () => ({ body: { email: `${aCode()}@ejemplo.test`, name: 'Ana Peña', role: '_user' } }),
  'POST /api/app/users/activate': async () => ({ body: { ids: [(await anInactiveUser({ at: server.url })).id] } }),
  'POST /api/app/users/deactivate': async () => ({ body: { ids: [(await aUser({ at: server.url })).id] } }),
  'POST /api/app/users/reject': async () => ({
    body: { ids: [(await anInactiveUser({ at: server.url })).id], reason: 'No procede.' },
  }),
  'POST /api/app/users/{id}/email': async () => ({
    id: (await aUser({ at: server.url })).id,
    body: { email: `${aCode()}@ejemplo.test` },
  }),
  'POST /api/app/users/{id}/invite': async () => {
    const body = { email: `${aCode()}@ejemplo.test`, name: 'Ana Peña', role: '_user' }
    return admin.pb.send('/api/app/users/invite', { method: 'POST', body })
  },
  'GET /api/app/users/{id}/manager': () => ({ id: owner.id }),
  'GET /api/app/users/{id}/open': async () => ({ id: (await aUser({ at: server.url })).id }),
  'POST /api/app/users/{id}/unblock': async () => ({ id: (await aUser({ at: server.url })).id }),
  'DELETE /api/app/users/{id}': async () => ({ id: (await anInactiveUser({ at: server.url })).id }),
  'POST /api/app/users/email': () => ({ body: { token: 'x.y.z', password: 'clave-segura' } }),
  'POST /api/app/backups': async () => {
    await allBackupsMade(admin)
    return {}
  },
  'PUT /api/app/backups/plan': () => ({ body: { period: 'week', hour: 4 } }),
  'POST /api/app/backups/{id}/grant': async () => ({
    id: (await allBackupsMade(admin))[0]?.id ?? '',
    body: { password: admin.password },
  }),
  'GET /api/app/backups/{id}/file': async () => ({ id: (await allBackupsMade(admin))[0]?.id ?? '' }),
  'DELETE /api/app/backups/{id}': async () => ({ id: (await allBackupsMade(admin))[0]?.id ?? 'x'.repeat(15) }),
  'POST /api/app/batches': async () => ({
    body: {
      format: there.formats,
      fileName: 'a.xlsx',
      fileHash: `${aCode()}${'0'.repeat(64)}`.slice(0, 64).replace(/[^0-9a-f]/g, 'a'),
      total: 1,
    },
  }),
  'POST /api/app/batches/{id}/rows': async () => ({
    id: (await aBatch(owner.pb, { total: 1 })).id,
    body: { rows: [{ row: 2, values: cartaLaboral() }] },
  }),
  'POST /api/app/batches/{id}/confirm': async () => ({ id: await aFullBatch() }),
  'POST /api/app/batches/{id}/cancel': async () => ({ id: await aFullBatch() }),
  'POST /api/app/batches/{id}/discard': async () => ({ id: await aFullBatch(), body: { rows: [2] } }),
  'GET /api/app/batches/{id}/progress': () => ({ id: there.batches }),
  'GET /api/app/batches/{id}/counts': () => ({ id: there.batches }),
  'GET /api/app/batches/{id}/deliveries': () => ({ id: there.batches }),
  'GET /api/app/batches/{id}/signatures': () => ({ id: there.batches }),
  'GET /api/app/batches/{id}/outcomes': () => ({ id: there.batches }),
  'GET /api/app/batches/{id}/documents': () => ({ id: sentBatch }),
  'POST /api/app/requests/preview': () => ({ body: { format: there.formats, values: cartaLaboral() } }),
  'POST /api/app/requests/preview/route': () => ({ body: { format: there.formats, values: cartaLaboral() } }),
  'POST /api/app/requests/submit': async () => ({ body: { ids: [(await aDraft(owner)).id] } }),
  'POST /api/app/requests/approve': async () => ({ body: { ids: [(await aRequest(owner, admin, 'submitted')).id] } }),
  'POST /api/app/requests/return': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'submitted')).id], reason: 'Falta algo.' },
  }),
  'POST /api/app/requests/reject': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'submitted')).id], reason: 'No procede.' },
  }),
  'POST /api/app/requests/reopen': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'rejected')).id], reason: 'Se revisa.' },
  }),
  'POST /api/app/requests/cancel': async () => ({ body: { ids: [(await aDraft(owner)).id], reason: 'Ya no.' } }),
  'POST /api/app/requests/regenerate': async () => ({ body: { ids: [(await aRequest(owner, admin, 'approved')).id] } }),
  'POST /api/app/requests/issue': async () => ({ body: { ids: [(await aRequest(owner, admin, 'approved')).id] } }),
  'POST /api/app/requests/annul': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'approved')).id], reason: 'x' },
  }),
  'POST /api/app/requests/hold': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'rejected')).id], reason: 'x' },
  }),
  'POST /api/app/requests/release': async () => {
    const { id } = await aRequest(owner, admin, 'rejected')
    await take(admin, 'hold', { ids: [id], reason: 'x' })
    return { body: { ids: [id], reason: 'x' } }
  },
  'POST /api/app/requests/anonymize': async () => ({
    body: { ids: [(await aRequest(owner, admin, 'rejected')).id], reason: 'x' },
  }),
  'GET /api/app/requests/documents': () => ({ query: { ids: there.requests } }),
  'GET /api/app/requests/documents/parts': () => ({ query: { ids: there.requests } }),
  'PUT /api/app/attachments/{id}/bytes': () => ({ id: anId(), query: { at: 0 }, body: {} }),
  'GET /api/app/documents/{code}': async () => ({ id: (await requests(owner).getOne(there.requests ?? '')).checkCode }),
  'POST /api/app/documents/{code}': () => ({ id: '0000-0000-0000', body: { digits: '0000' } }),
  'POST /api/app/documents/{code}/file': () => ({ id: '0000-0000-0000', body: { digits: '0000' } }),
  'GET /api/app/requests/{id}/route': () => ({ id: there.requests }),
  'GET /api/app/requests/{id}/sent': () => ({ id: there.requests, query: { revision: 0 } }),
  'GET /api/app/requests/{id}/view': () => ({ id: there.requests }),
  'GET /api/app/requests/{id}/filled': () => ({ id: there.requests }),
  'PUT /api/app/requests/{id}/filled': async () => ({
    id: await aWaiting(fillable),
    body: { values: { concepto: 'Bien' } },
  }),
  'GET /api/app/requests/{id}/documents': () => ({ id: there.requests }),
  'GET /api/app/requests/{id}/history': () => ({ id: there.requests }),
  'POST /api/app/requests/{id}/document': () => ({ id: there.requests }),
  'POST /api/app/requests/{id}/link': () => ({ id: there.requests }),
  'POST /api/app/deliveries/send': () => ({ body: { ids: [there.requests] } }),
  'POST /api/app/signatures/ask': () => ({ body: { ids: [there.requests] } }),
  'POST /api/app/signatures/cancel': () => ({ body: { ids: [there.requests] } }),
  'POST /api/app/signatures/{id}/correct': () => ({ id: link.id, body: { email: 'otra@ejemplo.test' } }),
  'POST /api/app/deliveries/{id}/undo': () => ({ id: 'x'.repeat(15) }),
  'POST /api/app/deliveries/correct': () => ({
    body: { corrections: [{ request: there.requests, email: 'otra@ejemplo.test' }] },
  }),
  'POST /api/app/requests/{id}/comments': () => ({ id: there.requests, body: { text: 'Una nota.' } }),
  'POST /api/app/requests/{id}/final': async () => ({ id: (await aRequest(owner, admin, 'approved')).id }),
  'DELETE /api/app/requests/{id}/digits': () => ({ id: there.requests }),
  'GET /api/app/reports': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /api/app/reports/steps': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /api/app/requests/reasons': () => ({ query: { format: there.formats } }),
  'POST /api/app/decisions/{id}/undo': async () => {
    const { id } = await aRequest(owner, admin, 'submitted')
    return { id: (await take(admin, 'approve', { ids: [id], undoable: true })).undo?.id }
  },
  'POST /api/app/decisions/{id}/settle': async () => {
    const { id } = await aRequest(owner, admin, 'submitted')
    return { id: (await take(admin, 'approve', { ids: [id], undoable: true })).undo?.id }
  },
  'PUT /api/app/notices/choices': () => ({ body: { kind: 'comment', mail: 'never' } }),
  'POST /api/app/notices/read': () => ({ body: { ids: [there.notices] } }),
  'POST /api/app/webhooks': async () => {
    // The number of webhooks is limited.
    const { items } = await admin.pb.send('/api/app/webhooks', { method: 'GET' })
    for (const { id } of items) await admin.pb.send(`/api/app/webhooks/${id}`, { method: 'DELETE' })
    return { body: aWebhook }
  },
  'DELETE /api/app/webhooks/{id}': aWebhookId,
  'POST /api/app/webhooks/{id}/resume': aWebhookId,
  'POST /api/app/webhooks/{id}/test': aWebhookId,
  'POST /api/app/webhooks/deliveries/{id}/send': async () => {
    const { id } = await aWebhookId()
    await admin.pb.send(`/api/app/webhooks/${id}/test`, { method: 'POST' })
    const { items } = await admin.pb.send('/api/app/webhooks', { method: 'GET' })
    return { id: items.find((each: { id: string }) => each.id === id)?.deliveries[0].id }
  },
  'POST /api/app/keys': () => ({ body: aKeyOf(admin) }),
  'POST /api/app/keys/{id}/confirm': async () => ({
    id: (await admin.pb.send('/api/app/keys', { method: 'POST', body: aKeyOf(admin) })).id,
  }),
  'POST /api/app/keys/{id}/revoke': async () => ({
    id: (await admin.pb.send('/api/app/keys', { method: 'POST', body: aKeyOf(admin) })).id,
  }),
  'POST /api/app/lists/{id}/import': () => ({ id: there.lists, body: { fileName: 'a.csv' } }),
  'GET /api/app/lists/{id}/lookups': () => ({ id: there.lists }),
  'GET /api/app/lists/{id}/import': async () => {
    const { id, body } = await anImport()
    return { id, query: { import: body.import } }
  },
  'POST /api/app/lists/{id}/import/rows': () => anImport(),
  'POST /api/app/lists/{id}/import/confirm': () => anImport(),
  'POST /api/app/lists/{id}/undo': async () => {
    const { id, body } = await anImport(3)
    await sendTo(admin.pb, `lists/${id}/import/confirm`, body)
    return { id, body: { import: body.import } }
  },
  'GET /api/app/lists/{id}/search': () => ({ id: there.lists, query: { q: 'ana' } }),
  'POST /api/app/lists/{id}/records': () => ({ id: there.lists, body: { keys: ['ana'] } }),
  'GET /api/app/views': () => ({ query: { screen: 'requests' } }),
  'POST /api/app/formats/{id}/publish': async () => ({ id: (await aFormat(admin)).id }),
  'POST /api/app/formats/{id}/archive': async () => ({ id: (await aPublishedFormat(admin)).id }),
  'POST /api/app/formats/{id}/restore': async () => {
    const { id } = await aPublishedFormat(admin)
    await admin.pb.send(`/api/app/formats/${id}/archive`, { method: 'POST' })
    return { id }
  },
  'GET /api/app/formats/{id}/retention': () => ({ id: there.formats, query: { years: 5 } }),
  'POST /api/app/formats/{id}/copy': async () => ({
    id: there.formats,
    body: {
      code: fourLetters(),
      name: 'Una copia',
    },
  }),
}

/** Returns target and body of a call for a request at the member's stage. */
async function sentByMember(row: string): Promise<Sent> {
  if (row.includes('{id}')) {
    const { body, query } = (await sent[row]?.()) ?? {}
    return { id: there['requests-waiting'], ...(body && { body }), ...(query && { query }) }
  }
  if (row.startsWith('POST')) return { body: { ids: [await aWaiting()], reason: 'x' } }
  return { query: { format: await formatOf(admin.pb, routed) } }
}

async function call({ row, actor }: Cell): Promise<string> {
  const [method = '', path = ''] = row.split(' ')
  const { id = '', body, query } = (actor === 'member' ? await sentByMember(row) : await sent[row]?.()) ?? {}
  // This call ends the caller's sessions, so it uses another user.
  const asker =
    row.endsWith('/sessions/end') && !['anonymous', 'guest'].includes(actor) ? await someoneLike(actor) : asks[actor]
  const ask = () =>
    asker.send(path.replace(/\{(id|code)\}/, id), {
      method,
      ...(body && { body }),
      ...(query && { query: { ...query } }),
    })
  if (!/^GET \/api\/app\/(start\/)?requests(\?|$)/.test(row)) return answerOf(asker, ask, row)
  const listed = await ask().catch((error: ClientResponseError) => String(error.status))
  return typeof listed === 'string'
    ? listed
    : listed.items.some((item: { owner: string }) => item.owner === owner.id)
      ? '+'
      : '-'
}

async function someoneLike(actor: Actor): Promise<PocketBase> {
  return actor === 'inactive' || actor === 'superuser' ? asks[actor] : (await aUser({ at: server.url })).pb
}

describe('access to custom calls', () => {
  it.each(callCells)('$row: $actor → $expected', async (cell) => {
    expect(await call(cell)).toBe(cell.expected)
  })
})

describe('access of an approver to the step’s request', () => {
  it.each(memberCells)('$row → $expected', async (cell) => {
    expect(await verb(cell)).toBe(cell.expected)
  })

  it.each(memberCallCells)('$row → $expected', async (cell) => {
    expect(await call(cell)).toBe(cell.expected)
  })
})

describe('access table', () => {
  it('has a row for each call', () => {
    const rows = new Set(
      callCells.map(({ row }) =>
        row.replace(
          /requests\/(submit|approve|return|reject|reopen|cancel|regenerate|issue|annul|hold|release|anonymize)$/,
          'requests/{action}',
        ),
      ),
    )
    expect(serverRoutes.length).toBeGreaterThan(30)
    expect(serverRoutes.filter((route) => !rows.has(route))).toEqual([])
  })

  it('has a row for each collection and verb', async () => {
    const names = (await superuser.collections.getFullList()).map(({ name }) => name)
    const rows = new Set(collectionCells.map(({ row }) => row))
    const missing = names.flatMap((name) =>
      ['list', 'view', 'create', 'update', 'delete'].map((verb) => `${name} ${verb}`),
    )
    expect(missing.filter((row) => !rows.has(row))).toEqual([])
  })

  it('has over 1,500 cells, each with an expected answer', () => {
    const cells = [...collectionCells, ...callCells, ...memberCells, ...memberCallCells]
    expect(cells.length).toBeGreaterThan(1500)
    expect(cells.filter(({ expected }) => !/^([-+]|\d{3}|(request|delivery|sign)\.\w+)$/.test(expected))).toEqual([])
  })
})
