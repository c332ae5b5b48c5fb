import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { aBatch, cartaLaboral, confirmAndWait, sendRows } from '../support/batch.ts'
import { runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { codeIn, linksIn, type Mail, mailsTo, mailTo } from '../support/mailbox.ts'
import { outboxOf } from '../support/outbox.ts'
import { anInactiveUser, anonymous, aUser, type Person, setActive, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, pageOf, take } from '../support/requests.ts'
import { readSender } from '../support/sender.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

/** Starts a server whose mails leave only when the test runs the job of the minute, or at once. */
const startUnscheduled = (environment: Record<string, string>) =>
  startServer(inject('image'), environment, () => {}, { schedule: 'none' })

/** Runs the job of the minute. */
const sendLetters = (superuser: PocketBase) => superuser.crons.run('minute')

describe('mail server', () => {
  it('receives the code, large in HTML and on its own line in the text', async () => {
    const ana = await anInactiveUser({ name: 'Íñigo <b>Ñandú</b>' })
    const { otpId } = await anonymous().collection('users').requestOTP(ana.email)
    const mail = await mailTo(ana.email)
    const code = codeIn(mail)
    expect(mail.subject).toBe(`${code} es su código de Formatos preeliminares`)
    expect(mail.raw).toMatch(/^From: .*<formatos@ejemplo\.test>/m)
    expect(mail.raw).toMatch(/^Content-Type: text\/plain/m)
    expect(mail.raw).toMatch(/^Content-Type: text\/html/m)
    expect(mail.text).toContain('Íñigo &#60;b&#62;Ñandú')
    expect(mail.text).toMatch(new RegExp(`^${code}\\r?$`, 'm'))
    expect(mail.text).toContain('letter-spacing:8px')
    await anonymous().send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  })

  it('receives a reset link to the application’s page', async () => {
    const ana = await aUser()
    await anonymous().collection('users').requestPasswordReset(ana.email)
    const mail = await mailTo(ana.email)
    expect(mail.subject).toBe('Cambie su contraseña de Formatos preeliminares')
    expect(linksIn(mail)).toEqual([expect.stringMatching(new RegExp(`^${testServer().url}/auth/recover/[\\w.-]+$`))])
    expect((await fetch(linksIn(mail)[0] ?? '')).status).toBe(200)
  })
})

describe('mails of the application', () => {
  let server: Server
  let superuser: PocketBase
  let admin: Person
  const place = () => ({ at: server.url })
  beforeAll(async () => {
    server = await startUnscheduled({
      ...testServer().mailEnvironment,
      MAIL_FROM: 'Talento Humano, Peña S. A. S. <formatos@ejemplo.test>',
    })
    superuser = await aSuperuser(server)
    admin = await theFirstAdmin(place())
    const [settings] = await admin.pb.collection('settings').getFullList()
    await admin.pb.collection('settings').update(settings?.id ?? '', { organisationName: 'Cooperativa Andina' })
  })
  afterAll(() => server.stop())

  it('have one sender, also if its name has a comma', async () => {
    const ana = await aUser(place())
    await sendLetters(superuser)
    const { raw } = await mailTo(ana.email)
    expect(readSender(raw)).toEqual([['Talento Humano, Peña S. A. S.', 'formatos@ejemplo.test']])
  })

  const invite = (over: object = {}, pb = admin.pb) => {
    const body = { name: 'Luz Peña', email: `${randomUUID()}@ejemplo.test`, role: '_user', ...over }
    return pb.send('/api/app/users/invite', { method: 'POST', body }).then(({ id }) => ({ id, ...body }))
  }

  it('break web addresses in the name of an older account', async () => {
    const eva = await anInactiveUser(place())
    await superuser.send('/api/sql', {
      method: 'POST',
      body: { query: `UPDATE users SET name = 'Premio en evil.test/x o http://evil.test' WHERE id = '${eva.id}'` },
    })
    const { otpId } = await anonymous(place()).collection('users').requestOTP(eva.email)
    const code = codeIn(await mailTo(eva.email))
    const after = mailsTo(admin.email).length
    await anonymous(place()).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
    await sendLetters(superuser)
    const mail = await mailTo(admin.email, { after })
    expect(`${mail.subject} ${mail.text}`).toContain('Premio en evil. test/ x o http: / / evil. test')
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/evil\.test|:\/\/evil/)
  })

  it('notify an activated user once', async () => {
    const ana = await anInactiveUser(place())
    await setActive(ana, true, place())
    await admin.pb.collection('users').update(ana.id, { name: 'Otro nombre' })
    await Promise.all([sendLetters(superuser), sendLetters(superuser)])
    const mail = await mailTo(ana.email)
    expect(mail.subject).toBe('Su cuenta de Formatos preeliminares está activa')
    expect(mail.text).toContain(`<strong>${admin.name}</strong>, de Cooperativa Andina, activó su cuenta.`)
    expect(mail.text).toContain('Cooperativa Andina · Formatos preeliminares</p>')
    expect(linksIn(mail)).toEqual([`${server.url}/auth/login`])
    expect(mailsTo(ana.email)).toHaveLength(1)
    await expect.poll(() => superuser.collection('outgoing_mails').getFullList()).toEqual([])
  })

  it('notify administrators of a confirmed address', async () => {
    // Removes the interval between mails of a user.
    await superuser.send('/api/sql', { method: 'POST', body: { query: 'DELETE FROM notice_mails' } })
    const ana = await anInactiveUser({ name: 'Eva & <i>Luz</i>', ...place() })
    const { otpId } = await anonymous(place()).collection('users').requestOTP(ana.email)
    const code = codeIn(await mailTo(ana.email))
    const after = mailsTo(admin.email).length
    await anonymous(place()).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
    await sendLetters(superuser)
    const mail = await mailTo(admin.email, { after })
    expect(mail.subject).toContain('espera la activación')
    expect(mail.text).toContain('<strong>Eva &#38; &#60;i&#62;Luz')
    expect(linksIn(mail)).toEqual([`${server.url}/app/user-managment/`])
  })

  it('invite a user, who chooses a password and signs in', async () => {
    const { id, email } = await invite({ role: '_admin' })
    expect(await admin.pb.collection('users').getOne(id)).toMatchObject({
      isActive: true,
      role: '_admin',
      name: 'Luz Peña',
    })
    await sendLetters(superuser)
    const mail = await mailTo(email)
    const [link = ''] = linksIn(mail)
    expect(mail.text).toContain(`<strong>${admin.name}</strong>, de Cooperativa Andina, creó una cuenta para usted`)
    expect(link).toMatch(new RegExp(`^${server.url}/auth/recover/`))
    const token = link.split('/').at(-1) ?? ''
    await anonymous(place()).collection('users').confirmPasswordReset(token, 'mi-clave', 'mi-clave')
    const { record } = await anonymous(place()).collection('users').authWithPassword(email, 'mi-clave')
    expect(record).toMatchObject({ verified: true, role: '_admin' })
    const again = anonymous(place()).collection('users').confirmPasswordReset(token, 'otra-clave', 'otra-clave')
    expect((await refusalOf(again)).status).toBe(400)
  })

  /** Returns the mail with these words. The activation mail may arrive before or after it. */
  async function mailAbout(address: string, words: string) {
    const found = () => mailsTo(address).find(({ subject }) => subject.includes(words))
    await expect.poll(found, { timeout: 30_000 }).toBeDefined()
    return found() as Mail
  }

  it('leave no link or code in the database files', async () => {
    const { email } = await invite()
    const ana = await aUser(place())
    await sendLetters(superuser)
    await mailTo(ana.email)
    await anonymous(place()).collection('users').requestPasswordReset(ana.email)
    const recovery = await mailAbout(ana.email, 'Cambie su contraseña')
    await anonymous(place()).collection('users').requestOTP(ana.email)
    const code = codeIn(await mailAbout(ana.email, 'es su código'))
    const links = [...linksIn(await mailTo(email)), ...linksIn(recovery)]
    const secrets = [...links.map((link) => link.split('/').at(-1) ?? ''), `${code} es su código`]
    expect(secrets.map((secret) => secret.length > 15)).toEqual([true, true, true])
    async function findSecrets() {
      const parts: Buffer[] = []
      const archive = await server.container.copyArchiveFromContainer('/pb_data')
      for await (const part of archive) parts.push(Buffer.from(part as Buffer))
      const files = Buffer.concat(parts)
      expect(files.includes('SQLite format 3')).toBe(true)
      return secrets.map((secret) => files.includes(secret))
    }
    // The server deletes the file of a mail shortly after the mail arrives.
    await expect.poll(findSecrets).toEqual([false, false, false])
  })

  it('are sent at once for an invitation or activation', async () => {
    const ana = await anInactiveUser(place())
    const { email } = await invite()
    await admin.pb.send('/api/app/users/activate', { method: 'POST', body: { ids: [ana.id] } })
    const { subject } = await mailTo(email)
    expect(subject).toBe('Cooperativa Andina le invita a Formatos preeliminares')
    expect((await mailTo(ana.email)).subject).toBe('Su cuenta de Formatos preeliminares está activa')
  })

  it.each([
    [{ email: 'sin arroba' }, 'email', 'email'],
    [{ email: 'ana@empresa-.co' }, 'email', 'email'],
    [{ name: ' ' }, 'name', 'required'],
    [{ role: 'jefe' }, 'role', 'invalid'],
    [{ email: 'ADMIN@ejemplo.test' }, 'email', 'user.email'],
  ])('reject the invitation %j', async (over, field, code) => {
    expect(await refusalOf(invite(over))).toMatchObject({ status: 400, fields: { [field]: code } })
  })
})

