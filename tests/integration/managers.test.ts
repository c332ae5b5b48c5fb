import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Event } from '../../src/domain/history/event.ts'
import type { RequestRoute } from '../../src/domain/requests/request-route.ts'
import { addDays, getLocalDay } from '../../src/domain/time/local-time.ts'
import type { Manager } from '../../src/domain/users/user-output.ts'
import { runMinuteJobs, startServer } from '../support/container.ts'
import { importRecords } from '../support/lists.ts'
import { anAdmin, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, pageOf, requests, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

const place = () => ({ at: server.url })
const aGroup = async (members: Person[]) => {
  const name = `Grupo ${randomUUID().slice(0, 8)}`
  return (await admin.pb.collection('groups').create({ name, members: members.map(({ id }) => id) })).id
}
const aRouted = (route: object[], correo: Partial<Field> = {}) =>
  aPublishedFormat(admin, {
    fields: [{ key: 'correo', label: 'Correo', type: 'email', ...correo }],
    body: '{{correo}}',
    route: route as Format['route'],
  } as Partial<Format>)
const setManager = (user: Person, manager: Person | null, by = admin) =>
  by.pb.collection('users').update(user.id, { manager: manager?.id ?? '' })
/** Returns the id of a list of addresses that every user can read. */
async function aListOfPeople(addresses: string[]): Promise<string> {
  const columns = [{ key: 'correo', label: 'Correo', type: 'email' }]
  const list = { name: `Personas ${randomUUID().slice(0, 8)}`, columns, keyColumn: 'correo', access: 'everybody' }
  const { id } = await admin.pb.collection('lists').create(list)
  await importRecords(
    admin,
    { id },
    addresses.map((correo) => ({ correo })),
  )
  return id
}
const sql = (query: string) =>
  superuser.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } }).then(({ rows }) => rows)

async function sent(owner: Person, format: Format, values: Record<string, string> = {}): Promise<string> {
  const { id } = await requests(owner).create({ format: format.id, values })
  expect(await take(owner, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
  return id
}

/** Names of those of these users to whom the queue, the record, the counts and the action allow the decision. */
async function approvers(id: string, people: Person[]): Promise<string[]> {
  const found = []
  const { owner } = await requests(admin).getOne(id)
  for (const person of people) {
    const { items, totalItems } = await pageOf(person, { mine: 'decide', perPage: 200 })
    const isListed = items.some((item) => item.id === id)
    expect(totalItems, person.name).toBe(items.length)
    const { decide } = await person.pb.send('/api/app/counts', { method: 'GET' })
    expect(decide?.total ?? 0, person.name).toBe(totalItems)
    const status = await requests(person)
      .getOne(id)
      .then(
        () => 200,
        (error) => error.status,
      )
    if (person !== admin && person.id !== owner) expect(status, person.name).toBe(isListed ? 200 : 404)
    if (isListed) found.push(person.name)
  }
  return found
}
const stagesOf = async (person: Person, id: string) =>
  (await person.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })).steps
const waitingNotice = async (person: Person) =>
  (await person.pb.send('/api/app/notices', { method: 'GET' })).items.find(
    ({ kind }: { kind: string }) => kind === 'waiting',
  )?.count

const server = await startServer(inject('image'), {}, () => {}, { schedule: 'none' })
const superuser = await aSuperuser(server)
const named = (name: string) => aUser({ ...place(), name })
const admin = await anAdmin(place())
const [ana, boss, nextBoss, backup] = await Promise.all([
  named('Ana Ruiz'),
  named('Sol Paz'),
  named('Nora Gil'),
  named('Talento Humano'),
])
const group = await aGroup([backup])
const ofOwner = await aRouted([{ key: 'jefe', name: 'Jefe', manager: {}, group }])
const ofField = await aRouted([{ key: 'jefe', name: 'Jefe', manager: { field: 'correo' }, people: [backup.id] }])
afterAll(() => server.stop())

