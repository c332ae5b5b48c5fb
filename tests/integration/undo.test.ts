import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import type { RequestRoute } from '../../src/domain/requests/request-route.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { aProgram } from '../support/keys.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

const server = await startServer(inject('image'), { UNDO_SECONDS: '60' })
const superuser = await aSuperuser(server)
const at = server.url
const [amparo, rosa] = await Promise.all([anAdmin({ at, name: 'Amparo Gil' }), anAdmin({ at, name: 'Rosa Díaz' })])
const ana = await aUser({ at })
afterAll(() => server?.stop())

const sql = (query: string) => queryOf(superuser)(query)
const undo = (person: Person, id = '') =>
  person.pb.send<{ changed: string[]; skipped: { id: string; code: string }[] }>(`/api/app/decisions/${id}/undo`, {
    method: 'POST',
  })
const unreadOf = async (person: Person) =>
  (await person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })).unread
/** Ends the undo window. */
async function timePasses() {
  await sql("UPDATE undoable_decisions SET until = '2026-01-01 00:00:00.000Z'")
  await superuser.crons.run('decisions')
  await superuser.crons.run('documents')
}
/** Creates a format with its own numbering, and pending requests. */
async function waiting(count: number) {
  const format = await aPublishedFormat(amparo)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await aDraft(ana, { nombre: `Persona ${n}` }, format.code)
    await take(ana, 'submit', { ids: [id] })
    ids.push(id)
  }
  return { format, ids }
}