describe('no mail server', () => {
  let server: Server
  let superuser: PocketBase
  beforeAll(async () => {
    server = await startServer(inject('image'), {}, () => {}, { schedule: 'startup' })
    superuser = await aSuperuser(server)
  })
  afterAll(() => server.stop())

  it('stores each mail in a file that only the server can read', async () => {
    const place = { at: server.url }
    const ana = await anInactiveUser({ name: 'Íñigo Ñandú', ...place })
    const { otpId } = await anonymous(place).collection('users').requestOTP(ana.email)
    await setActive(ana, true, place)
    await sendLetters(superuser)
    await expect.poll(async () => (await outboxOf(server)).length).toBe(2)
    // Either mail may be the first.
    const code = /^\d{6}(?=\r$)/m
    const [mail, letter] = (await outboxOf(server)).sort((a, b) => Number(code.test(b.raw)) - Number(code.test(a.raw)))
    expect(mail?.name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-/)
    expect(mail?.name).toContain(ana.email)
    expect([mail?.mode, letter?.mode].map((mode) => (mode ?? 0) & 0o777)).toEqual([0o600, 0o600])
    expect(mail?.owner).toBe(65532)
    const raw = mail?.raw ?? ''
    expect(raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\nMessage-ID: <\w+@[\w.]+>\r\n/)
    expect(raw.split('\r\n').every((line) => line.length <= 78)).toBe(true)
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]|[^\x20-\x7e]/)
    const typed = { otpId, code: raw.match(code)?.[0] }
    await anonymous(place).send('/api/app/verify', { method: 'POST', body: typed })
  })

  it('replaces special characters of an address in the file name', async () => {
    const email = `o'brien+${'x'.repeat(20)}@ejemplo.test`
    const place = { at: server.url }
    const guest = anonymous(place)
    await guest
      .collection('users')
      .create({ name: 'Ó', email, password: 'abc123', passwordConfirm: 'abc123', role: '_user' })
    await guest.collection('users').requestOTP(email)
    await expect.poll(async () => (await outboxOf(server)).map(({ name }) => name).join()).toContain('o_brien+')
  })

  it('sends waiting mails right after a restart', async () => {
    const place = { at: server.url }
    const ana = await anInactiveUser(place)
    await setActive(ana, true, place)
    await server.crash()
    const addresses = async () => (await outboxOf(server)).map(({ name }) => name).join()
    await expect.poll(addresses).toContain(ana.email)
  })
})

