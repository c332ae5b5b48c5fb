import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, requests } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const users = (person: Person) => person.pb.collection('users')

it('returns no password or session key to an administrator', async () => {
  const admin = await anAdmin()
  expect(JSON.stringify(await users(admin).getFullList())).not.toMatch(/"(password|tokenKey)"/)
})

it('rejects an update of a user by a client that read an earlier version', async () => {
  const [eva, admin] = await Promise.all([aUser({ name: 'Eva Ruiz' }), anAdmin()])
  const { updated } = await users(admin).getOne(eva.id)
  const save = (name: string) => users(admin).update(eva.id, { name }, { query: { updated } })
  await save('Eva Peña')
  expect(await refusalOf(save('Eva Gil'))).toMatchObject({ status: 409, code: 'record.changed' })
  expect(await users(admin).getOne(eva.id)).toMatchObject({ name: 'Eva Peña' })
})

describe('correct an account', () => {
  let ana: Person
  let admin: Person
  beforeAll(async () => {
    ;[ana, admin] = await Promise.all([aUser(), anAdmin()])
  })
  const anEmail = () => `${randomUUID().slice(0, 13)}@ejemplo.test`
  const call = (by: Person, path: string, body?: object, method = 'POST') =>
    by.pb.send(`/api/app/users/${path}`, { method, ...(body && { body }) })
  const confirm = (token: string, password: string) =>
    anonymous().send('/api/app/users/email', { method: 'POST', body: { token, password } })
  const history = (id: string) =>
    admin.pb.collection('events').getFullList({ filter: `subjectId = "${id}" && subject = "users"`, sort: 'created' })
  const signIn = (email: string, password: string) => anonymous().collection('users').authWithPassword(email, password)
  const invited = async () => {
    const email = anEmail()
    const { id } = await call(admin, 'invite', { name: 'Luz Peña', email, role: '_user' })
    return {
      id,
      email,
      link:
        linksIn(await mailTo(email))[0]
          ?.split('/')
          .at(-1) ?? '',
    }
  }
  const choose = (link: string) => anonymous().collection('users').confirmPasswordReset(link, 'mi-clave', 'mi-clave')

  it('changes the e-mail after its owner confirms, and warns the old address', async () => {
    const eva = await aUser()
    const before = mailsTo(eva.email).length
    const email = anEmail()
    expect(await call(admin, `${eva.id}/email`, { email })).toEqual({ changed: false })
    const asked = await mailTo(email)
    const by = (act: string) => new RegExp(`<p><strong>${admin.name}</strong>(, de .+,)? pidió ${act}`)
    expect(asked.text).toMatch(by('usar esta dirección'))
    const link = linksIn(asked)[0] ?? ''
    expect(link).toMatch(/\/auth\/email\/[\w.-]+$/)
    const token = link.split('/').at(-1) ?? ''
    const warning = await mailTo(eva.email, { after: before })
    expect(warning.subject).toBe('Pidieron cambiar el correo de su cuenta de Formatos preeliminares')
    expect(warning.text).toMatch(by('cambiar el correo'))
    expect(linksIn(warning)).toEqual([])
    await signIn(eva.email, eva.password)
    expect(await refusalOf(signIn(email, eva.password))).toMatchObject({ status: 400 })
    // The link alone is not enough, because an administrator could send it to their own address.
    expect(await refusalOf(confirm(token, 'otra-clave'))).toMatchObject({ fields: { password: 'password.wrong' } })
    const forged = `${token.slice(0, -4)}AAAA`
    expect(await refusalOf(confirm(forged, eva.password))).toMatchObject({ fields: { token: 'email.token' } })
    const asSession = anonymous()
    asSession.authStore.save(token)
    expect((await asSession.collection('users').getList()).items).toEqual([])
    const native = asSession.collection('users').confirmEmailChange(token, eva.password)
    expect([400, 404]).toContain((await refusalOf(native)).status)

    await confirm(token, eva.password)
    expect((await signIn(email, eva.password)).record).toMatchObject({ id: eva.id, email, verified: true })
    expect(await refusalOf(signIn(eva.email, eva.password))).toMatchObject({ status: 400 })
    expect((await refusalOf(eva.pb.collection('users').authRefresh())).status).toBe(401)
    expect((await mailTo(eva.email, { after: before + 1 })).subject).toContain('Cambió el correo de su cuenta')
    expect(await refusalOf(confirm(token, eva.password))).toMatchObject({ fields: { token: 'email.token' } })
    expect((await history(eva.id)).slice(-3)).toMatchObject([
      { action: 'email', actor: admin.id, details: { email } },
      { action: 'verify', actor: eva.id },
      { action: 'emailConfirm', actor: eva.id, details: { changes: { email: { from: eva.email, to: email } } } },
    ])
  })

  it('reports a registration once its address is confirmed, by a new password or a new address too', async () => {
    const lastToken = async (email: string) =>
      linksIn(await mailTo(email))
        .at(-1)
        ?.split('/')
        .at(-1) ?? ''
    const expectReport = async ({ id }: Person) => {
      // Notices of several registrations are one, with the last of them.
      const { items } = await admin.pb.send('/api/app/notices', { method: 'GET' })
      expect(items).toContainEqual(expect.objectContaining({ kind: 'registration', subjectId: id }))
      expect((await history(id)).filter(({ action }) => action === 'verify')).toMatchObject([{ actor: id }])
    }
    const [luis, eva] = await Promise.all([anInactiveUser(), anInactiveUser()])
    await anonymous().collection('users').requestPasswordReset(luis.email)
    await choose(await lastToken(luis.email))
    await expectReport(luis)
    const email = anEmail()
    await call(admin, `${eva.id}/email`, { email })
    await confirm(await lastToken(email), eva.password)
    await expectReport(eva)
  })

  it('sends no link of an earlier change after a confirmation', async () => {
    const eva = await aUser()
    const email = anEmail()
    await call(admin, `${eva.id}/email`, { email })
    const token =
      linksIn(await mailTo(email))[0]
        ?.split('/')
        .at(-1) ?? ''
    const mails = (await signInSuperuser(testServer().url)).collection('outgoing_mails')
    const undelivered = { to: anEmail(), subject: 'Confirme', html: '<p>', due: '2099-01-01 00:00:00.000Z', tries: 5 }
    const { id } = await mails.create({ ...undelivered, secret: JSON.stringify({ kind: 'newEmail', user: eva.id }) })
    const { id: other } = await mails.create({
      ...undelivered,
      secret: JSON.stringify({ kind: 'newEmail', user: admin.id }),
    })
    await confirm(token, eva.password)
    expect(await refusalOf(mails.getOne(id))).toMatchObject({ status: 404 })
    await mails.delete(other)
  })

  it('rejects an e-mail that another account has, also at confirmation', async () => {
    const email = anEmail()
    const own = call(admin, `${ana.id}/email`, { email: admin.email.toUpperCase() })
    expect(await refusalOf(own)).toMatchObject({ status: 400, fields: { email: 'user.email' } })
    await call(admin, `${ana.id}/email`, { email })
    const token =
      linksIn(await mailTo(email))[0]
        ?.split('/')
        .at(-1) ?? ''
    await call(admin, 'invite', { name: 'Luz Peña', email, role: '_user' })
    expect(await refusalOf(confirm(token, ana.password))).toMatchObject({ fields: { email: 'user.email' } })
    expect(await refusalOf(call(ana, `${admin.id}/email`, { email: anEmail() }))).toMatchObject({ status: 403 })
  })

  it('corrects the address of an invitation at once, and invites again', async () => {
    const wrong = await invited()
    const email = anEmail()
    expect(await call(admin, `${wrong.id}/email`, { email })).toEqual({ changed: true })
    const link =
      linksIn(await mailTo(email))[0]
        ?.split('/')
        .at(-1) ?? ''
    expect((await refusalOf(choose(wrong.link))).status).toBe(400)
    await call(admin, `${wrong.id}/invite`)
    const again =
      linksIn(await mailTo(email, { after: 1 }))[0]
        ?.split('/')
        .at(-1) ?? ''
    expect((await history(wrong.id)).at(-1)).toMatchObject({ action: 'inviteAgain', actor: admin.id })
    await choose(again)
    expect((await refusalOf(choose(link))).status).toBe(400)
    expect((await signIn(email, 'mi-clave')).record.id).toBe(wrong.id)
    for (const id of [wrong.id, ana.id])
      expect(await refusalOf(call(admin, `${id}/invite`))).toMatchObject({ code: 'user.notInvited' })
    expect(await refusalOf(call(ana, `${wrong.id}/invite`))).toMatchObject({ status: 403 })
  })

  it('deletes an account without references, and keeps its history', async () => {
    const [gone, busy] = await Promise.all([aUser({ name: 'Eva Sin Nada' }), aUser()])
    const stays = async (person: Person, code: string) => {
      expect(await refusalOf(call(admin, person.id, undefined, 'DELETE'))).toMatchObject({ code })
      expect((await users(admin).getOne(person.id)).id).toBe(person.id)
    }
    await aDraft(busy)
    await stays(busy, 'user.inUse')
    await stays(admin, 'user.self')
    const group = await admin.pb.collection('groups').create({ name: randomUUID(), members: [gone.id] })
    await stays(gone, 'user.inUse')
    await admin.pb.collection('groups').delete(group.id)
    expect(await refusalOf(call(busy, gone.id, undefined, 'DELETE'))).toMatchObject({ status: 403 })
    expect(await refusalOf(call(admin, 'x'.repeat(15), undefined, 'DELETE'))).toMatchObject({ status: 404 })
    // A deleted draft leaves only events.
    await requests(gone).delete((await aDraft(gone)).id)
    await call(admin, gone.id, undefined, 'DELETE')
    expect(await refusalOf(users(admin).getOne(gone.id))).toMatchObject({ status: 404 })
    expect(await refusalOf(signIn(gone.email, gone.password))).toMatchObject({ status: 400 })
    expect(await refusalOf(gone.pb.send('/api/app/requests', { method: 'GET' }))).toMatchObject({ status: 401 })
    const { items } = await admin.pb.send('/api/app/events', { method: 'GET', query: { subjectId: gone.id } })
    expect(items.map(({ action, about }: { action: string; about: string }) => [action, about])).toEqual([
      ['delete', 'Eva Sin Nada'],
      ['activate', 'Eva Sin Nada'],
      ['register', 'Eva Sin Nada'],
    ])
    expect(items[0]).toMatchObject({ actor: admin.id, details: { name: 'Eva Sin Nada', email: gone.email } })
  })
})

