import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import type { NoticeItem, NoticePage } from '../../src/domain/notices/notice-output.ts'
import { formatNotice, getNoticeDetail } from '../../src/domain/notices/notice-text.ts'
import type { CallerCounts } from '../../src/domain/requests/counts.ts'
import { createRecordId } from '../../src/lib/create-record-id.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { runMinuteJobs, startServer } from '../support/container.ts'
import { listen, withRecord } from '../support/listening.ts'
import { codeIn, linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

// Without a clock, because a job between two steps would mail the first notice alone.
const server = await startServer(inject('image'), testServer().mailEnvironment, () => {}, { schedule: 'none' })
afterAll(() => server.stop())
const at = server.url
const superuser = await aSuperuser(server)
const sql = queryOf(superuser)
const [amparo, rosa] = await Promise.all([anAdmin({ at, name: 'Amparo Gil' }), anAdmin({ at, name: 'Rosa Díaz' })])
const ana = await aUser({ at, name: 'Ana Güell' })

const noticesOf = (person: Person) => person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
const unreadOf = async (person: Person) =>
  (await person.pb.send<CallerCounts>('/api/app/counts', { method: 'GET' })).unread
const read = (person: Person, body: object) => person.pb.send('/api/app/notices/read', { method: 'POST', body })
/** Returns the texts of a user's unread notices, newest first. */
const newsOf = async (person: Person) =>
  (await noticesOf(person)).items.filter(({ readAt }) => !readAt).map(formatNotice)
async function readAll(...people: Person[]) {
  for (const person of people) await read(person, { until: '2099-01-01 00:00:00.000Z' })
}
const subjectsTo = ({ email }: Person) => mailsTo(email).map(({ subject }) => subject)
/** Runs the job of the minute and waits until all mails are sent. */
async function nextMinute() {
  await runMinuteJobs(server)
  const left = async () => (await superuser.collection('outgoing_mails').getList(1, 1)).totalItems
  await expect.poll(left).toBe(0)
}
const someone = () => aUser({ at })

describe('notices about a request', () => {
  it('report decisions with their reason and comments of others to the owner', async () => {
    const luz = await someone()
    const { id, number } = await aRequest(luz, amparo, 'submitted')
    await take(amparo, 'return', { ids: [id], reason: 'Falta el cargo.' })
    await take(luz, 'submit', { ids: [id] })
    await luz.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Ya está.' } })
    await amparo.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Gracias.' } })
    await take(amparo, 'approve', { ids: [id] })
    expect(await newsOf(luz)).toEqual([
      `Su solicitud ${number} (Carta laboral) fue aprobada.`,
      `Amparo Gil comentó la solicitud ${number}.`,
      `Su solicitud ${number} (Carta laboral) necesita correcciones.`,
    ])
    const { items } = await noticesOf(luz)
    expect(items.map(({ subjectId }) => subjectId)).toEqual([id, id, id])
    expect(items.map(({ details }) => details.text)).toEqual([undefined, 'Gracias.', 'Falta el cargo.'])
  })

  it('do not report the user’s own decision', async () => {
    const { id } = await aRequest(amparo, amparo, 'submitted')
    await readAll(amparo)
    await take(amparo, 'approve', { ids: [id] })
    expect(await unreadOf(amparo)).toBe(0)
  })

  it('report a regenerated document, but not the first document', async () => {
    const luz = await someone()
    const { id } = await aRequest(luz, amparo, 'approved')
    const { documentNumber } = await settled(luz, id)
    expect(await unreadOf(luz)).toBe(1)
    await take(amparo, 'regenerate', { ids: [id] })
    await settled(luz, id)
    expect((await newsOf(luz))[0]).toBe(`Su documento ${documentNumber} está listo.`)
  })

  it('report to administrators once that the requester asks for the final document', async () => {
    const [luz, eva] = await Promise.all([aUser({ at, name: 'Luz Paz' }), someone()])
    const ask = (person: Person, id: string) => person.pb.send(`/api/app/requests/${id}/final`, { method: 'POST' })
    const one = await aRequest(luz, amparo, 'approved')
    await readAll(amparo, rosa)
    for (const _ of [1, 2, 3]) await ask(luz, one.id)
    const { documentNumber } = await settled(luz, one.id)
    for (const admin of [amparo, rosa])
      expect(await newsOf(admin)).toEqual([`Luz Paz pide el documento definitivo de ${documentNumber}.`])
    expect((await noticesOf(rosa)).items[0]).toMatchObject({ kind: 'finalRequested', subjectId: one.id })
    const history = await luz.pb.send<Event[]>(`/api/app/requests/${one.id}/history`, { method: 'GET' })
    expect(history.filter(({ action }) => action === 'askFinal')).toHaveLength(1)
    const other = await aRequest(luz, amparo, 'approved')
    await ask(luz, other.id)
    const last = await settled(luz, other.id)
    expect(await newsOf(rosa)).toEqual([
      `Piden el documento definitivo de 2 solicitudes; la última es ${last.documentNumber}, de Luz Paz.`,
    ])
    expect(await refusalOf(ask(eva, one.id))).toMatchObject({ status: 404 })
    expect(await refusalOf(ask(amparo, one.id))).toMatchObject({ status: 403 })
    await take(amparo, 'issue', { ids: [one.id] })
    // A notice about several requests stays, because the others may wait.
    expect(await unreadOf(rosa)).toBe(1)
    const refused = { status: 409, code: 'request.transition' }
    expect(await refusalOf(ask(luz, one.id))).toMatchObject(refused)
    expect(await refusalOf(ask(luz, (await aRequest(luz, amparo, 'submitted')).id))).toMatchObject(refused)
  })

  it.each(['issue', 'annul'] as const)('leave the administrators once another one decides: %s', async (action) => {
    const luz = await someone()
    const { id } = await aRequest(luz, amparo, 'approved')
    await settled(luz, id)
    await readAll(amparo, rosa)
    await luz.pb.send(`/api/app/requests/${id}/final`, { method: 'POST' })
    expect(await unreadOf(rosa)).toBe(1)
    const { messages, close } = await listen(rosa.pb, 'notices/*')
    await take(amparo, action, { ids: [id], reason: action === 'annul' ? 'Ya no aplica' : '' })
    expect([await unreadOf(rosa), await unreadOf(amparo)]).toEqual([0, 0])
    await expect.poll(() => withRecord(messages)).toMatchObject([{ record: { subjectId: id, kind: 'finalRequested' } }])
    close()
  })

  it('report a failed document with its cause to administrators', async () => {
    const luz = await someone()
    await readAll(amparo, rosa)
    const { id } = await aRequest(luz, amparo, 'submitted')
    // Value of an earlier version, which accepted all characters.
    await sql(`UPDATE requests SET "values" = json_set("values", '$.dirigido_a', 'Señores 東京') WHERE id = '${id}'`)
    await take(amparo, 'approve', { ids: [id] })
    const { documentNumber } = await settled(luz, id)
    for (const admin of [amparo, rosa]) {
      const [first] = (await noticesOf(admin)).items
      expect(first).toMatchObject({ kind: 'documentFailed', subjectId: id, details: { number: documentNumber } })
      expect(getNoticeDetail(first as NoticeItem)).toBe(
        'El PDF no puede mostrar «東», «京», en «Dirigido a». Escríbalo con letras latinas.',
      )
    }
    expect(await newsOf(luz)).toEqual([expect.stringMatching(/fue aprobada/)])
  })
})

describe('pending notices', () => {
  it('report pending decisions once, with the current count', async () => {
    await readAll(amparo, rosa)
    const drafts = await Promise.all([1, 2, 3].map(() => aDraft(ana)))
    for (const { id } of drafts) await take(ana, 'submit', { ids: [id] })
    const waiting = (await pageOf(amparo, { status: 'submitted', perPage: 1 })).totalItems
    for (const admin of [amparo, rosa]) {
      const { items, unread } = await noticesOf(admin)
      expect(unread).toBe(1)
      expect(items[0]).toMatchObject({ kind: 'waiting', count: waiting })
      expect(items[0]?.details.oldest).toMatch(/^20\d\d-/)
    }
    await take(amparo, 'reject', { ids: drafts.map(({ id }) => id), reason: 'Se repite.' })
    expect((await noticesOf(amparo)).items[0]).toMatchObject({ kind: 'waiting', count: waiting - 3 })
    await readAll(amparo)
    await aRequest(ana, amparo, 'submitted')
    expect([await unreadOf(amparo), await unreadOf(rosa)]).toEqual([1, 1])
  })

  it('combine comments of one request until they are read', async () => {
    const { id, number } = await aRequest(ana, amparo, 'submitted')
    await readAll(amparo, rosa)
    for (const text of ['Uno.', 'Dos.'])
      await ana.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text } })
    expect(await newsOf(rosa)).toEqual([`2 comentarios en la solicitud ${number}; el último es de Ana Güell.`])
    expect((await noticesOf(rosa)).items[0]?.details.text).toBe('Dos.')
    await readAll(rosa)
    await ana.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Tres.' } })
    expect(await newsOf(rosa)).toEqual([`Ana Güell comentó la solicitud ${number}.`])
  })

  it('report a repeated comment once, and refuse the id of another record', async () => {
    const [one, other] = [await aRequest(ana, amparo, 'submitted'), await aRequest(ana, amparo, 'submitted')]
    await readAll(rosa)
    const id = createRecordId()
    const comment = (person: Person, request: string, chosen: string) =>
      person.pb.send(`/api/app/requests/${request}/comments`, { method: 'POST', body: { id: chosen, text: 'Uno.' } })
    await comment(ana, one.id, id)
    await comment(ana, one.id, id)
    expect(await newsOf(rosa)).toEqual([`Ana Güell comentó la solicitud ${one.number}.`])
    const history = await ana.pb.send<Event[]>(`/api/app/requests/${one.id}/history`, { method: 'GET' })
    expect(history.filter(({ action }) => action === 'comment').map((event) => event.id)).toEqual([id])
    const refused = { status: 403, code: 'request.forbidden' }
    expect(await refusalOf(comment(ana, other.id, id))).toMatchObject(refused)
    expect(await refusalOf(comment(amparo, one.id, id))).toMatchObject(refused)
    expect(await refusalOf(comment(ana, one.id, history[0]?.id ?? ''))).toMatchObject(refused)
    expect(await refusalOf(comment(ana, one.id, 'NO'))).toMatchObject({ status: 400 })
  })

  it('report a confirmed address to administrators', async () => {
    await readAll(amparo)
    const eva = await anInactiveUser({ at, name: 'Eva Ríos' })
    const { otpId } = await anonymous({ at }).collection('users').requestOTP(eva.email)
    const code = codeIn(await mailTo(eva.email))
    await anonymous({ at }).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
    expect(await newsOf(amparo)).toEqual(['Eva Ríos confirmó su correo y espera la activación de su cuenta.'])
    expect(await newsOf(ana)).not.toContain('Eva Ríos confirmó su correo y espera la activación de su cuenta.')
  })
})