describe('decision mail', () => {
  let server: Server
  let superuser: PocketBase
  let admin: Person
  const place = () => ({ at: server.url })
  beforeAll(async () => {
    server = await startUnscheduled(testServer().mailEnvironment)
    superuser = await aSuperuser(server)
    admin = await theFirstAdmin(place())
  })
  afterAll(() => server.stop())

  /** Creates a user, whose welcome mail was sent, with pending requests. */
  async function waiting(count: number): Promise<{ ana: Person; ids: string[] }> {
    const ana = await aUser(place())
    await sendLetters(superuser)
    await mailTo(ana.email)
    // Waits for the other mails of this run, because it looks for decisions when it has sent them.
    await expect.poll(async () => (await superuser.collection('outgoing_mails').getFullList()).length).toBe(0)
    const drafts = await Promise.all(Array.from({ length: count }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    return { ana, ids }
  }

  it('combines decisions in one mail per user, with their current status', async () => {
    const { ana, ids } = await waiting(5)
    await take(admin, 'approve', { ids: ids.slice(0, 2) })
    await take(admin, 'reject', { ids: ids.slice(2, 4), reason: 'No <b>corresponde</b>.' })
    await take(admin, 'reopen', { ids: ids.slice(3, 4), reason: 'Sí correspondía.' })
    await take(admin, 'return', { ids: ids.slice(4), reason: 'Falta el cargo.' })
    await take(ana, 'submit', { ids: ids.slice(4) })
    await sendLetters(superuser)
    const mail = await mailTo(ana.email, { after: 1 })
    expect(mail.subject).toBe('3 solicitudes suyas fueron revisadas')
    expect(mail.text).toContain('<strong>2</strong> solicitudes suyas fueron aprobadas.')
    expect(mail.text).toContain('fue rechazada.</p><p>Motivo: No &#60;b&#62;corresponde')
    expect(mail.text).not.toContain('Falta el cargo')
    expect(mail.text.match(new RegExp(`Decidió: ${admin.name}<`, 'g'))).toHaveLength(2)
    await sendLetters(superuser)
    expect(mailsTo(ana.email)).toHaveLength(2)
    // Decisions within five minutes share one mail.
    for (const id of ids.slice(3)) await take(admin, 'reject', { ids: [id], reason: 'Se repite.' })
    await sendLetters(superuser)
    await setActive(await anInactiveUser(place()), true, place())
    await sendLetters(superuser)
    await expect.poll(async () => (await superuser.collection('outgoing_mails').getFullList()).length).toBe(0)
    expect(mailsTo(ana.email)).toHaveLength(2)
    await superuser.send('/api/sql', { method: 'POST', body: { query: 'DELETE FROM notice_mails' } })
    await sendLetters(superuser)
    expect((await mailTo(ana.email, { after: 2 })).subject).toBe('2 solicitudes suyas fueron rechazadas')
  })

  it('reports issued and annulled documents with their current state', async () => {
    const { ana, ids } = await waiting(5)
    await take(admin, 'approve', { ids: ids.slice(0, 3) })
    // Simulates a reported decision.
    await superuser.send('/api/sql', { method: 'POST', body: { query: 'DELETE FROM decision_mails' } })
    await take(admin, 'issue', { ids: ids.slice(0, 2) })
    await take(admin, 'annul', { ids: ids.slice(1, 3), reason: 'Se <b>repite</b>.' })
    await take(admin, 'approve', { ids: ids.slice(3) })
    await take(admin, 'issue', { ids: ids.slice(3) })
    await sendLetters(superuser)
    const { subject, text } = await mailTo(ana.email, { after: 1 })
    expect(subject).toBe('5 solicitudes suyas fueron revisadas')
    expect(text).toMatch(/\(Carta laboral\) ya tiene su documento definitivo\./)
    expect(text).toContain('<strong>2</strong> solicitudes suyas quedaron con el documento anulado.')
    expect(text).toContain('Motivo: Se &#60;b&#62;repite')
    // An unreported approval is included.
    expect(text).toContain('<strong>2</strong> solicitudes suyas fueron aprobadas.')
  })

  it('is not sent for a decision that was reversed', async () => {
    const { ana, ids } = await waiting(1)
    await take(admin, 'reject', { ids, reason: 'No corresponde.' })
    await take(admin, 'reopen', { ids, reason: 'Fue un error.' })
    await sendLetters(superuser)
    await setActive(await anInactiveUser(place()), true, place())
    await sendLetters(superuser)
    await expect.poll(async () => (await superuser.collection('outgoing_mails').getFullList()).length).toBe(0)
    expect(mailsTo(ana.email)).toHaveLength(1)
  })

  it('is sent after a crash', async () => {
    const ana = await aUser(place())
    await sendLetters(superuser)
    await mailTo(ana.email)
    const rows = Array.from({ length: 4000 }, () => cartaLaboral())
    const batch = await aBatch(ana.pb, { total: rows.length })
    for (let from = 0; from < rows.length; from += 1000)
      await sendRows(ana.pb, batch, rows.slice(from, from + 1000), from + 2)
    await confirmAndWait(ana.pb, batch)
    const filter = { batch: batch.id, status: 'submitted' } as const
    const decision = take(admin, 'reject', { filter, expected: rows.length, reason: 'Se repite.' }).catch(() => null)
    const rejected = async () => (await pageOf(admin, { batch: batch.id, status: 'rejected', perPage: 1 })).totalItems
    while ((await rejected()) === 0);
    await server.crash()
    await decision
    const count = await rejected()
    expect(count).toBeLessThan(rows.length)
    await sendLetters(superuser)
    expect((await mailTo(ana.email, { after: 1 })).subject).toBe(`${count} solicitudes suyas fueron rechazadas`)
  })
})

describe('failing mail server', () => {
  const formatStored = (ms: number) => new Date(ms).toISOString().replace('T', ' ')
  const past = formatStored(Date.now() - 86_400_000)

  /** Runs `work` with a server whose mail server refuses some mails. */
  async function withFailing(
    failures: { later?: number; refused?: number; held?: boolean },
    work: (tools: {
      place: { at: string }
      superuser: PocketBase
      sql: (query: string) => Promise<unknown>
      attempts: () => Promise<number[]>
      asked: () => number
      sent: (to?: string) => number
      called: Promise<void>
      release: () => void
    }) => Promise<void>,
  ) {
    const mails = await startMailServer(failures)
    const server = await startUnscheduled({ SMTP_HOST: thisMachine, SMTP_PORT: String(mails.port) })
    try {
      const superuser = await aSuperuser(server)
      await work({
        place: { at: server.url },
        superuser,
        sql: (query) => superuser.send('/api/sql', { method: 'POST', body: { query } }),
        attempts: async () =>
          (await superuser.collection('outgoing_mails').getFullList()).map(({ attempts }) => attempts).toSorted(),
        ...mails,
        sent: (to = '') => readdirSync(mails.folder).filter((name) => name.includes(to)).length,
      })
    } finally {
      await server.stop()
      await mails.stop()
    }
  }

  it('is tried again, and receives the mail once', async () => {
    await withFailing({ later: 4, refused: 3 }, async ({ place, superuser, sql, attempts, asked, sent }) => {
      const ana = await aUser(place)
      for (const count of [1, 2, 3, 4, 5, 6, 7]) {
        await sendLetters(superuser)
        await expect.poll(attempts).toEqual([count])
        // An attempt that is still running would be made twice.
        await expect.poll(asked).toBe(count)
        expect(sent()).toBe(0)
        // Skips the waiting time.
        await sql(`UPDATE outgoing_mails SET due = '${past}'`)
      }
      await sendLetters(superuser)
      await expect.poll(attempts).toEqual([])
      // Administrators may get a mail about the failures.
      expect(sent(ana.email)).toBe(1)
    })
  })

  it('is reported once to administrators, who send the saved mails again or discard them', async () => {
    await withFailing({ refused: 6 }, async ({ place, superuser, sql, attempts, sent }) => {
      const admin = await theFirstAdmin(place)
      // Without mails about the notices.
      const choice = { kind: 'mailFailed', mail: 'never' }
      await admin.pb.send('/api/app/notices/choices', { method: 'PUT', body: choice })
      for (const _ of [1, 2]) await aUser(place)
      await sendLetters(superuser)
      await expect.poll(attempts).toEqual([1, 1])
      for (const [before, after] of [
        [7, 8],
        [17, 18],
        // The last attempt was made.
        [18, 18],
      ]) {
        await sql(`UPDATE outgoing_mails SET attempts = ${before}, due = '${past}'`)
        await sendLetters(superuser)
        await expect.poll(attempts).toEqual([after, after])
      }
      const notices = async () => (await admin.pb.send('/api/app/notices', { method: 'GET' })).items
      await expect
        .poll(notices)
        .toMatchObject([
          { kind: 'mailFailed', count: 2, details: { text: expect.stringMatching(/550.*No such user here/) } },
        ])
      const undelivered = async () => {
        const { admin: found } = await admin.pb.send('/api/app/dashboard', { method: 'GET' })
        return found.setup.mail.undelivered
      }
      expect(await undelivered()).toBe(2)
      const change = (action: string) => admin.pb.send(`/api/app/mail/${action}`, { method: 'POST' })
      await change('retry')
      await sendLetters(superuser)
      await expect.poll(sent).toBe(2)
      await expect.poll(undelivered).toBe(0)
      await sql(
        `INSERT INTO outgoing_mails ("to", subject, html, due, attempts) VALUES ('a@ejemplo.test', 'a', 'a', '2099-01-01', 18)`,
      )
      expect(await undelivered()).toBe(1)
      await change('discard')
      expect(await attempts()).toEqual([])
      expect(sent()).toBe(2)
    })
  })

  it('receives a mail once if an administrator presses «Reintentar» while it is sent', async () => {
    await withFailing({ held: true }, async ({ place, superuser, sql, attempts, sent, called, release }) => {
      const admin = await theFirstAdmin(place)
      await sql(
        `INSERT INTO outgoing_mails ("to", subject, html, due, attempts) VALUES ('unica@ejemplo.test', 'a', 'a', '${past}', 2)`,
      )
      await sendLetters(superuser)
      await called
      await admin.pb.send('/api/app/mail/retry', { method: 'POST' })
      // Another sender runs now.
      await sendLetters(superuser)
      release()
      await expect.poll(attempts).toEqual([])
      await aUser(place)
      await sendLetters(superuser)
      await expect.poll(sent).toBeGreaterThan(1)
      expect(sent('unica@ejemplo.test')).toBe(1)
    })
  })

  it('receives no code that has expired', async () => {
    await withFailing({ refused: 1 }, async ({ place, superuser, sql, attempts, sent }) => {
      const ana = await anInactiveUser(place)
      await anonymous(place).collection('users').requestOTP(ana.email)
      await expect.poll(attempts).toEqual([1])
      await sql(`UPDATE outgoing_mails SET created = '${formatStored(Date.now() - 601_000)}', due = '${past}'`)
      await sendLetters(superuser)
      await expect.poll(attempts).toEqual([])
      expect(sent()).toBe(0)
    })
  })
})

describe('silent mail server', () => {
  let server: Server
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer({ held: true })
    server = await startUnscheduled({ SMTP_HOST: thisMachine, SMTP_PORT: String(mails.port) })
  })
  afterAll(async () => {
    await server.stop()
    await mails.stop()
  })

  it('blocks at most two mails, and no other call', async () => {
    const place = { at: server.url }
    const superuser = await aSuperuser(server)
    for (let person = 0; person < 4; person++) await aUser(place)
    for (const count of [1, 2]) {
      await sendLetters(superuser)
      await expect.poll(mails.connections).toBeGreaterThanOrEqual(count)
    }
    // Further jobs end at once, because no sender is left.
    for (const _ of [3, 4]) await runMinuteJobs(server)
    await anonymous(place).send('/api/app/status', { method: 'GET' })
    expect(readdirSync(mails.folder)).toEqual([])
    expect(mails.connections()).toBe(2)
    mails.release()
    await expect.poll(() => readdirSync(mails.folder).filter((name) => !name.startsWith('.'))).toHaveLength(4)
  })
})