describe('manager of a user', () => {
  it('is set by administrators only, never to the user', async () => {
    await setManager(ana, boss)
    expect(await refusalOf(setManager(ana, nextBoss, ana))).toMatchObject({ status: 404 })
    expect(await refusalOf(setManager(ana, boss, boss))).toMatchObject({ status: 404 })
    expect(await refusalOf(setManager(ana, ana))).toMatchObject({ status: 404 })
    expect(await refusalOf(setManager(admin, admin, admin))).toMatchObject({ status: 404 })
    const forged = {
      name: 'Eva Gil',
      email: `${randomUUID()}@ejemplo.test`,
      password: 'clave-larga-1',
      manager: boss.id,
    }
    const register = ana.pb.collection('users').create({ ...forged, passwordConfirm: forged.password })
    expect(await refusalOf(register)).toMatchObject({ status: 400 })
    expect(await admin.pb.collection('users').getOne(ana.id)).toMatchObject({ manager: boss.id })
    await expect(sql(`UPDATE users SET manager = id WHERE id = '${ana.id}'`)).rejects.toThrow()
  })

  it('is named in the own profile and the history, and filters reveal nothing else of the manager', async () => {
    const managerOf = (person: Person) => ana.pb.send<Manager>(`/api/app/users/${person.id}/manager`, { method: 'GET' })
    expect(await managerOf(ana)).toEqual({ name: 'Sol Paz', isActive: true })
    expect(await refusalOf(managerOf(boss))).toMatchObject({ status: 403 })
    const own = { filter: `manager.phone ~ '3'`, expand: 'manager' }
    expect((await ana.pb.collection('users').getList(1, 1, own)).totalItems).toBe(0)
    const { expand } = await ana.pb.collection('users').getOne(ana.id, { expand: 'manager' })
    expect(expand).toEqual({})
    const events = await admin.pb.send('/api/app/events', { query: { subject: 'users', subjectId: ana.id } })
    expect(events.items.find(({ action }: Event) => action === 'update')).toMatchObject({
      details: { fields: ['manager'], changes: { manager: { from: '', to: 'Sol Paz' } } },
    })
  })

  it('is kept while users depend on the account', async () => {
    const remove = admin.pb.send(`/api/app/users/${boss.id}`, { method: 'DELETE' })
    expect(await refusalOf(remove)).toMatchObject({ code: 'user.inUse' })
    const open = await admin.pb.send(`/api/app/users/${boss.id}/open`, { method: 'GET' })
    expect(open).toMatchObject({ managed: 1, formats: [ofOwner.name, ofField.name].sort() })
  })

  it('is set with an invitation by the address of an active account', async () => {
    const email = `${randomUUID()}@ejemplo.test`
    const invite = (manager: string) =>
      admin.pb.send('/api/app/users/invite', {
        method: 'POST',
        body: { name: 'Eva Gil', email, role: '_user', manager },
      })
    expect(await refusalOf(invite('nadie@ejemplo.test'))).toMatchObject({ code: 'user.managerUnknown' })
    const { id } = await invite(boss.email.toUpperCase())
    expect(await admin.pb.collection('users').getOne(id)).toMatchObject({ manager: boss.id })
  })
})