describe('notices of a thousand requests', () => {
  it('report the finished batch once, and its decisions once', async () => {
    const luz = await someone()
    await readAll(amparo)
    const batch = await aCompletedBatch(
      luz.pb,
      Array.from({ length: 1000 }, () => cartaLaboral()),
    )
    expect(await newsOf(luz)).toEqual([`El lote ${batch.number} terminó. 1.000 solicitudes enviadas.`])
    const news = (await noticesOf(amparo)).items.filter(({ readAt }) => !readAt)
    expect(news.map(({ kind }) => kind)).toEqual(['waiting'])
    await readAll(luz)
    const filter = { batch: batch.id, status: 'submitted' } as const
    // Rejected, because a thousand documents would delay the tests that follow.
    await take(amparo, 'reject', { filter, expected: 1000, reason: 'Se repite.' })
    expect(await newsOf(luz)).toEqual(['1.000 solicitudes suyas fueron rechazadas.'])
    await nextMinute()
    const listDecisionMails = () => subjectsTo(luz).filter((subject) => subject.includes('solicitudes'))
    await expect.poll(listDecisionMails).toEqual(['1000 solicitudes suyas fueron rechazadas'])
    await nextMinute()
    expect(listDecisionMails()).toHaveLength(1)
  })
})

describe('notice', () => {
  it('is marked as read by its user only, singly or up to a time, on all pages', async () => {
    const luz = await someone()
    const ids = await Promise.all([1, 2, 3].map(async () => (await aRequest(luz, amparo, 'rejected')).id))
    const { items, latest, unread } = await noticesOf(luz)
    expect(unread).toBe(ids.length)
    const first = items[0]?.id ?? ''
    await read(ana, { ids: [first] })
    await read(ana, { until: latest })
    expect(await unreadOf(luz)).toBe(3)
    const other = anonymous({ at })
    await other.collection('users').authWithPassword(luz.email, luz.password)
    const [hers, his] = await Promise.all([listen(other, 'notices/*'), listen(ana.pb, 'notices/*')])
    await read(luz, { ids: [first] })
    expect(await unreadOf(luz)).toBe(2)
    await expect.poll(() => withRecord(hers.messages).length).toBe(1)
    await aRequest(luz, amparo, 'rejected')
    await expect.poll(() => withRecord(hers.messages).length).toBe(2)
    await read(luz, { until: latest })
    expect(await unreadOf(luz)).toBe(1)
    expect(withRecord(his.messages)).toEqual([])
    hers.close()
    his.close()
  })

  it.each([{}, { ids: [] }, { ids: ['x'] }, { until: "2026' OR 1=1" }, { until: 5 }])(
    'rejects %j as a selection to mark',
    async (body) => {
      expect((await refusalOf(read(ana, body))).status).toBe(400)
    },
  )

  it('is deleted after 90 days, or beyond 300 per user', async () => {
    const luz = await someone()
    await sql(`WITH RECURSIVE many(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM many WHERE value < 310) INSERT INTO notices (id, "to", kind, topic, count, details, notifiedAt, created, updated)
      SELECT substr(lower(hex(randomblob(8))), 2), '${luz.id}', 'backupFailed', 'n' || value, 1, '{}',
        strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-' || value || ' seconds'),
        strftime('%Y-%m-%d %H:%M:%fZ', 'now', iif(value = 0, '-91 days', '-1 days')), '' FROM many`)
    await superuser.crons.run('notices')
    await expect.poll(async () => (await noticesOf(luz)).totalItems).toBe(300)
  })
})

