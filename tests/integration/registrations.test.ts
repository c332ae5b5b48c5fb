import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { mailsTo, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

let server: Server
let superuser: PocketBase
let admin: Person
beforeAll(async () => {
  server = await startServer(inject('image'), testServer().mailEnvironment, undefined, { schedule: 'none' })
  superuser = await aSuperuser(server)
  admin = await anAdmin({ at: server.url })
})
afterAll(() => server?.stop())

const place = () => ({ at: server.url })
const users = (person: { pb: PocketBase } = admin) => person.pb.collection('users')
const call = (action: string, body: object, by = admin) =>
  by.pb.send(`/api/app/users/${action}`, { method: 'POST', body })
const sql = async (query: string): Promise<unknown[][]> =>
  (await superuser.send('/api/sql', { method: 'POST', body: { query } })).rows
const confirm = ({ id }: Person) => superuser.collection('users').update(id, { verified: true })
const signIn = ({ email, password }: Person) => anonymous(place()).collection('users').authWithPassword(email, password)
const register = ({ email }: Person) =>
  anonymous(place())
    .collection('users')
    .create({ name: 'Otra Vez', email, password: 'clave-otra', passwordConfirm: 'clave-otra' })
const lastEvent = async ({ id }: Person) =>
  (await admin.pb.send('/api/app/events', { method: 'GET', query: { subjectId: id } })).items[0]

describe('reject registrations', () => {
  it('mails the reason to a confirmed address only, records it, and keeps the account out', async () => {
    const [ana, eva] = await Promise.all([anInactiveUser(place()), anInactiveUser(place())])
    await confirm(ana)
    const pending = async () => (await admin.pb.send('/api/app/counts', { method: 'GET' })).admin.pendingUsers
    expect(await pending()).toBe(1)
    const reason = 'No trabaja <b>aquí</b>.\nEscriba a personal.'
    const ids = [eva.id, ana.id, admin.id, 'nadie0000000000']
    expect(await call('reject', { ids, reason })).toEqual({
      changed: [eva.id, ana.id],
      skipped: [
        { id: admin.id, code: 'user.self' },
        { id: 'nadie0000000000', code: 'user.notFound' },
      ],
    })
    const mail = await mailTo(ana.email)
    expect(mail.subject).toBe('Su registro en Formatos preeliminares no se aceptó')
    expect(mail.text).toContain('Motivo: No trabaja &#60;b&#62;aquí&#60;/b&#62;.<br>Escriba a personal.')
    expect(mailsTo(eva.email)).toEqual([])
    expect(await pending()).toBe(0)
    for (const person of [ana, eva]) {
      expect(await users().getOne(person.id)).toMatchObject({ isActive: false, rejected: true })
      expect(await lastEvent(person)).toMatchObject({ action: 'reject', reason, actor: admin.id })
      expect(await refusalOf(signIn(person))).toMatchObject({ status: 403, code: 'user.inactive' })
      // The same response as for any other account.
      expect(await refusalOf(register(person))).toMatchObject({ status: 400, fields: { email: 'user.email' } })
    }
    expect(await call('reject', { ids: [ana.id], reason })).toMatchObject({
      skipped: [{ id: ana.id, code: 'user.notPending' }],
    })
  })

  it('tells administrators nothing when a rejected person confirms the address', async () => {
    const ana = await anInactiveUser(place())
    await call('reject', { ids: [ana.id], reason: 'No.' })
    const { otpId } = await anonymous(place()).collection('users').requestOTP(ana.email)
    const code = (await mailTo(ana.email, { subject: /es su código/ })).subject.slice(0, 6)
    await anonymous(place()).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
    expect(await users().getOne(ana.id)).toMatchObject({ verified: true, rejected: true })
    const { items } = await admin.pb.send('/api/app/notices', { method: 'GET' })
    expect(items.filter(({ subjectId }: { subjectId: string }) => subjectId === ana.id)).toEqual([])
  })

  it('rejects only accounts that wait for activation', async () => {
    const [active, former] = await Promise.all([aUser(place()), aUser(place())])
    await call('deactivate', { ids: [former.id] })
    const ids = [active.id, former.id]
    expect(await call('reject', { ids, reason: 'No.' })).toEqual({
      changed: [],
      skipped: ids.map((id) => ({ id, code: 'user.notPending' })),
    })
    expect(await call('reject', { ids, undo: true })).toMatchObject({ changed: [] })
  })

  it('is undone, and a rejected account is activated later', async () => {
    const [ana, eva] = await Promise.all([anInactiveUser(place()), anInactiveUser(place())])
    const ids = [ana.id, eva.id]
    const states = async () => {
      const found = await Promise.all(ids.map((id) => users().getOne(id)))
      return found.map(({ isActive, rejected, deactivatedAt }) => [isActive, rejected, deactivatedAt !== ''])
    }
    await call('reject', { ids, reason: 'Por error.' })
    expect(await states()).toEqual(Array(2).fill([false, true, true]))
    expect(await call('reject', { ids, undo: true })).toEqual({ changed: ids, skipped: [] })
    expect(await states()).toEqual(Array(2).fill([false, false, false]))
    expect(await lastEvent(ana)).toMatchObject({ action: 'undoRejection', actor: admin.id })
    // An undone activation returns to the state before it.
    await call('activate', { ids })
    await call('deactivate', { ids, undo: true })
    expect(await states()).toEqual(Array(2).fill([false, false, false]))
    await call('reject', { ids, reason: 'De verdad.' })
    await call('activate', { ids: [ana.id] })
    await users().update(eva.id, { isActive: true })
    expect(await states()).toEqual(Array(2).fill([true, false, false]))
    await signIn(ana)
    await call('deactivate', { ids, undo: true })
    expect(await states()).toEqual(Array(2).fill([false, true, true]))
  })

  it.each([[{ ids: [] }], [{ ids: ['x'.repeat(15)] }], [{ ids: ['x'.repeat(15)], reason: ' \n ' }]])(
    'refuses %j',
    async (body) => {
      expect((await refusalOf(call('reject', body))).status).toBe(400)
    },
  )
})

describe('unconfirmed registrations', () => {
  it('expire after seven days, unless confirmed, invited or touched by an administrator', async () => {
    const names = ['Vencida', 'Reciente', 'Confirmada', 'Rechazada', 'Devuelta', 'Agrupada']
    const people = await Promise.all(names.map((name) => anInactiveUser({ name, ...place() })))
    const [expired, recent, confirmed, rejected, undone, grouped] = people as [Person, Person, ...Person[]]
    const invited = await call('invite', { email: 'invitada@ejemplo.test', name: 'Invitada', role: '_user' })
    await confirm(confirmed as Person)
    await call('reject', { ids: [rejected?.id, undone?.id], reason: 'No.' })
    await call('reject', { ids: [undone?.id], undo: true })
    await admin.pb.collection('groups').create({ name: 'Espera', members: [grouped?.id] })
    const old = new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString().replace('T', ' ')
    const almost = new Date(Date.now() - 7 * 86_400_000 + 600_000).toISOString().replace('T', ' ')
    await sql(`UPDATE users SET created = '${old}' WHERE email LIKE '%@%' AND role = '_user'`)
    await sql(`UPDATE users SET created = '${almost}' WHERE id = '${recent.id}'`)
    const count = async () => Number((await sql('SELECT count(*) FROM users'))[0]?.[0])
    const before = await count()
    await superuser.crons.run('registrations')
    const events = async () =>
      (await admin.pb.send('/api/app/events', { method: 'GET', query: { action: 'expireRegistrations' } })).items
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), { timeout: 30_000 })
    // Only one registration expires, because administrators changed all others of this server.
    expect(await events()).toMatchObject([{ subject: 'settings', actor: '', details: { registrations: 1 } }])
    expect(await count()).toBe(before - 1)
    expect(await refusalOf(users().getOne(expired.id))).toMatchObject({ status: 404 })
    for (const id of [recent, confirmed, rejected, undone, grouped].map((person) => person?.id))
      expect((await users().getOne(id ?? '')).id).toBe(id)
    expect((await users().getOne(invited.id)).isActive).toBe(true)
    expect(await register(expired)).toMatchObject({ name: 'Otra Vez' })
  })
})