describe('undo window', () => {
  it('restores the request exactly, once, for its approver only, without losing a number', async () => {
    const { ids, format } = await waiting(3)
    const before = await requests(ana).getOne(ids[0] ?? '')
    const unread = await unreadOf(ana)
    const { changed, undo: way } = await take(amparo, 'approve', { ids: ids.slice(0, 2), undoable: true })
    expect(changed).toEqual(ids.slice(0, 2))
    expect(way).toEqual({ id: expect.stringMatching(/^[a-z0-9]{15}$/), seconds: 60 })
    expect(await requests(ana).getOne(ids[0] ?? '')).toMatchObject({
      status: 'approved',
      documentStatus: 'pending',
      documentNumber: '',
      checkCode: '',
    })
    await superuser.crons.run('documents')
    expect((await refusalOf(undo(rosa, way?.id))).code).toBe('request.undo')
    expect((await refusalOf(undo(ana, way?.id))).code).toBe('request.undo')
    const [undone, ...others] = await Promise.all([1, 2, 3].map(() => undo(amparo, way?.id)))
    expect(others).toEqual([undone, undone])
    expect(undone).toEqual({ changed: expect.arrayContaining(ids.slice(0, 2)), skipped: [] })
    const after = await requests(ana).getOne(ids[0] ?? '')
    expect({ ...after, updated: '' }).toEqual({ ...before, updated: '' })
    // A repeated call of the same user gets the same result for a minute, because the first response may be lost.
    expect(await undo(amparo, way?.id)).toEqual(undone)
    expect((await refusalOf(undo(rosa, way?.id))).status).toBe(409)
    await sql("UPDATE undone_decisions SET until = '2026-01-01 00:00:00.000Z'")
    expect((await refusalOf(undo(amparo, way?.id))).status).toBe(409)
    expect(await unreadOf(ana)).toBe(unread)
    expect(await sql('SELECT count(*) FROM decision_mails')).toEqual([['0']])
    const history = await ana.pb.send<{ action: string; from: string; to: string; actorName: string }[]>(
      `/api/app/requests/${ids[0]}/history`,
      { method: 'GET' },
    )
    expect(history.slice(-2)).toMatchObject([
      { action: 'approve', from: 'submitted', to: 'approved' },
      { action: 'undo', from: 'approved', to: 'submitted', actorName: 'Amparo Gil' },
    ])
    await take(rosa, 'approve', { ids: [ids[2] ?? ''] })
    expect((await settled(ana, ids[2] ?? '')).documentNumber).toMatch(new RegExp(`^${format.code}-\\d{4}-000001$`))
  })

  it('ends with numbers in order, documents and one notice', async () => {
    const { ids } = await waiting(3)
    const unread = await unreadOf(ana)
    const { undo: way } = await take(amparo, 'approve', { ids: ids.toReversed(), undoable: true })
    expect(await unreadOf(ana)).toBe(unread)
    await timePasses()
    await expect
      .poll(
        async () => (await Promise.all(ids.map((id) => requests(ana).getOne(id)))).map((each) => each.documentStatus),
        {
          timeout: 10_000,
        },
      )
      .toEqual(['ready', 'ready', 'ready'])
    const numbers = (await Promise.all(ids.map((id) => requests(ana).getOne(id)))).map((each) => each.documentNumber)
    expect(numbers.map((each) => each.slice(-6))).toEqual(['000001', '000002', '000003'])
    expect(await unreadOf(ana)).toBe(unread + 1)
    expect(await sql('SELECT count(*) FROM undoable')).toEqual([['0']])
    expect((await refusalOf(undo(amparo, way?.id))).code).toBe('request.undo')
  })

  it('ends when its approver settles the decision, and not when others do', async () => {
    const { ids } = await waiting(1)
    const { undo: way } = await take(amparo, 'approve', { ids, undoable: true })
    const settle = (person: Person) => person.pb.send(`/api/app/decisions/${way?.id}/settle`, { method: 'POST' })
    await Promise.all([settle(rosa), settle(ana)])
    expect(
      await sql(`SELECT until > strftime('%Y-%m-%d %H:%M:%fZ') FROM undoable_decisions WHERE decision = '${way?.id}'`),
    ).toEqual([['1']])
    await settle(amparo)
    expect((await refusalOf(undo(amparo, way?.id))).code).toBe('request.undo')
    // The job of this minute finds it, because it looks while windows are open.
    await expect
      .poll(async () => (await requests(ana).getOne(ids[0] ?? '')).documentNumber, { timeout: 10_000 })
      .toMatch(/000001$/)
  })

  it('opens only on request, and only for decisions', async () => {
    const { id } = await aRequest(ana, amparo, 'submitted')
    expect((await take(amparo, 'reject', { ids: [id], reason: 'No.' })).undo).toBeUndefined()
    expect((await take(amparo, 'reopen', { ids: [id], reason: 'Sí.', undoable: true })).undo).toBeUndefined()
  })

  it('excludes requests that others have changed since', async () => {
    const { ids } = await waiting(3)
    const [annulled = '', left = '', returned = ''] = ids
    const way = (await take(amparo, 'approve', { ids: [annulled, left], undoable: true })).undo
    expect((await take(rosa, 'annul', { ids: [annulled], reason: 'Error.' })).changed).toEqual([annulled])
    expect(await undo(amparo, way?.id)).toEqual({ changed: [left], skipped: [] })
    expect((await settled(ana, annulled)).documentNumber).toMatch(/000001$/)
    const back = (await take(amparo, 'return', { ids: [returned], reason: 'Falta.', undoable: true })).undo
    await requests(ana).update(returned, { values: { nombre: 'Otra' } })
    expect(await undo(amparo, back?.id)).toEqual({ changed: [], skipped: [{ id: returned, code: 'request.changed' }] })
    expect((await requests(ana).getOne(returned)).status).toBe('returned')
    const only = (await take(amparo, 'reject', { ids: [left], reason: 'No.', undoable: true })).undo
    await take(rosa, 'reopen', { ids: [left], reason: 'Sí.' })
    expect((await refusalOf(undo(amparo, only?.id))).code).toBe('request.undo')
  })

  it('stays open after an action without effect', async () => {
    const { ids } = await waiting(1)
    const way = (await take(amparo, 'approve', { ids, undoable: true })).undo
    const luis = await aUser({ at: server.url })
    for (const [person, code] of [
      [luis, 'request.notFound'],
      [ana, 'request.forbidden'],
      [rosa, 'request.transition'],
    ] as const)
      expect((await take(person, 'approve', { ids })).skipped).toEqual([{ id: ids[0], code }])
    expect(await undo(amparo, way?.id)).toEqual({ changed: ids, skipped: [] })
  })

  it('restores requests except those whose unique value was taken', async () => {
    const field = { key: 'codigo', label: 'Código', type: 'text', required: true, unique: true } as const
    const { code } = await aPublishedFormat(amparo, { fields: [field], body: '{{codigo}}' })
    const sent = async (codigo: string) => {
      const { id } = await aDraft(ana, { codigo }, code)
      expect((await take(ana, 'submit', { ids: [id] })).changed).toEqual([id])
      return id
    }
    const [taken, free] = [await sent('A'), await sent('B')]
    const way = (await take(amparo, 'approve', { ids: [taken, free], undoable: true })).undo
    const other = await sent('A')
    expect(await undo(amparo, way?.id)).toMatchObject({
      changed: [free],
      skipped: [{ id: taken, code: 'request.duplicate' }],
    })
    expect((await requests(ana).getOne(free)).status).toBe('submitted')
    await superuser.crons.run('documents')
    expect((await settled(ana, taken)).documentNumber).toMatch(/000001$/)

    await sql(`UPDATE requests SET documentStatus = 'failed' WHERE id = '${taken}'`)
    const waits = () =>
      sql(`SELECT group_concat(action || ' ' || typeof(seconds)) FROM reported_decisions
        WHERE position = (SELECT serial FROM requests WHERE id = '${taken}')`)
    expect(await waits()).toEqual([['approve integer']])
    const back = (await take(amparo, 'return', { ids: [taken], reason: 'Falta.', undoable: true })).undo
    expect(await undo(amparo, back?.id)).toEqual({ changed: [taken], skipped: [] })
    expect(await requests(ana).getOne(taken)).toMatchObject({ status: 'approved', documentStatus: 'failed' })
    expect((await requests(ana).getOne(other)).status).toBe('submitted')
    expect(await waits()).toEqual([['approve integer']])
  })

  it('skips a request that cannot be restored or settled, and finishes the others', async () => {
    const { ids } = await waiting(3)
    const [stubborn = '', ...others] = ids
    const stop = (column: string) =>
      sql(`CREATE TRIGGER stubborn BEFORE UPDATE OF ${column} ON requests
        WHEN NEW.id = '${stubborn}' AND NEW.${column} != OLD.${column} BEGIN SELECT RAISE(ABORT, 'no'); END`)
    const way = (await take(amparo, 'approve', { ids, undoable: true })).undo
    await stop('status')
    const { changed, skipped } = await undo(amparo, way?.id)
    expect(changed.toSorted()).toEqual(others.toSorted())
    expect(skipped).toEqual([{ id: stubborn, code: 'request.undo' }])
    await sql('DROP TRIGGER stubborn')
    await superuser.crons.run('documents')
    expect((await settled(ana, stubborn)).documentNumber).toMatch(/000001$/)

    await sql(
      `UPDATE requests SET documentNumber = '', documentStatus = 'none', status = 'submitted' WHERE id = '${stubborn}'`,
    )
    await take(amparo, 'approve', { ids: [stubborn], undoable: true })
    await take(amparo, 'approve', { ids: others, undoable: true })
    await stop('documentNumber')
    await timePasses()
    for (const id of others) expect((await settled(ana, id)).documentStatus).toBe('ready')
    expect(await sql('SELECT count(*) FROM undoable')).toEqual([['1']])
    await sql('DROP TRIGGER stubborn')
    await timePasses()
    expect((await settled(ana, stubborn)).documentStatus).toBe('ready')
  })

  it('numbers the document in the year of the decision, in the organisation’s time zone', async () => {
    const { ids, format } = await waiting(1)
    await take(amparo, 'approve', { ids, undoable: true })
    await sql(`UPDATE requests SET decidedAt = '2025-01-01 03:00:00.000Z' WHERE id = '${ids[0]}'`)
    await timePasses()
    expect((await settled(ana, ids[0] ?? '')).documentNumber).toBe(`${format.code}-2024-000001`)
  })

  it('does not attribute its documents to the key of a later call', async () => {
    const { ids } = await waiting(7)
    const [mine = '', ...others] = ids
    await take(amparo, 'approve', { ids: [mine], undoable: true })
    const program = await aProgram(rosa, rosa, ['decide'], server.url)
    // Ends the undo window without running the job.
    await sql(`UPDATE undoable_decisions SET until = '2026-01-01 00:00:00.000Z'`)
    await superuser.crons.run('decisions')
    await expect.poll(() => sql('SELECT count(*) FROM undoable')).toEqual([['0']])
    await take(program, 'approve', { ids: others })
    for (const id of ids) await settled(ana, id)
    const keys = `SELECT group_concat(DISTINCT action) FROM events WHERE json_valid(details) AND details ->> 'key' = '${program.name}'`
    expect(await sql(keys)).toEqual([['approve']])
  })

  describe('at a step', () => {
    let [lider, compras] = [] as unknown as [Person, Person]
    beforeAll(async () => {
      const place = { at: server.url }
      ;[lider, compras] = await Promise.all([aUser(place), aUser(place)])
    })
    const aRouted = (...steps: [name: string, people: Person[], all?: boolean][]) => {
      const route = steps.map(([name, people, all], n) => ({
        key: `paso${n}`,
        name,
        people: people.map(({ id }) => id),
        ...(all && { all }),
      }))
      return aPublishedFormat(amparo, { route } as Partial<Format>)
    }
    async function sent(format: Format) {
      const { id } = await aDraft(ana, { nombre: 'Ana' }, format.code)
      expect((await take(ana, 'submit', { ids: [id] })).changed).toEqual([id])
      return id
    }
    /** Returns the stage of a request and its recorded approvals. */
    async function standing(id: string) {
      const { steps } = await ana.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
      return steps.map(({ name, state, decisions }) => `${name} ${state} ${decisions.length}`)
    }

    it('is closed to other users, and notifies the next approvers only at its end', async () => {
      const id = await sent(await aRouted(['Área', [lider]], ['Compras', [compras]]))
      const [before, unread, ofAna] = [await requests(ana).getOne(id), await unreadOf(compras), await unreadOf(ana)]
      const first = (await take(lider, 'approve', { ids: [id], step: 1, undoable: true })).undo
      expect(await requests(ana).getOne(id)).toMatchObject({ status: 'submitted', step: 2 })
      for (const person of [compras, amparo, ana])
        expect((await refusalOf(undo(person, first?.id))).code).toBe('request.undo')
      expect(await undo(lider, first?.id)).toEqual({ changed: [id], skipped: [] })
      expect({ ...(await requests(ana).getOne(id)), updated: '' }).toEqual({ ...before, updated: '' })
      expect(await standing(id)).toEqual(['Área current 0', 'Compras waiting 0'])
      expect((await pageOf(compras, { mine: 'decide' })).items.map((item) => item.id)).not.toContain(id)
      expect((await pageOf(lider, { mine: 'decide' })).items.map((item) => item.id)).toContain(id)
      const second = (await take(lider, 'approve', { ids: [id], step: 1, undoable: true })).undo
      expect(await unreadOf(compras)).toBe(unread)
      await timePasses()
      await expect.poll(() => unreadOf(compras)).toBe(unread + 1)
      expect((await refusalOf(undo(lider, second?.id))).code).toBe('request.undo')
      expect(await unreadOf(ana)).toBe(ofAna)
    })

    it('restores the end of a route, with earlier approvals', async () => {
      const id = await sent(await aRouted(['Área', [lider]], ['Compras', [compras]]))
      await take(lider, 'approve', { ids: [id] })
      const before = await requests(ana).getOne(id)
      const unread = await unreadOf(ana)
      for (const action of ['return', 'reject', 'approve'] as const) {
        const way = (await take(compras, action, { ids: [id], reason: 'x', undoable: true })).undo
        expect(await requests(ana).getOne(id)).toMatchObject({ step: 0, documentNumber: '' })
        expect(await undo(compras, way?.id), action).toEqual({ changed: [id], skipped: [] })
        expect({ ...(await requests(ana).getOne(id)), updated: '' }, action).toEqual({ ...before, updated: '' })
        expect(await standing(id), action).toEqual(['Área passed 1', 'Compras current 0'])
      }
      expect(await unreadOf(ana)).toBe(unread)
      await take(compras, 'approve', { ids: [id], undoable: true })
      await timePasses()
      expect((await settled(ana, id)).documentNumber).toMatch(/000001$/)
      expect(await unreadOf(ana)).toBe(unread + 1)
    })

    it('restores one of two approvals of a step until the other approver decides', async () => {
      const id = await sent(await aRouted(['Ambos', [lider, compras], true]))
      const first = (await take(lider, 'approve', { ids: [id], undoable: true })).undo
      const second = (await take(compras, 'approve', { ids: [id], undoable: true })).undo
      expect(await requests(ana).getOne(id)).toMatchObject({ status: 'approved', documentNumber: '' })
      expect((await refusalOf(undo(lider, first?.id))).code).toBe('request.undo')
      expect(await undo(compras, second?.id)).toEqual({ changed: [id], skipped: [] })
      expect(await standing(id)).toEqual(['Ambos current 1'])
      expect((await take(lider, 'approve', { ids: [id] })).skipped).toEqual([{ id, code: 'request.forbidden' }])
      expect((await take(compras, 'approve', { ids: [id] })).changed).toEqual([id])
      expect((await settled(ana, id)).status).toBe('approved')
    })

    it('restores requests with and without steps of one call', async () => {
      const routed = await sent(await aRouted(['Área', [amparo]]))
      const [plain = ''] = (await waiting(1)).ids
      const way = (await take(amparo, 'approve', { ids: [plain, routed], undoable: true })).undo
      expect((await undo(amparo, way?.id)).changed.toSorted()).toEqual([plain, routed].toSorted())
      for (const id of [plain, routed]) expect((await requests(ana).getOne(id)).status).toBe('submitted')
    })
  })

  it('restores a thousand requests, and ends after a crash with all effects', async () => {
    const batch = await aCompletedBatch(
      ana.pb,
      Array.from({ length: 1000 }, () => cartaLaboral()),
    )
    const filter = { batch: batch.id, status: 'submitted' } as const
    const count = async (status: string) => (await pageOf(amparo, { batch: batch.id, status, perPage: 1 })).totalItems
    const series = () => sql("SELECT name || value FROM counters WHERE name LIKE 'CL-%'")
    const before = await series()
    const first = (await take(amparo, 'approve', { filter, expected: 1000, undoable: true })).undo
    expect(await count('approved')).toBe(1000)
    expect((await undo(amparo, first?.id)).changed).toHaveLength(1000)
    expect(await count('submitted')).toBe(1000)
    expect(await series()).toEqual(before)
    await take(amparo, 'approve', { filter, expected: 1000, undoable: true })
    const next = await aUser({ at: server.url })
    const route = [rosa, next].map(({ id }, n) => ({ key: `p${n}`, name: `Paso ${n}`, people: [id] }))
    const { code } = await aPublishedFormat(amparo, { route } as Partial<Format>)
    const { id } = await aDraft(ana, { nombre: 'Ana' }, code)
    await take(ana, 'submit', { ids: [id] })
    await take(rosa, 'approve', { ids: [id], undoable: true })
    await server.crash()
    expect(await unreadOf(next)).toBe(0)
    await timePasses()
    await expect.poll(() => unreadOf(next)).toBe(1)
    await expect.poll(() => sql('SELECT count(*) FROM undoable_decisions')).toEqual([['0']])
    const [given] =
      (await sql(`SELECT count(DISTINCT documentNumber) || ' ' || (max(CAST(substr(documentNumber, -6) AS INTEGER)) - min(CAST(substr(documentNumber, -6) AS INTEGER)))
      FROM requests WHERE batch = '${batch.id}' AND documentNumber != ''`)) ?? []
    expect(given).toEqual(['1000 999'])
    const unordered = `SELECT count(*) FROM (SELECT documentNumber AS n, lag(documentNumber) OVER (ORDER BY number) AS p
      FROM requests WHERE batch = '${batch.id}') WHERE n < p`
    expect(await sql(unordered)).toEqual([['0']])
  })
})