describe('update users', () => {
  let ana: Person
  let luis: Person
  let admin: Person
  beforeAll(async () => {
    ;[ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
  })

  it('accepts a change of own name and telephone, in normalized form', async () => {
    const changed = await users(ana).update(ana.id, { name: '  Ana   María  ', phone: '300 111 22 44', role: '_user' })
    expect(changed).toMatchObject({ name: 'Ana María', phone: '+573001112244' })
    expect(await refusalOf(users(ana).update(ana.id, { phone: '<b>1</b>' }))).toMatchObject({
      status: 400,
      fields: { phone: 'phone' },
    })
    expect(await refusalOf(users(ana).update(ana.id, { name: '   ' }))).toMatchObject({ fields: { name: 'required' } })
  })

  it('requires the old password for a change, and ends other sessions', async () => {
    const before = anonymous()
    await before.collection('users').authWithPassword(ana.email, ana.password)
    const fresh = { password: 'nueva-clave', passwordConfirm: 'nueva-clave' }
    const own = (change: object) => refusalOf(users(ana).update(ana.id, change))
    expect(await own(fresh)).toMatchObject({ status: 400, fields: { oldPassword: 'password.old' } })
    expect(await own({ ...fresh, oldPassword: 'otra' })).toMatchObject({ fields: { oldPassword: 'password.old' } })
    expect(await own({ password: 'corta', passwordConfirm: 'corta', oldPassword: ana.password })).toMatchObject({
      fields: { password: 'password.short' },
    })
    await users(ana).update(ana.id, { ...fresh, oldPassword: ana.password })
    expect((await refusalOf(before.collection('users').authRefresh())).status).toBe(401)
    await users(ana).authWithPassword(ana.email, fresh.password)
    ana.password = fresh.password
  })

  it('allows an administrator to change name and role, but not the address', async () => {
    expect(await users(admin).update(luis.id, { name: 'Luis', role: '_admin' })).toMatchObject({ role: '_admin' })
    await users(admin).update(luis.id, { role: '_user' })
    expect((await refusalOf(users(admin).update(luis.id, { email: 'otra@ejemplo.test' }))).status).toBe(400)
    expect((await refusalOf(users(admin).update(luis.id, { verified: true }))).status).toBe(400)
  })

  it('keeps simultaneous changes of different fields', async () => {
    const busy = await aUser()
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => [
        users(busy).update(busy.id, { name: `Nombre ${i}` }),
        users(admin).update(busy.id, { phone: `30011122${String(i).padStart(2, '0')}` }),
      ]).flat(),
    )
    const stored = await users(admin).getOne(busy.id)
    expect(stored.name).toMatch(/^Nombre \d$/)
    expect(stored.phone).toMatch(/^\+573001112/)
  })
})