describe('notices by mail', () => {
  const choose = (person: Person, kind: string, mail: string) =>
    person.pb.send('/api/app/notices/choices', { method: 'PUT', body: { kind, mail } })
  const comment = (id: string, text: string) =>
    amparo.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text } })
  it('are sent by default, and can be changed by kind', async () => {
    const choices = await ana.pb.send('/api/app/notices/choices', { method: 'GET' })
    expect(choices).toEqual({
      decided: 'now',
      comment: 'never',
      document: 'never',
      batch: 'never',
      waiting: 'daily',
      overdue: 'now',
      finalRequested: 'daily',
      signing: 'now',
      substitution: 'now',
      registration: 'now',
      documentFailed: 'never',
      deliveryFailed: 'now',
      backupFailed: 'now',
      mailFailed: 'now',
      sealEnd: 'now',
      key: 'now',
    })
    expect((await refusalOf(choose(ana, 'comment', 'hourly'))).fields).toEqual({ mail: 'invalid' })
    expect((await refusalOf(choose(ana, 'todo', 'now'))).fields).toEqual({ kind: 'invalid' })
  })

  it('combines unread notices of five minutes in one mail if the preference is now', async () => {
    const luz = await someone()
    const [one, other] = await Promise.all([aRequest(luz, amparo, 'submitted'), aRequest(luz, amparo, 'submitted')])
    await choose(luz, 'comment', 'now')
    await nextMinute()
    const before = subjectsTo(luz).length
    await comment(one.id, 'Falta <b>el</b> cargo.')
    await nextMinute()
    const mail = await mailTo(luz.email, { after: before })
    expect(mail.subject).toBe(`Amparo Gil comentó la solicitud ${one.number}`)
    expect(mail.text).toContain('Falta &#60;b&#62;el&#60;/b&#62; cargo.')
    expect(linksIn(mail)).toEqual([`${server.url}/app/request/${one.id}`])
    for (const { id } of [one, one, other]) await comment(id, 'Otra vez.')
    await nextMinute()
    expect(subjectsTo(luz)).toHaveLength(before + 1)
    await sql('DELETE FROM notice_mails')
    await nextMinute()
    const next = await mailTo(luz.email, { after: before + 1 })
    expect(next.subject).toBe('2 avisos nuevos')
    expect(next.text).toContain(`2 comentarios en la solicitud ${one.number}; el último es de Amparo Gil.`)
    await sql('DELETE FROM notice_mails')
    await comment(one.id, 'Ya leído.')
    await readAll(luz)
    await nextMinute()
    expect(subjectsTo(luz)).toHaveLength(before + 2)
  })

  it('mails a link to a ready document if the preference is now', async () => {
    const [luz, eva] = await Promise.all([someone(), someone()])
    await choose(luz, 'decided', 'never')
    await choose(luz, 'document', 'now')
    await nextMinute()
    const before = subjectsTo(luz).length
    const [hers, other] = await Promise.all([luz, eva].map((owner) => aRequest(owner, amparo, 'approved')))
    const { documentNumber } = await settled(luz, hers?.id ?? '')
    await settled(eva, other?.id ?? '')
    expect((await newsOf(luz))[0]).toBe(`Su documento ${documentNumber} está listo.`)
    expect(await newsOf(eva)).toEqual([expect.stringMatching(/fue aprobada/)])
    await nextMinute()
    const mail = await mailTo(luz.email, { after: before })
    expect(mail.subject).toBe(`Su documento ${documentNumber} está listo`)
    expect(linksIn(mail)).toEqual([`${server.url}/app/request/${hers?.id}`])
  })

  it('sends one digest after seven if the preference is daily, also after a restart', async () => {
    const luz = await someone()
    await nextMinute()
    const before = subjectsTo(luz).length
    await choose(luz, 'decided', 'daily')
    await choose(luz, 'comment', 'daily')
    const { id, number } = await aRequest(luz, amparo, 'submitted')
    await comment(id, 'Lo veo hoy.')
    await take(amparo, 'approve', { ids: [id] })
    await sql(
      `UPDATE notices SET notifiedAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+2 minutes') WHERE "to" = '${luz.id}'`,
    )
    await nextMinute()
    expect(subjectsTo(luz)).toHaveLength(before)
    await sql(`UPDATE notices SET notifiedAt = '2026-01-02 03:04:05.000Z' WHERE "to" = '${luz.id}'`)
    await server.crash()
    await nextMinute()
    const mail = await mailTo(luz.email, { after: before })
    expect(mail.subject).toBe('Resumen del día: 2 avisos')
    expect(mail.text).toContain(`Su solicitud ${number} (Carta laboral) fue aprobada.`)
    expect(mail.text).toContain('Lo veo hoy.')
    await nextMinute()
    expect(subjectsTo(luz)).toHaveLength(before + 1)
  })

  it('report the first pending request at once and the others in the digest', async () => {
    const [boss, luz] = await Promise.all([someone(), someone()])
    const group = await amparo.pb.collection('groups').create({ name: `Jefes ${randomUUID()}`, members: [boss.id] })
    const format = await aPublishedFormat(amparo, { route: [{ key: 'jefe', name: 'Jefe', group: group.id }] })
    const submit = async () => {
      const { id } = await aDraft(luz, { nombre: 'Luz' }, format.code)
      await take(luz, 'submit', { ids: [id] })
      return id
    }
    await nextMinute()
    const before = subjectsTo(boss).length
    const news = () => subjectsTo(boss).slice(before)
    const first = await submit()
    await nextMinute()
    expect(news()).toEqual(['Una solicitud espera una decisión'])
    await sql('DELETE FROM notice_mails')
    const others = [await submit(), await submit()]
    await nextMinute()
    expect(news()).toHaveLength(1)
    // The same after the user read the notice without a decision.
    await readAll(boss)
    others.push(await submit())
    await nextMinute()
    expect(news()).toHaveLength(1)
    await sql(`UPDATE notices SET notifiedAt = '2026-01-02 03:04:05.000Z' WHERE "to" = '${boss.id}' AND mail = 'daily'`)
    await nextMinute()
    expect(news()).toEqual(['Una solicitud espera una decisión', 'Resumen del día: 1 aviso'])
    expect((await mailTo(boss.email, { after: before + 1 })).text).toContain('4 solicitudes esperan una decisión.')
    await take(boss, 'reject', { ids: [first, ...others], reason: 'Se repite.' })
    await submit()
    await nextMinute()
    expect(news().slice(2)).toEqual(['Una solicitud espera una decisión'])
    await sql('DELETE FROM notice_mails')
    await choose(boss, 'waiting', 'now')
    await submit()
    await nextMinute()
    expect(news().slice(3)).toEqual(['2 solicitudes esperan una decisión'])
  })

  it('report a substitution to the substitute', async () => {
    const [boss, luz] = await Promise.all([aUser({ at, name: 'Óscar Peña' }), someone()])
    await nextMinute()
    const before = subjectsTo(luz).length
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const [from, to] = [day(3), day(5)]
    await boss.pb.collection('substitutions').create({ person: boss.id, substitute: luz.id, from, to })
    const [notice] = (await noticesOf(luz)).items
    expect(notice).toMatchObject({ kind: 'substitution', details: { by: 'Óscar Peña', from, to } })
    expect(await newsOf(boss)).toEqual([])
    await nextMinute()
    const mail = await mailTo(luz.email, { after: before })
    expect(mail.subject).toMatch(/^Usted decide en lugar de Óscar Peña desde el \d+ de \w+ de 20\d\d hasta el \d+ de/)
    expect(linksIn(mail)).toEqual([`${server.url}/app/profile`])
  })

  it('skip pending work and comments for a user who no longer approves', async () => {
    const [stays, leaves] = await Promise.all([someone(), someone()])
    const members = [stays.id, leaves.id]
    const group = await amparo.pb.collection('groups').create({ name: `Jefes ${randomUUID()}`, members })
    const format = await aPublishedFormat(amparo, { route: [{ key: 'jefe', name: 'Jefe', group: group.id }] })
    for (const person of [stays, leaves]) for (const kind of ['waiting', 'comment']) await choose(person, kind, 'now')
    const drafts = await Promise.all([1, 2].map(() => aDraft(ana, { nombre: 'Ana' }, format.code)))
    for (const { id } of drafts) {
      await take(ana, 'submit', { ids: [id] })
      await ana.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Es urgente.' } })
    }
    await amparo.pb.collection('groups').update(group.id, { 'members-': leaves.id })
    await nextMinute()
    const toldOf = (person: Person) => subjectsTo(person).filter((subject) => !subject.startsWith('Su cuenta'))
    await expect.poll(() => toldOf(stays).toSorted()).toEqual(['2 avisos nuevos', '2 solicitudes esperan una decisión'])
    expect(toldOf(leaves)).toEqual([])
    const saidTo = async (person: Person) =>
      (await noticesOf(person)).items.filter(({ kind }) => kind === 'comment').map(({ details }) => details)
    expect(await saidTo(stays)).toMatchObject([{ text: 'Es urgente.' }, { text: 'Es urgente.' }])
    for (const details of await saidTo(leaves)) expect(Object.keys(details).toSorted()).toEqual(['by', 'number'])
    expect(await saidTo(leaves)).toHaveLength(2)
    const [stored] = await leaves.pb.collection('notices').getFullList()
    expect([stored?.kind, stored?.details]).toEqual([expect.any(String), undefined])
  })

  it('never: send none, not even those that were waiting', async () => {
    const luz = await someone()
    const { id } = await aRequest(luz, amparo, 'submitted')
    await nextMinute()
    const before = subjectsTo(luz).length
    await choose(luz, 'comment', 'now')
    await comment(id, 'Uno.')
    await choose(luz, 'comment', 'never')
    await choose(luz, 'decided', 'never')
    await take(amparo, 'approve', { ids: [id] })
    await nextMinute()
    expect(subjectsTo(luz)).toHaveLength(before)
    expect(await unreadOf(luz)).toBe(2)
  })
})