describe('unreachable mail server', () => {
  const secret = 'clave-del-correo'
  let server: Server
  let superuser: PocketBase
  beforeAll(async () => {
    server = await startUnscheduled({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_PASSWORD: secret })
    superuser = await aSuperuser(server)
  })
  afterAll(() => server.stop())

  it('delays no call, and the mail is kept for another attempt', async () => {
    const place = { at: server.url }
    const ana = await anInactiveUser(place)
    expect(await anonymous(place).collection('users').requestOTP(ana.email)).toHaveProperty('otpId')
    await setActive(ana, true, place)
    await sendLetters(superuser)
    const listPendingMails = () =>
      superuser.collection('outgoing_mails').getFullList({ fields: 'to,attempts,due', filter: 'subject ~ "activa"' })
    await expect.poll(listPendingMails).toMatchObject([{ to: ana.email, attempts: 1 }])
    const [{ due } = { due: '' }] = await listPendingMails()
    expect(Date.parse(due)).toBeGreaterThan(Date.now())
    await sendLetters(superuser)
    expect(await listPendingMails()).toMatchObject([{ attempts: 1 }])
  })

  it('keeps its settings without storing the password when a superuser changes others', async () => {
    // The running server reads the change of another process.
    const words = ['superuser', 'ips', '127.0.0.1', '::1', '127.0.0.2', '--dir=/pb_data']
    expect((await server.container.exec(['/pocketbase', ...words])).exitCode).toBe(0)
    await expect.poll(async () => (await superuser.settings.getAll()).superuserIPs).toHaveLength(3)
    const settings = await superuser.settings.getAll()
    expect(settings.smtp).toMatchObject({ enabled: true, host: '127.0.0.1', port: 9 })
    expect(settings.trustedProxy.headers).toEqual(['X-Forwarded-For'])
    await superuser.settings.update({ logs: { maxDays: 7 } })
    const query = "SELECT value FROM _params WHERE id = 'settings'"
    const stored = await superuser.send('/api/sql', { method: 'POST', body: { query } })
    expect(JSON.stringify(stored.rows)).toContain('maxDays')
    expect(JSON.stringify(stored.rows)).not.toContain(secret)
  })
})
