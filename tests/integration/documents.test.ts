import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { aBatch, aCompletedBatch, cartaLaboral, formatOf, sendRows } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person, setActive, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aDraft,
  aFormat,
  aPublishedFormat,
  aRequest,
  download,
  earlierOf,
  formatStep,
  read,
  requests,
  settled,
  settledAll,
  take,
} from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const [ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])

const history = (person: Person, id: string) =>
  person.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })

describe('document', () => {
  it('is a valid PDF with the values of the request', async () => {
    const request = await aRequest(ana, admin, 'approved')
    expect(request.documentStatus).toBe('ready')
    const text = read(await (await download(ana, request)).arrayBuffer())
    for (const word of [
      'PRELIMINAR',
      request.documentNumber,
      'María José Güell Peña',
      '0012345678',
      'DOS MILLONES QUINIENTOS MIL PESOS M/CTE',
      '3 de febrero de 2020',
      'Página 1 de 1',
    ])
      expect(text).toContain(word)
  })

  it('is served to its owner and administrators only, without caching', async () => {
    const request = await aRequest(ana, admin, 'approved')
    for (const person of [ana, admin]) {
      const response = await download(person, request)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${request.documentNumber}.pdf"`,
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    const gone = await aUser()
    const own = await aRequest(gone, admin, 'approved')
    const token = await gone.pb.files.getToken()
    await setActive(gone, false)
    const address = ana.pb.files.getURL(request, request.document)
    const others = [
      address,
      luis.pb.files.getURL(request, request.document, { token: await luis.pb.files.getToken() }),
      ana.pb.files.getURL(request, request.document, { token: ana.pb.authStore.token }),
      gone.pb.files.getURL(own, own.document, { token }),
    ]
    for (const url of others) expect((await fetch(url)).status).toBe(404)
    const header = await fetch(address, { headers: { Authorization: ana.pb.authStore.token } })
    expect(header.status).toBe(404)
  })

  it('keeps its number when regenerated, and the earlier file in the history', async () => {
    const first = await aRequest(ana, admin, 'approved')
    await take(admin, 'regenerate', { ids: [first.id] })
    const second = await settled(ana, first.id)
    expect(second).toMatchObject({ documentStatus: 'ready', documentNumber: first.documentNumber })
    expect(second.document).not.toBe(first.document)
    const earlier = await earlierOf(ana, first.id)
    expect(earlier.map(({ number, file }) => [number, file])).toEqual([[first.documentNumber, first.document]])
    const documentEvents = (await history(ana, first.id)).filter(({ action }) => action === 'document')
    expect(documentEvents.map(({ details }) => details)).toEqual([
      { number: first.documentNumber, kind: 'preliminary' },
      { number: first.documentNumber, kind: 'preliminary', previous: first.document },
    ])
    read(await (await download(ana, second)).arrayBuffer())
    expect((await download(ana, second, first.document)).status).toBe(404)
  })

  it('can be regenerated any number of times', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    for (let time = 1; time <= 52; time++) await take(admin, 'regenerate', { ids: [id] })
    expect((await settled(ana, id)).documentStatus).toBe('ready')
    expect((await earlierOf(ana, id)).length).toBe(52)
  })

  it('is not requested with characters that it cannot print', async () => {
    const { id } = await aDraft(ana, cartaLaboral({ nombre_completo: 'Łukasz 東京' }))
    expect(await take(ana, 'submit', { ids: [id] })).toEqual({
      changed: [],
      skipped: [{ id, code: 'request.values', errors: { nombre_completo: 'unprintable' } }],
    })
    expect(await requests(ana).getOne(id)).toMatchObject({ status: 'draft', number: '' })
    const batch = await aBatch(ana.pb, { total: 2 })
    const rows = [cartaLaboral({ nombre_completo: 'Łukasz Nguyễn' }), cartaLaboral({ cargo: 'Jefe 東' })]
    expect(await sendRows(ana.pb, batch, rows)).toEqual({
      valid: 1,
      errors: [{ row: 3, errors: { cargo: 'unprintable' } }],
    })
    const format = await aFormat(admin, { body: 'Consta que {{nombre}} existe. ☂' })
    expect(await refusalOf(formatStep(admin, format, 'publish'))).toMatchObject({
      code: 'format.invalid',
      fields: { body: 'unprintable' },
    })
  })

  it('is made for each of sixty requests approved at once', async () => {
    const drafts = await Promise.all(Array.from({ length: 60 }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    expect((await take(admin, 'approve', { ids })).changed).toHaveLength(60)
    const made = await settledAll(ana, ids)
    expect(made.every(({ documentStatus, document }) => documentStatus === 'ready' && document)).toBe(true)
    expect(new Set(made.map(({ documentNumber }) => documentNumber)).size).toBe(60)
    // Stored in chunks, because single writes would delay other writers sixty times.
    expect(new Set(made.map(({ updated }) => updated)).size).toBeLessThan(60)
    const histories = await Promise.all(ids.map((id) => history(ana, id)))
    for (const [index, lines] of histories.entries())
      expect(lines.filter(({ action }) => action === 'document')).toEqual([
        expect.objectContaining({
          actor: '',
          from: '',
          to: '',
          details: { number: made[index]?.documentNumber, kind: 'preliminary' },
        }),
      ])
    for (const request of [made[0], made[30], made[59]] as Request[])
      expect(read(await (await download(ana, request)).arrayBuffer())).toContain(request.documentNumber)
  })
})

describe('document on its own server', () => {
  let server: Server
  let superuser: PocketBase
  let ana: Person
  let admin: Person
  beforeAll(async () => {
    server = await startServer(inject('image'))
    const place = { at: server.url }
    superuser = await aSuperuser(server)
    ;[ana, admin] = await Promise.all([aUser(place), theFirstAdmin(place)])
  })
  afterAll(() => server.stop())

  it('reports a failure by code, and its request can be returned with both numbers kept', async () => {
    const { id } = await aDraft(ana, cartaLaboral({ dirigido_a: 'Señores' }))
    await take(ana, 'submit', { ids: [id] })
    // Value of an earlier version, which accepted all characters.
    const query = `UPDATE requests SET "values" = json_set("values", '$.dirigido_a', 'Señores 東京') WHERE id = '${id}'`
    await superuser.send('/api/sql', { method: 'POST', body: { query } })
    await take(admin, 'approve', { ids: [id] })
    const failed = await settled(ana, id)
    expect(failed).toMatchObject({
      status: 'approved',
      documentStatus: 'failed',
      document: '',
      documentError: 'document.characters',
      documentErrorDetails: { characters: '«東», «京»', fields: '«Dirigido a»' },
    })
    expect((await history(ana, id)).at(-1)).toMatchObject({
      action: 'documentFailed',
      reason: 'document.characters',
      details: failed.documentErrorDetails,
    })
    const reason = 'Escriba el destinatario con letras latinas.'
    expect((await take(ana, 'return', { ids: [id], reason })).skipped).toEqual([{ id, code: 'request.forbidden' }])
    expect(await refusalOf(take(admin, 'return', { ids: [id] }))).toMatchObject({ code: 'request.reason' })
    expect((await take(admin, 'return', { ids: [id], reason })).changed).toEqual([id])
    expect(await requests(ana).getOne(id)).toMatchObject({ status: 'returned', documentStatus: 'none', reason })
    await requests(ana).update(id, { values: cartaLaboral() })
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    expect(await settled(ana, id)).toMatchObject({
      status: 'approved',
      documentStatus: 'ready',
      documentError: '',
      number: failed.number,
      documentNumber: failed.documentNumber,
    })
    expect((await take(admin, 'return', { ids: [id], reason })).skipped).toEqual([{ id, code: 'request.transition' }])
  })

  it('is made if another document of the call fails', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    const wrong = ids[5] ?? ''
    const query = `UPDATE requests SET "values" = json_set("values", '$.dirigido_a', '東京') WHERE id = '${wrong}'`
    await superuser.send('/api/sql', { method: 'POST', body: { query } })
    await take(admin, 'approve', { ids })
    const made = await settledAll(ana, ids)
    expect(made.map(({ documentStatus }) => documentStatus)).toEqual(
      ids.map((id) => (id === wrong ? 'failed' : 'ready')),
    )
  })

  it('is made once for each of 200 requests, also after a crash', async () => {
    const batch = await aCompletedBatch(
      ana.pb,
      Array.from({ length: 200 }, (_, i) => cartaLaboral({ cargo: `Auxiliar ${i}` })),
    )
    const filter = { batch: batch.id, status: 'submitted' }
    await take(admin, 'approve', { filter, expected: 200 })
    await server.crash()
    const pending = `batch = '${batch.id}' && documentStatus = 'pending'`
    const left = async () => (await requests(ana).getList(1, 1, { filter: pending })).totalItems
    expect(await left()).toBeGreaterThan(0)
    await superuser.crons.run('documents')
    await expect.poll(left).toBe(0)
    const made = await requests(ana).getFullList({ batch: 30, filter: `batch = '${batch.id}'` })
    expect(new Set(made.map(({ documentNumber }) => documentNumber)).size).toBe(200)
    const token = await ana.pb.files.getToken()
    for (const request of made) {
      const response = await fetch(ana.pb.files.getURL(request, request.document, { token }))
      expect((await response.text()).endsWith('%%EOF\n')).toBe(true)
    }
    const documentEvents = await ana.pb.collection('events').getFullList<Event>({ filter: "action = 'document'" })
    const subjects = documentEvents.map(({ subjectId }) => subjectId)
    for (const { id } of made) expect(subjects.filter((subject) => subject === id)).toEqual([id])
  })

  // A worker polls until the minute ends; the next job starts another worker.
  it('is made by two workers at once, each document by one worker', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => cartaLaboral({ cargo: `Auxiliar ${i}` }))
    const batch = await aCompletedBatch(ana.pb, rows)
    await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 300 })
    const query = `SELECT ifnull(sum(documentLease > unixepoch()), 0), count(*) FROM requests WHERE documentStatus = 'pending'`
    let most = 0
    for (let left = 300; left > 0; ) {
      const response = await superuser.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } })
      const [held = 0, pending = 0] = (response.rows[0] ?? []).map(Number)
      most = Math.max(most, held)
      left = pending
    }
    // One worker leases at most twenty documents.
    expect(most).toBeGreaterThan(20)
    expect(most).toBeLessThanOrEqual(40)
    const made = await requests(ana).getFullList({ batch: 30, filter: `batch = '${batch.id}'` })
    const documentEvents = await ana.pb.collection('events').getFullList<Event>({ filter: "action = 'document'" })
    const subjects = documentEvents.map(({ subjectId }) => subjectId)
    expect(made.filter(({ id }) => subjects.filter((subject) => subject === id).length !== 1)).toEqual([])
  })

  it('is left to the worker that holds its lease', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    await settled(ana, id)
    const write = (until: string) =>
      superuser.send('/api/sql', {
        method: 'POST',
        body: { query: `UPDATE requests SET documentStatus = 'pending', documentLease = ${until} WHERE id = '${id}'` },
      })
    await write('unixepoch() + 130')
    await ana.pb.send(`/api/app/requests/${id}/document`, { method: 'POST' })
    // The service responds before it stores anything; another document is generated during that.
    await settled(ana, (await aRequest(ana, admin, 'approved')).id)
    expect((await requests(ana).getOne(id)).documentStatus).toBe('pending')
    await write('0')
    await ana.pb.send(`/api/app/requests/${id}/document`, { method: 'POST' })
    expect((await settled(ana, id)).documentStatus).toBe('ready')
  })

  it('keeps its letterhead when the settings change', async () => {
    const { id: settings } = await admin.pb.collection('settings').getFirstListItem('')
    const called = (city: string) => admin.pb.collection('settings').update(settings, { city })
    await called('Barichara')
    const request = await aRequest(ana, admin, 'approved')
    await called('Mompox')
    const letterheads = ana.pb.collection('letterheads')
    expect(await letterheads.getOne(request.letterhead)).toMatchObject({ city: 'Barichara', country: 'CO' })
    expect(read(await (await download(ana, request)).arrayBuffer())).toContain('Barichara')
    await take(admin, 'regenerate', { ids: [request.id] })
    const again = await settled(ana, request.id)
    expect(await letterheads.getOne(again.letterhead)).toMatchObject({ city: 'Mompox' })
    expect((await refusalOf(letterheads.update(again.letterhead, { city: 'x' }))).status).toBe(403)
    // The annulled document is the issued document with a stamp.
    await called('Tunja')
    await take(admin, 'annul', { ids: [request.id], reason: 'Se repite.' })
    const annulled = await settled(ana, request.id)
    expect(annulled.letterhead).toBe(again.letterhead)
    const text = read(await (await download(ana, annulled)).arrayBuffer())
    expect(text).toContain('Mompox')
    expect(text).toContain('ANULADO')
  })
})