describe('due date of a decision', () => {
  it('is the end of a working day, and overdue requests are listed, counted and reminded', async () => {
    const luz = await someone()
    const format = await aPublishedFormat(amparo)
    const sent = async () => {
      const { id } = await aDraft(luz, { nombre: 'Luz' }, format.code)
      await take(luz, 'submit', { ids: [id] })
      return requests(luz).getOne(id)
    }
    expect(format.dueDays).toBe(3)
    expect((await sent()).dueAt).toMatch(/ 05:00:00\.000Z$/)
    await amparo.pb.collection('formats').update(format.id, { dueDays: 0 })
    expect((await sent()).dueAt).toBe('')
    expect(await aPublishedFormat(amparo, { dueDays: 0 })).toMatchObject({ dueDays: 0 })
    const seeded = await amparo.pb.collection('formats').getList(1, 1, { filter: "code = 'CL'" })
    expect(seeded.items).toMatchObject([{ dueDays: 3 }])
    expect((await refusalOf(amparo.pb.collection('formats').update(format.id, { dueDays: 366 }))).status).toBe(400)
    await amparo.pb.collection('formats').update(format.id, { dueDays: 2 })
    const [due, later] = [await sent(), await sent()]
    // Midnight in Colombia (UTC−5).
    expect(due.dueAt).toMatch(/ 05:00:00\.000Z$/)
    expect(due.dueAt > due.submittedAt).toBe(true)
    const batch = await aCompletedBatch(luz.pb, [{ nombre: 'Eva' }], { code: format.code })
    const [ofBatch] = (await pageOf(luz, { batch: batch.id })).items
    expect((await requests(luz).getOne(ofBatch?.id ?? '')).dueAt).toBe(later.dueAt)

    const overdue = async (person: Person, more = {}) =>
      (await pageOf(person, { due: 'overdue', format: format.id, ...more })).items.map(({ id }) => id)
    expect(await overdue(amparo)).toEqual([])
    await sql(`UPDATE requests SET dueAt = '2026-01-02 05:00:00.000Z' WHERE id = '${due.id}'`)
    for (const more of [
      {},
      { search: 'Luz' },
      { search: due.number },
      { status: 'submitted' },
      { sort: 'submittedAt' },
    ])
      expect(await overdue(amparo, more)).toEqual([due.id])
    expect(await overdue(luz)).toEqual([due.id])
    expect(await overdue(ana)).toEqual([])
    expect(await overdue(amparo, { status: 'approved' })).toEqual([])
    const counts = await amparo.pb.send('/api/app/requests/counts', {
      method: 'GET',
      query: { due: 'overdue', format: format.id },
    })
    expect(counts).toMatchObject({ submitted: 1, approved: 0 })
    expect((await refusalOf(pageOf(amparo, { due: 'soon' }))).status).toBe(400)
    expect((await amparo.pb.send('/api/app/dashboard', { method: 'GET' })).admin.overdue).toBe(1)

    await readAll(amparo)
    await sql("DELETE FROM notice_mails WHERE kind = 'reminder'")
    for (const _ of [1, 2]) await runMinuteJobs(server)
    expect(await newsOf(amparo)).toEqual(['Una solicitud pasó su plazo sin decisión.'])
    expect((await noticesOf(amparo)).items[0]?.count).toBe(1)
    await take(amparo, 'reject', { filter: { due: 'overdue', format: format.id }, expected: 1, reason: 'Tarde.' })
    expect(await overdue(amparo)).toEqual([])
    await take(amparo, 'reopen', { ids: [due.id], reason: 'Se revisa.' })
    expect((await requests(luz).getOne(due.id)).dueAt).toBe(later.dueAt)
  })
})
