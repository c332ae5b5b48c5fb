import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { apiCalls } from '../../pb_hooks/api-calls.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import { formatNotice } from '../../src/domain/notices/notice-text.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import type { SealSettings } from '../../src/domain/settings/settings-output.ts'
import { formatLongDate } from '../../src/domain/time/date.ts'
import { getLocalDay } from '../../src/domain/time/local-time.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { type Authority, containsKey, createAuthority, pdfsig } from '../support/certificates.ts'
import { type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { linksIn, mailsTo } from '../support/mailbox.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aDraft,
  aPublishedFormat,
  aRequest,
  download,
  earlierOf,
  read,
  requests,
  settled,
  settledAll,
  take,
} from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'seals-'))
let authority: Authority
let service: Awaited<ReturnType<Authority['startTimestampService']>>
let server: Server
let ana: Person
let admin: Person
let key: string
let fingerprint: string
const logged: string[] = []

beforeAll(async () => {
  authority = createAuthority()
  service = await authority.startTimestampService()
  const issued = authority.issue('Cooperativa Ñandú', 'P-256')
  key = readFileSync(issued.key, 'utf8')
  const der = authority.openssl('x509', '-in', issued.certificate, '-outform', 'DER')
  fingerprint = createHash('sha256').update(der).digest('hex')
  const environment = {
    SEAL_CERT: readFileSync(issued.certificate, 'utf8'),
    SEAL_KEY: key,
    TSA_URL: `http://${thisMachine}:${service.port}`,
    UNDO_SECONDS: '0',
  }
  server = await startServer(inject('image'), environment, (line) => logged.push(line))
  admin = await theFirstAdmin({ at: server.url })
  ana = await aUser({ at: server.url })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  service.stop()
  authority.remove()
  rmSync(folder, { recursive: true })
})

/** Returns a file of a request; fails if its hash is another. */
async function fileOf(request: { id: string; collectionId: string }, name: string, hash: string) {
  const file = await (await download(ana, request, name)).arrayBuffer()
  expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(hash)
  return file
}

async function issued(): Promise<Request> {
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  await take(admin, 'issue', { ids: [id] })
  return settled(ana, id)
}