describe('activate and deactivate', () => {
  const outcomeOf = (admin: Person, action: string, ids: string[]) =>
    admin.pb.send(`/api/app/users/${action}`, { method: 'POST', body: { ids } })

  it('changes several users, and reports those that did not change', async () => {
    const [admin, one, two, active] = await Promise.all([anAdmin(), anInactiveUser(), anInactiveUser(), aUser()])
    const outcome = await outcomeOf(admin, 'activate', [one.id, two.id, active.id, 'nadie0000000000', admin.id])
    expect(outcome.changed).toEqual([one.id, two.id])
    expect(outcome.skipped).toEqual([
      { id: active.id, code: 'user.unchanged' },
      { id: 'nadie0000000000', code: 'user.notFound' },
      { id: admin.id, code: 'user.self' },
    ])
    await one.pb.collection('users').authWithPassword(one.email, one.password)
    expect(await outcomeOf(admin, 'deactivate', [one.id, one.id])).toEqual({ changed: [one.id], skipped: [] })
    expect((await users(admin).getOne(one.id)).isActive).toBe(false)
  })

  it('undoes an activation: new accounts wait again, and deactivated ones are inactive again', async () => {
    const [admin, fresh, former] = await Promise.all([anAdmin(), anInactiveUser(), aUser()])
    await outcomeOf(admin, 'deactivate', [former.id])
    const ids = [fresh.id, former.id]
    await outcomeOf(admin, 'activate', ids)
    await fresh.pb.collection('users').authWithPassword(fresh.email, fresh.password)
    const undo = () =>
      admin.pb.send('/api/app/users/deactivate', { method: 'POST', body: { ids: [...ids, admin.id], undo: true } })
    expect(await undo()).toEqual({ changed: ids, skipped: [{ id: admin.id, code: 'user.self' }] })
    expect(await users(admin).getOne(fresh.id)).toMatchObject({ isActive: false, deactivatedAt: '' })
    expect((await users(admin).getOne(former.id)).deactivatedAt).toMatch(/^\d{4}-/)
    expect((await refusalOf(fresh.pb.collection('users').authRefresh())).status).toBe(401)
    await outcomeOf(admin, 'activate', [fresh.id])
    await undo()
    expect((await users(admin).getOne(fresh.id)).deactivatedAt).toBe('')
  })

  it.each([[{}], [{ ids: [] }], [{ ids: 'todos' }], [{ ids: Array(201).fill('x') }]])('rejects %j', async (body) => {
    const { pb } = await anAdmin()
    expect((await refusalOf(pb.send('/api/app/users/activate', { method: 'POST', body }))).status).toBe(400)
  })
})