describe('last activity', () => {
  const timesOf = async ({ id }: Person) => {
    const { lastActiveAt, updated } = await users().getOne(id)
    return { lastActiveAt, updated }
  }
  const setActivity = ({ id }: Person, hoursAgo: number) =>
    sql(`UPDATE users SET lastActiveAt = '${new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replace('T', ' ')}'
      WHERE id = '${id}'`)

  it('is written by a job after a sign-in or renewed session, at most hourly, without another version', async () => {
    const [ana, waiting] = await Promise.all([aUser(place()), anInactiveUser(place())])
    await runMinuteJobs(server)
    const first = await timesOf(ana)
    expect(first.lastActiveAt).toMatch(/^\d{4}-\d{2}-\d{2} /)
    expect(first.updated < first.lastActiveAt).toBe(true)
    expect((await refusalOf(signIn({ ...ana, password: 'no-es-esta' }))).status).toBe(400)
    expect((await refusalOf(signIn(waiting))).status).toBe(403)
    await users(ana).authRefresh()
    await runMinuteJobs(server)
    expect(await timesOf(ana)).toEqual(first)
    expect((await timesOf(waiting)).lastActiveAt).toBe('')
    await setActivity(ana, 2)
    const before = await timesOf(ana)
    await runMinuteJobs(server)
    expect(await timesOf(ana)).toEqual(before)
    await users(ana).authRefresh()
    await runMinuteJobs(server)
    const later = await timesOf(ana)
    expect(later.updated).toBe(first.updated)
    expect(later.lastActiveAt > before.lastActiveAt).toBe(true)
    // A change of the record with the version read before is accepted.
    await users(ana).update(ana.id, { name: 'Ana Activa' }, { query: { updated: first.updated } })
    // A time in the future is replaced, because only a wrong clock sets it.
    await setActivity(ana, -48)
    await users(ana).authRefresh()
    await runMinuteJobs(server)
    expect((await timesOf(ana)).lastActiveAt <= new Date().toISOString().replace('T', ' ')).toBe(true)
  })

  it('is set by no user, and by no administrator', async () => {
    const ana = await aUser(place())
    for (const who of [ana, admin])
      for (const change of [{ lastActiveAt: '2020-01-01 00:00:00.000Z' }, { rejected: true }])
        expect((await refusalOf(users(who).update(ana.id, change))).status).toBe(404)
    const born = anonymous(place())
      .collection('users')
      .create({
        ...{ name: 'Ana', email: 'nace@ejemplo.test', password: 'clave-1', passwordConfirm: 'clave-1', rejected: true },
      })
    expect((await refusalOf(born)).status).toBe(400)
  })
})