describe('preview', () => {
  const preview = async (person: Pick<Person, 'pb'>, body: object) =>
    fetch(`${testServer().url}/api/app/requests/preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: person.pb.authStore.token },
      body: JSON.stringify(body),
    })

  it('returns a PDF of the valid values without number, and stores nothing', async () => {
    const person = await aUser()
    const format = await formatOf(person.pb, 'CL')
    const response = await preview(person, { format, values: cartaLaboral({ cargo: 'Jefa', fecha_ingreso: 'ayer' }) })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const text = read(await response.arrayBuffer())
    expect(text).toContain('PRELIMINAR')
    expect(text).toMatch(/sin número/i)
    expect(text).toContain('Jefa')
    expect(text).not.toContain('ayer')
    expect((await requests(person).getList()).totalItems).toBe(0)
  })

  it('requires an active user and a published format', async () => {
    const format = await formatOf(ana.pb, 'CL')
    expect((await preview({ pb: anonymous() }, { format, values: {} })).status).toBe(401)
    expect((await preview(await anInactiveUser(), { format, values: {} })).status).toBe(401)
    expect((await preview(ana, { format: 'nosuchformat000', values: {} })).status).toBe(400)
    expect((await preview(ana, { format, values: [] })).status).toBe(400)
    expect((await preview(ana, { format, values: { cargo: 'x'.repeat(70_000) } })).status).toBe(400)
  })

  it('uses the format version of the request', async () => {
    const format = await aPublishedFormat(admin)
    const draft = await aDraft(ana, { nombre: 'Ana' }, format.code)
    await admin.pb.collection('formats').update(format.id, { body: 'Nada de {{nombre}}.' })
    await admin.pb.send(`/api/app/formats/${format.id}/publish`, { method: 'POST' })
    const { formatVersion, values } = draft
    expect(read(await (await preview(ana, { format: format.id, formatVersion, values })).arrayBuffer())).toContain(
      'existe',
    )
    expect(read(await (await preview(ana, { format: format.id, values })).arrayBuffer())).toContain('Nada de')
    const other = await formatOf(ana.pb, 'PS')
    expect((await preview(ana, { format: other, formatVersion, values })).status).toBe(400)
  })
})

describe('comments and history', () => {
  const comment = (person: Pick<Person, 'pb'>, id: string, text: unknown) =>
    person.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text } })

  it.each(['', '   ', '\u200b', 'a\u0000b', 'a \u2066b', '\ue000', 'x'.repeat(2001), 7])(
    'reject the text %j',
    async (text) => {
      const { id } = await aRequest(ana, admin, 'draft')
      expect((await refusalOf(comment(ana, id, text))).fields.text).toBeDefined()
    },
  )
})