describe('ended session', () => {
  it('reports its cause to the holder of the token only', async () => {
    const [ana, luis] = [await aUser(), await aUser()]
    const why = (token: string) =>
      refusalOf(anonymous().send('/api/app/session', { headers: { Authorization: token } }))
    const { token } = ana.pb.authStore
    expect(await ana.pb.send('/api/app/session', {})).toEqual({})
    await setActive(ana, false)
    expect(await why(token)).toMatchObject({ status: 403, code: 'user.inactive' })
    const [head, body, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, refreshable: false })).toString('base64url')
    for (const other of ['', 'x', 'x.y.z', `${head}.${body}.x`, `${head}.${forged}.${signature}`, `${head}.${body}.`])
      expect(await why(other)).toMatchObject({ status: 401, code: 'session.ended' })
    await setActive(ana, true)
    expect(await why(token)).toMatchObject({ status: 401, code: 'session.ended' })
    await setActive(ana, false)
    expect(await why(token)).toMatchObject({ status: 401, code: 'session.ended' })
    const before = luis.pb.authStore.token
    const change = { oldPassword: luis.password, password: 'otra-1', passwordConfirm: 'otra-1' }
    await users(luis).update(luis.id, change)
    expect(await why(before)).toMatchObject({ status: 401, code: 'session.ended' })
  })

  it('records the day of deactivation until activation, set by the server only', async () => {
    const [admin, ana] = await Promise.all([anAdmin(), aUser()])
    const day = async () => (await users(admin).getOne(ana.id)).deactivatedAt
    expect(await day()).toBe('')
    await setActive(ana, false)
    expect(await day()).toMatch(/^\d{4}-\d{2}-\d{2} /)
    await setActive(ana, true)
    expect(await day()).toBe('')
    const change = users(admin).update(ana.id, { deactivatedAt: '2020-01-01 00:00:00.000Z' })
    expect((await refusalOf(change)).status).toBe(404)
  })
})