describe('stage of the manager', () => {
  const everybody = () => [admin, ana, boss, nextBoss, backup]

  it('is decided by the manager of the requester', async () => {
    await setManager(ana, boss)
    const id = await sent(ana, ofOwner)
    expect(await approvers(id, everybody())).toEqual(['Sol Paz'])
    expect(await waitingNotice(boss)).toBe(1)
    expect(await stagesOf(ana, id)).toMatchObject([{ manager: 'Sol Paz', vacant: false, state: 'current' }])
    for (const person of [admin, ana, nextBoss, backup])
      expect((await take(person, 'approve', { ids: [id] })).changed, person.name).toEqual([])
    expect(await take(boss, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
    expect(await requests(ana).getOne(id)).toMatchObject({ status: 'approved' })
    expect(await stagesOf(boss, id)).toMatchObject([{ decisions: [{ personName: 'Sol Paz', inPlaceOf: '' }] }])
  })

  it('is decided by the approvers that the stage names if the requester has no active manager', async () => {
    await setManager(ana, null)
    const none = await sent(ana, ofOwner)
    expect(await approvers(none, everybody())).toEqual(['Talento Humano'])
    expect(await stagesOf(ana, none)).toMatchObject([{ manager: '', vacant: false }])
    const gone = await aUser({ ...place(), name: 'Rosa Gil' })
    await setManager(ana, gone)
    expect(await approvers(none, everybody())).toEqual([])
    await setActive(gone, false, place())
    const second = await sent(ana, ofOwner)
    for (const id of [none, second]) expect(await approvers(id, everybody())).toEqual(['Talento Humano'])
    expect(await stagesOf(ana, none)).toMatchObject([{ manager: '', vacant: false }])
    expect(await take(backup, 'approve', { ids: [none, second] })).toMatchObject({ changed: [none, second] })
  })

  it('moves waiting requests to a new manager, and keeps those of others', async () => {
    const eva = await aUser({ ...place(), name: 'Eva Gil' })
    await setManager(ana, boss)
    await setManager(eva, boss)
    const [own, other] = [await sent(ana, ofOwner), await sent(eva, ofOwner)]
    await setManager(ana, nextBoss)
    expect(await approvers(own, everybody())).toEqual(['Nora Gil'])
    expect(await approvers(other, everybody())).toEqual(['Sol Paz'])
    expect((await take(boss, 'approve', { ids: [own] })).changed).toEqual([])
    expect(await take(nextBoss, 'reject', { ids: [own], reason: 'No.' })).toMatchObject({ changed: [own] })
    expect(await take(boss, 'return', { ids: [other], reason: 'Falta.' })).toMatchObject({ changed: [other] })
    await take(eva, 'submit', { ids: [other] })
    expect(await approvers(other, everybody())).toEqual(['Sol Paz'])
    await take(boss, 'approve', { ids: [other] })
  })

  it('moves thousands of waiting requests in chunks, also after an interruption', async () => {
    const many = await aUser({ ...place(), name: 'Con muchas' })
    await setManager(many, boss)
    const id = await sent(many, ofOwner)
    const columns = `(SELECT group_concat('"' || name || '"') FROM pragma_table_info('requests') WHERE name NOT IN ('id', 'number', 'serial'))`
    const [[copied = ''] = []] = await sql(`SELECT ${columns}`)
    await sql(`INSERT INTO requests (id, number, ${copied})
      SELECT substr(lower(hex(randomblob(8))), 2), 'X-' || n.value, ${copied} FROM requests, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2499) SELECT value FROM n) AS n WHERE id = '${id}'`)
    const managers = () =>
      sql(`SELECT manager, count(*) FROM requests WHERE managed = '${many.id}' GROUP BY 1 ORDER BY 2`)
    expect(await managers()).toEqual([[boss.id, '2500']])
    await setManager(many, nextBoss)
    expect(await managers()).toEqual([[nextBoss.id, '2500']])
    // The process died after the first chunk, and the manager changed again.
    await sql(`UPDATE users SET manager = '${boss.id}' WHERE id = '${many.id}'`)
    expect(await managers()).toEqual([
      [boss.id, '1000'],
      [nextBoss.id, '1500'],
    ])
    await sql(`UPDATE users SET manager = '${backup.id}' WHERE id = '${many.id}'`)
    await runMinuteJobs(server)
    expect(await managers()).toEqual([[backup.id, '2500']])
    expect(await sql('SELECT * FROM manager_changes')).toEqual([])
    await sql(`DELETE FROM requests WHERE managed = '${many.id}'`)
  })

  it('is decided by the substitute of the manager', async () => {
    const deputy = await aUser({ ...place(), name: 'Eva Ruiz' })
    await setManager(ana, boss)
    const id = await sent(ana, ofOwner)
    const today = getLocalDay('CO', Date.now())
    const days = { from: today, to: addDays(today, 3) }
    const made = await admin.pb.collection('substitutions').create({ person: boss.id, substitute: deputy.id, ...days })
    expect(await approvers(id, [...everybody(), deputy])).toEqual(['Sol Paz', 'Eva Ruiz'])
    expect(await take(deputy, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
    expect(await stagesOf(ana, id)).toMatchObject([{ decisions: [{ personName: 'Eva Ruiz', inPlaceOf: 'Sol Paz' }] }])
    await admin.pb.collection('substitutions').delete(made.id)
  })

  it('is decided by the manager of the person in the field, whose address may have any case', async () => {
    await setManager(ana, nextBoss)
    const id = await sent(boss, ofField, { correo: ana.email.toUpperCase() })
    expect(await approvers(id, [admin, ana, nextBoss, backup])).toEqual(['Nora Gil'])
    await take(nextBoss, 'approve', { ids: [id] })
    const unknown = [await sent(boss, ofField, { correo: 'nadie@ejemplo.test' }), await sent(boss, ofField)]
    for (const each of unknown) {
      expect(await approvers(each, [admin, ana, nextBoss, backup])).toEqual(['Talento Humano'])
      await take(backup, 'approve', { ids: [each] })
    }
    await setManager(ana, boss)
    const own = await sent(boss, ofField, { correo: ana.email })
    expect(await approvers(own, [admin, ana, nextBoss, backup])).toEqual(['Talento Humano'])
    expect(await stagesOf(boss, own)).toMatchObject([{ manager: '' }])
    await take(backup, 'approve', { ids: [own] })
  })

  it('goes to an administrator if the requester alone would decide instead of a manager', async () => {
    const id = await sent(backup, ofOwner)
    expect(await approvers(id, [admin, ana, boss])).toEqual([admin.name])
    expect(await stagesOf(backup, id)).toMatchObject([{ manager: '', vacant: true }])
    expect((await take(backup, 'approve', { ids: [id] })).changed).toEqual([])
    expect(await take(admin, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
  })

  it('follows another stage, and is left and reached again by an undo', async () => {
    await setManager(ana, boss)
    const format = await aRouted([
      { key: 'a', name: 'A', people: [backup.id] },
      { key: 'jefe', name: 'Jefe', manager: {}, people: [backup.id] },
      { key: 'c', name: 'C', people: [backup.id] },
    ])
    const id = await sent(ana, format)
    expect(await approvers(id, everybody())).toEqual(['Talento Humano'])
    await take(backup, 'approve', { ids: [id] })
    expect(await approvers(id, [boss, nextBoss])).toEqual(['Sol Paz'])
    const { undo } = (await take(boss, 'approve', { ids: [id], undoable: true })) as unknown as { undo: { id: string } }
    expect(await approvers(id, [nextBoss, backup])).toEqual(['Talento Humano'])
    await boss.pb.send(`/api/app/decisions/${undo.id}/undo`, { method: 'POST' })
    expect(await approvers(id, [boss, nextBoss])).toEqual(['Sol Paz'])
    expect(await take(boss, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
    expect(await take(backup, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
  })

  it('is previewed with the name of who decides', async () => {
    await setManager(ana, boss)
    const preview = (format: Format, values: object) =>
      ana.pb.send<RequestRoute>('/api/app/requests/preview/route', {
        method: 'POST',
        body: { format: format.id, values },
      })
    const stage = { name: 'Jefe', state: 'waiting', vacant: false }
    expect((await preview(ofOwner, {})).steps).toMatchObject([{ ...stage, manager: 'Sol Paz' }])
    expect((await preview(ofField, { correo: ana.email })).steps).toMatchObject([{ ...stage, manager: 'Sol Paz' }])
    expect((await preview(ofField, {})).steps).toMatchObject([
      { ...stage, manager: '', isManagerHidden: false, people: ['Talento Humano'] },
    ])
  })

  it('does not name the manager of a user whose address the requester types', async () => {
    await setManager(boss, nextBoss)
    const preview = (person: Person, correo: string) =>
      person.pb.send<RequestRoute>('/api/app/requests/preview/route', {
        method: 'POST',
        body: { format: ofField.id, values: { correo } },
      })
    const [managed] = (await preview(ana, boss.email)).steps
    expect(managed).toMatchObject({ state: 'waiting', manager: '', isManagerHidden: true })
    // Neither does it tell whether the user exists or has a manager.
    for (const address of [backup.email, 'nadie@ejemplo.test'])
      expect((await preview(ana, address)).steps).toEqual([managed])
    expect((await preview(admin, boss.email)).steps).toMatchObject([{ manager: 'Nora Gil', isManagerHidden: false }])
    const draft = await aDraft(ana, { correo: boss.email }, ofField.code)
    expect(await stagesOf(ana, draft.id)).toEqual([managed])
    await take(ana, 'submit', { ids: [draft.id] })
    expect(await stagesOf(ana, draft.id)).toMatchObject([{ manager: 'Nora Gil' }])
    await take(nextBoss, 'approve', { ids: [draft.id] })
    await setManager(boss, null)
  })

  it('names the manager of a person whom the requester chooses in a list', async () => {
    await setManager(boss, nextBoss)
    const list = await aListOfPeople([boss.email])
    const format = await aRouted([{ key: 'jefe', name: 'Jefe', manager: { field: 'correo' }, people: [backup.id] }], {
      list: { id: list, column: 'correo', fixed: true },
    })
    const preview = (correo: string) =>
      ana.pb.send<RequestRoute>('/api/app/requests/preview/route', {
        method: 'POST',
        body: { format: format.id, values: { correo } },
      })
    expect((await preview(boss.email)).steps).toMatchObject([{ manager: 'Nora Gil', isManagerHidden: false }])
    expect((await preview(ana.email.replace('@', '.x@'))).steps).toMatchObject([{ isManagerHidden: true }])
    await setManager(boss, null)
  })

  it('routes each row of a batch to the manager of its person', async () => {
    await setManager(ana, boss)
    await setManager(boss, nextBoss)
    const body = { format: ofField.id, fileName: 'filas.csv', fileHash: 'a'.repeat(64), total: 3 }
    const batch = await backup.pb.send('/api/app/batches', { method: 'POST', body })
    const rows = [ana.email, boss.email, ''].map((correo, index) => ({ row: index + 2, values: { correo } }))
    await backup.pb.send(`/api/app/batches/${batch.id}/rows`, { method: 'POST', body: { rows } })
    await backup.pb.send(`/api/app/batches/${batch.id}/confirm`, { method: 'POST' })
    const waiting = async (person: Person) => (await pageOf(person, { mine: 'decide', batch: batch.id })).totalItems
    await expect.poll(() => waiting(boss)).toBe(1)
    expect([await waiting(nextBoss), await waiting(backup), await waiting(admin)]).toEqual([1, 0, 1])
    expect(await waitingNotice(nextBoss)).toBe(1)
    await setManager(boss, null)
  })

  it('keeps the derived counts equal to a recount', async () => {
    const recount = `SELECT iif(step > 0, formatVersion, '') AS v, step, manager, iif(step > 0, owner, ''), dueAt, count(*)
      FROM requests WHERE status = 'submitted' AND (step > 0 OR dueAt != '') GROUP BY 1, 2, 3, 4, 5`
    expect(await sql(`SELECT * FROM (${recount} EXCEPT SELECT * FROM request_waiting)`)).toEqual([])
    expect(await sql(`SELECT * FROM (SELECT * FROM request_waiting EXCEPT ${recount})`)).toEqual([])
    expect(await sql("SELECT id FROM requests WHERE step = 0 AND (managed != '' OR manager != '')")).toEqual([])
  })
})