describe('seal', () => {
  it('is on final and annulled documents, never on preliminary ones', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    const preliminary = await settled(ana, id)
    expect(preliminary).toMatchObject({ documentStatus: 'ready', documentSeal: null })
    expect(pdfsig(await fileOf(preliminary, preliminary.document, preliminary.documentHash))).not.toContain(
      'Signature #1',
    )

    const seal = {
      holder: 'Cooperativa Ñandú',
      fingerprint,
      stampedAt: expect.stringMatching(/^\d{4}-/),
      lacksTimestamp: false,
    }
    const hashes: string[] = []
    for (const [action, kind] of [
      ['issue', 'final'],
      ['regenerate', 'final'],
      ['annul', 'annulled'],
    ]) {
      await take(admin, String(action), { ids: [id], reason: 'Error en el cargo.' })
      const request = await settled(ana, id)
      expect(request, action).toMatchObject({ documentStatus: 'ready', documentKind: kind, documentSeal: seal })
      const file = await fileOf(request, request.document, request.documentHash)
      expect(read(file)).toContain(request.documentNumber)
      expect(pdfsig(file)).toMatch(/Total document signed\n.*Signature is Valid/)
      hashes.push(request.documentHash)
    }
    const earlier = await earlierOf(ana, id)
    expect(earlier.map(({ hash }) => hash)).toEqual([preliminary.documentHash, hashes[0], hashes[1]])
    for (const { file, hash, ...one } of earlier.slice(1))
      expect(pdfsig(await fileOf(one, file, hash))).toContain('Signature is Valid')
    const check = await (await fetch(`${server.url}/api/app/documents/${preliminary.checkCode}`)).json()
    expect(check.files.map(({ hash }: { hash: string }) => hash)).toEqual([
      hashes[2],
      hashes[1],
      hashes[0],
      preliminary.documentHash,
    ])
  })

  it('is shown where the format places it, on sealed documents only', async () => {
    const format = await aPublishedFormat(admin, { signatures: [{ by: 'seal', caption: 'Emite' }] })
    const { id } = await aDraft(ana, { nombre: 'Ana' }, format.code)
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    const textNow = async () => {
      const request = await settled(ana, id)
      return read(await fileOf(request, request.document, request.documentHash)).replace(/-\n\s*|\s+/g, (gap) =>
        gap.startsWith('-') ? '' : ' ',
      )
    }
    expect(await textNow()).not.toMatch(/Sell|Emite/)
    const parts = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'America/Bogota' } as const
    const days = () => new Intl.DateTimeFormat('es-CO', parts).format()
    for (const action of ['issue', 'annul']) {
      const before = days()
      await take(admin, action, { ids: [id], reason: 'Error en el cargo.' })
      const text = await textNow()
      // The day may change meanwhile.
      expect(
        [before, days()].some((day) => text.includes(`Sellado electrónicamente por Cooperativa Ñandú, el ${day}`)),
        text,
      ).toBe(true)
    }
  })

  it('is on each document of a batch, in the ZIP and not in the joined file', async () => {
    const format = await aPublishedFormat(admin, { requiresReview: false, makesFinal: true })
    const rows = Array.from({ length: 45 }, (_, index) => ({ nombre: `Persona ${index}` }))
    const batch = await aCompletedBatch(ana.pb, rows, { code: format.code })
    const query = { batch: batch.id }
    const summary = () => ana.pb.send('/api/app/requests/documents/parts', { method: 'GET', query })
    await expect.poll(summary, { timeout: 60_000 }).toMatchObject({ ready: 45, hasSeals: true })
    const token = await ana.pb.files.getToken()
    const address = `${server.url}/api/app/requests/documents?batch=${batch.id}&token=${token}`
    writeFileSync(join(folder, 'all.zip'), Buffer.from(await (await fetch(address)).arrayBuffer()))
    spawnSync('unzip', ['-q', join(folder, 'all.zip'), '-d', join(folder, 'all')])
    const names = spawnSync('find', [join(folder, 'all'), '-name', '*.pdf'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    expect(names).toHaveLength(45)
    for (const name of names) expect(pdfsig(readFileSync(name))).toContain('Signature is Valid')
    const joined = await (await fetch(`${address}&as=pdf`)).arrayBuffer()
    expect(read(joined)).toContain('Persona 44')
    expect(pdfsig(joined)).not.toContain('Signature #1')
  }, 100_000)

  it('lacks its timestamp if the service fails, until the documents are made again, also an annulled one', async () => {
    service.answers.isAway = true
    const [final, annulled] = [await issued(), await issued()]
    await take(admin, 'annul', { ids: [annulled.id], reason: 'Se repite.' })
    const ids = [final.id, annulled.id]
    const kinds = async () => (await settledAll(ana, ids)).map(({ documentKind }) => documentKind)
    expect(await kinds()).toEqual(['final', 'annulled'])
    for (const request of await settledAll(ana, ids)) {
      expect(request.documentSeal).toMatchObject({ holder: 'Cooperativa Ñandú', stampedAt: '', lacksTimestamp: true })
      expect(pdfsig(await fileOf(request, request.document, request.documentHash))).toContain('Signature is Valid')
    }
    service.answers.isAway = false
    const again = async () => {
      expect((await take(admin, 'regenerate', { ids })).changed).toHaveLength(2)
      return (await settledAll(ana, ids)).map(({ documentSeal }) => documentSeal?.lacksTimestamp)
    }
    await expect.poll(again, { timeout: 60_000, interval: 1000 }).toEqual([false, false])
    expect(await kinds()).toEqual(['final', 'annulled'])
  }, 100_000)

  it('leaves its key out of the log and of what an administrator reads', async () => {
    expect(containsKey(Buffer.from(key), key)).toBe(true)
    expect(logged.join('\n')).toContain('status 503')
    expect(containsKey(Buffer.from(logged.join('\n')), key)).toBe(false)
    const paths = Object.keys(apiCalls).flatMap((call) => /^GET ([^{]+)$/.exec(call)?.[1] ?? [])
    expect(paths).toContain('/api/app/seal')
    for (const path of paths) {
      const response = await fetch(server.url + path, { headers: { Authorization: admin.pb.authStore.token } })
      expect(containsKey(Buffer.from(await response.arrayBuffer()), key), path).toBe(false)
    }
  })
})

describe('stored certificate', () => {
  const secret = 'un-secreto-de-prueba-de-32-letras-o-mas'
  const settings = (change: Partial<SealSettings> = {}) => ({
    certificate: null,
    source: '',
    canStore: true,
    isRequested: false,
    hasTimestamps: false,
    ...change,
  })
  let other: Server
  let boss: Person
  const call = (path: string, method = 'POST', body?: object) =>
    boss.pb.send<SealSettings>(`/api/app/seal${path}`, { method, ...(body && { body }) })
  const ask = () => boss.pb.send<{ request: string }>('/api/app/seal/request', { method: 'POST' })
  const encode = (text: string | Buffer) => Buffer.from(text).toString('base64')
  const testPage = async () => {
    const headers = { Authorization: boss.pb.authStore.token }
    return fetch(`${other.url}/api/app/seal/test`, { method: 'POST', headers })
  }

  beforeAll(async () => {
    other = await startServer(inject('image'), { ENCRYPTION_KEY: secret })
    boss = await theFirstAdmin({ at: other.url })
    await boss.pb.collection('settings').update((await boss.pb.collection('settings').getFirstListItem('')).id, {
      organisationName: 'Cooperativa Ñandú',
      organisationId: '900.123.456-8',
    })
  }, 120_000)
  afterAll(() => other?.stop())

  it('is made by the server itself, and survives a crash', async () => {
    expect(await call('', 'GET')).toEqual(settings())
    expect((await testPage()).status).toBe(409)
    const made = await call('/own')
    const holder = { holder: 'Cooperativa Ñandú', issuer: 'Cooperativa Ñandú', isSelfMade: true }
    expect(made).toEqual(settings({ source: 'stored', certificate: expect.objectContaining(holder) }))
    await other.crash()
    boss = await theFirstAdmin({ at: other.url })
    expect(await call('', 'GET')).toEqual(made)
    const page = await testPage()
    expect(page.headers.get('content-type')).toBe('application/pdf')
    expect(pdfsig(await page.arrayBuffer())).toMatch(/Total document signed\n.*Signature is Valid/)
  })

  it('is asked of an authority with a request for the key of the present one, and its answer is uploaded', async () => {
    const before = await call('', 'GET')
    const { request } = await ask()
    writeFileSync(join(folder, 'request'), request)
    const words = ['-verify', '-noout', '-subject', '-nameopt', 'utf8', '-in', join(folder, 'request')]
    const said = authority.openssl('req', ...words).toString()
    for (const part of ['CN=Cooperativa Ñandú', 'serialNumber=900.123.456-8', 'C=CO']) expect(said).toContain(part)
    // The present certificate seals until the answer.
    expect(await call('', 'GET')).toEqual(before)
    const stranger = readFileSync(authority.issue('Otra', 'P-256').certificate)
    expect(await refusalOf(call('/certificate', 'POST', { file: encode(stranger) }))).toMatchObject({
      code: 'seal.mismatch',
      fields: { file: 'seal.mismatch' },
    })
    const used = await call('/certificate', 'POST', { file: encode(authority.certify(request)) })
    const names = { holder: 'Cooperativa Ñandú', issuer: 'Autoridad de prueba', isSelfMade: false }
    expect(used).toEqual(settings({ source: 'stored', certificate: expect.objectContaining(names) }))
    expect(pdfsig(await (await testPage()).arrayBuffer())).toContain('Signature is Valid')
    // A renewed certificate of the same key.
    const renewed = await call('/certificate', 'POST', { file: encode(authority.certify((await ask()).request)) })
    expect(renewed.certificate?.fingerprint).not.toBe(used.certificate?.fingerprint)
  })

  it('is asked for without a present one, by several at once for one key', async () => {
    await call('', 'DELETE')
    const requests = await Promise.all([ask(), ask(), ask()])
    expect(await call('', 'GET')).toEqual(settings({ isRequested: true }))
    expect((await testPage()).status).toBe(409)
    for (const { request } of requests) await call('/certificate', 'POST', { file: encode(authority.certify(request)) })
    expect(await call('', 'GET')).toMatchObject({ source: 'stored', isRequested: false })
  })

  it('is not made for a name that no certificate can have', async () => {
    const collection = boss.pb.collection('settings')
    const { id } = await collection.getFirstListItem('')
    await collection.update(id, { organisationName: 'Ñ'.repeat(65) })
    for (const path of ['/request', '/own'])
      expect(await refusalOf(call(path))).toMatchObject({ status: 409, code: 'seal.holder' })
    await collection.update(id, { organisationName: 'Ñ'.repeat(64) })
    expect(await call('/own')).toMatchObject({ certificate: { holder: 'Ñ'.repeat(64) } })
    await collection.update(id, { organisationName: 'Cooperativa Ñandú' })
  })

  it('is uploaded with its key, as PEM or P12', async () => {
    const one = authority.issue('Empresa', 'rsa:2048')
    const [certificate, key] = [readFileSync(one.certificate, 'utf8'), readFileSync(one.key, 'utf8')]
    const bundle = join(folder, 'bundle.p12')
    const files = ['-inkey', one.key, '-in', one.certificate, '-out', bundle]
    authority.openssl('pkcs12', '-export', ...files, '-passout', 'pass:clave')
    const upload = (file: string | Buffer, password = '') =>
      call('/certificate', 'POST', { file: encode(file), password })
    expect((await upload(certificate + key)).certificate?.holder).toBe('Empresa')
    expect(await refusalOf(upload(readFileSync(bundle), 'otra'))).toMatchObject({
      code: 'seal.password',
      fields: { password: 'seal.password' },
    })
    expect((await upload(readFileSync(bundle), 'clave')).certificate?.holder).toBe('Empresa')
    const unusable = authority.issue('Sin uso', 'P-256', 'keyUsage=keyEncipherment')
    const unusableFile = readFileSync(unusable.certificate, 'utf8') + readFileSync(unusable.key, 'utf8')
    expect(await refusalOf(upload(unusableFile))).toMatchObject({ code: 'seal.usage' })
    for (const file of ['hola', key]) expect(await refusalOf(upload(file))).toMatchObject({ code: 'seal.files' })
    // Only the encrypted key is stored.
    const stored = await queryOf(await aSuperuser(other))('SELECT * FROM seal_keys')
    expect(stored).toHaveLength(1)
    expect(containsKey(Buffer.from(key), key)).toBe(true)
    expect(containsKey(Buffer.from(JSON.stringify(stored)), key)).toBe(false)
  })

  it('is on each document that shows its mark, and on no other, if it is removed during a batch', async () => {
    const luis = await aUser({ at: other.url })
    const form = { requiresReview: false, makesFinal: true, signatures: [{ by: 'seal' as const }] }
    const { code } = await aPublishedFormat(boss, form)
    const rows = Array.from({ length: 40 }, (_, index) => ({ nombre: `Persona ${index}` }))
    const batch = await aCompletedBatch(luis.pb, rows, { code })
    const readyCount = async () => {
      const query = { batch: batch.id }
      return (await luis.pb.send('/api/app/requests/documents/parts', { method: 'GET', query })).ready
    }
    await expect.poll(readyCount, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
    await call('', 'DELETE')
    await expect.poll(readyCount, { timeout: 60_000 }).toBe(40)
    const all = await requests(luis).getFullList({ batch: 30, filter: `batch = "${batch.id}"` })
    expect(all).toHaveLength(40)
    for (const request of all) {
      const pdf = await (await download(luis, request)).arrayBuffer()
      const signs = [read(pdf).includes('Sellado electrónicamente'), pdfsig(pdf).includes('Signature is Valid')]
      expect(signs).toEqual(request.documentSeal ? [true, true] : [false, false])
    }
    await call('/own')
  }, 100_000)

  it('is removed', async () => {
    expect(await call('', 'DELETE')).toEqual(settings())
    expect((await testPage()).status).toBe(409)
    const { items } = await boss.pb.send('/api/app/events', { query: { subject: 'settings' } })
    const actions = new Set(items.map(({ action }: { action: string }) => action))
    for (const action of ['sealRequest', 'sealCertificate', 'sealRemove']) expect(actions).toContain(action)
  })

  it('is refused beside one of the environment', async () => {
    for (const path of ['/request', '/own']) {
      const refused = admin.pb.send(`/api/app/seal${path}`, { method: 'POST' })
      expect(await refusalOf(refused)).toMatchObject({ status: 409, code: 'seal.environment' })
    }
    const given = await admin.pb.send<SealSettings>('/api/app/seal', { method: 'GET' })
    expect(given).toMatchObject({
      source: 'environment',
      canStore: false,
      hasTimestamps: true,
      certificate: { fingerprint },
    })
  })
})

describe('remote key', () => {
  let remote: Awaited<ReturnType<Authority['startSigningService']>>
  let other: Server
  let boss: Person
  let luz: Person

  beforeAll(async () => {
    remote = await authority.startSigningService('Empresa remota')
    // The service may be away at startup.
    remote.answers.isAway = true
    const address = `http://${thisMachine}:${remote.port}/csc/v1`
    other = await startServer(inject('image'), { SEAL_URL: address, SEAL_CREDENTIAL: 'sello', UNDO_SECONDS: '0' })
    boss = await theFirstAdmin({ at: other.url })
    luz = await aUser({ at: other.url })
  }, 120_000)
  afterAll(async () => {
    await other?.stop()
    remote.stop()
  })

  it('leaves documents pending while its service does not respond', async () => {
    const { id } = await aRequest(luz, boss, 'approved')
    await settled(luz, id)
    await take(boss, 'issue', { ids: [id] })
    await expect.poll(() => remote.answers.calls).toBeGreaterThan(0)
    const test = () => refusalOf(boss.pb.send('/api/app/seal/test', { method: 'POST' }))
    expect(await test()).toMatchObject({ status: 409, code: 'seal.unavailable' })
    expect(await boss.pb.send('/api/app/seal', { method: 'GET' })).toMatchObject({
      certificate: null,
      source: 'remote',
    })
    const request = () => luz.pb.collection<Request>('requests').getOne(id)
    expect(await request()).toMatchObject({ documentStatus: 'pending' })
    remote.answers.isAway = false
    const superuser = await aSuperuser(other)
    const wake = async () => {
      await superuser.crons.run('documents')
      return request()
    }
    const isReady = { documentStatus: 'ready', documentKind: 'final', documentSeal: { holder: 'Empresa remota' } }
    await expect.poll(wake, { timeout: 90_000, interval: 1000 }).toMatchObject(isReady)
    const sealed = await request()
    const file = await (await download(luz, sealed, sealed.document)).arrayBuffer()
    expect(pdfsig(file)).toMatch(/Total document signed\n.*Signature is Valid/)
    expect(await boss.pb.send('/api/app/seal', { method: 'GET' })).toMatchObject({
      certificate: { holder: 'Empresa remota', issuer: 'Autoridad de prueba' },
    })
  }, 120_000)
})

describe('end of the certificate', () => {
  const noticesOf = async (person: Person) => {
    const { items } = await person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
    return items.filter(({ kind }) => kind === 'sealEnd')
  }
  const lastDay = (certificate: string) => {
    const end = authority.openssl('x509', '-noout', '-enddate', '-in', certificate).toString().split('=')[1] ?? ''
    return formatLongDate(getLocalDay('America/Bogota', Date.parse(end)))
  }

  it('is notified to administrators 30 and 3 days before, once', async () => {
    const environment = { ENCRYPTION_KEY: 'un-secreto-de-prueba-de-32-letras-o-mas' }
    const other = await startServer(inject('image'), environment)
    onTestFinished(async () => {
      await other.stop()
    })
    const boss = await theFirstAdmin({ at: other.url })
    const user = await aUser({ at: other.url })
    const superuser = await aSuperuser(other)
    const upload = async (days: string) => {
      const { certificate, key } = authority.issue(`Vence ${days}`, 'P-256', undefined, days)
      const body = {
        file: Buffer.from(readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8')).toString('base64'),
      }
      await boss.pb.send('/api/app/seal/certificate', { method: 'POST', body })
      await superuser.crons.run('seal')
      return lastDay(certificate)
    }
    await upload('40')
    const days = await upload('20')
    await expect.poll(() => noticesOf(boss)).toHaveLength(1)
    const [first] = await noticesOf(boss)
    expect(first && formatNotice(first)).toBe(`El certificado del sello vence el ${days}.`)
    await boss.pb.send('/api/app/notices/read', { method: 'POST', body: { ids: [first?.id] } })
    await superuser.crons.run('seal')
    const soon = await upload('2')
    // A second notice of the first certificate would be unread, and would count together with that of the other certificate.
    const said = async () => (await noticesOf(boss)).map((notice) => `${notice.count}: ${formatNotice(notice)}`)
    await expect
      .poll(said)
      .toEqual([`1: El certificado del sello vence el ${soon}.`, `1: El certificado del sello vence el ${days}.`])
    expect(await noticesOf(user)).toEqual([])
  }, 120_000)

  it('does not stop the server; later documents fail with the reason, and administrators get a mail', async () => {
    const { certificate, key } = authority.issue('Vencida', 'P-256', undefined, '-1')
    const environment = {
      SEAL_CERT: readFileSync(certificate, 'utf8'),
      SEAL_KEY: readFileSync(key, 'utf8'),
      UNDO_SECONDS: '0',
    }
    const other = await startServer(inject('image'), { ...testServer().mailEnvironment, ...environment })
    onTestFinished(async () => {
      await other.stop()
    })
    const boss = await theFirstAdmin({ at: other.url })
    const { id } = await aRequest(boss, boss, 'approved')
    await settled(boss, id)
    await take(boss, 'issue', { ids: [id] })
    expect(await settled(boss, id)).toMatchObject({ documentStatus: 'failed', documentError: 'seal.expired' })
    const superuser = await aSuperuser(other)
    await superuser.crons.run('seal')
    await expect.poll(() => noticesOf(boss)).toHaveLength(1)
    await superuser.crons.run('minute')
    const subject = `El certificado del sello venció el ${lastDay(certificate)}`
    const mails = () => mailsTo(boss.email).filter((mail) => mail.subject === subject)
    await expect.poll(() => mails().flatMap(linksIn), { timeout: 30_000 }).toContain(`${other.url}/app/settings/seal`)
  }, 120_000)
})
