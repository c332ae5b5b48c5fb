import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Scene } from '../../support/abuse.ts'
import {
  aCertificate,
  aFormerEmployeeList,
  anEmail,
  anId,
  openExternalForm,
  requestExternalCode,
  signInByAddress,
  submitExternally,
} from '../../support/external.ts'
import { aSentLink, hashToken, listDocuments } from '../../support/links.ts'
import { mailsTo, mailTo } from '../../support/mailbox.ts'
import { anAddress, anonymous, type Person, theFirstAdmin } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aPublishedFormat } from '../../support/requests.ts'

vi.setConfig({ testTimeout: 100_000 })

let scene: Scene
let admin: Person
let format: string
/** Address in the list, with its record. */
let member: string
const cedula = '1020304050'
beforeAll(async () => {
  scene = await Scene.open()
  admin = await theFirstAdmin(scene.place)
  member = anEmail()
  const rows = [
    { cedula, nombre: 'Inés Peña', cargo: 'Auxiliar', correo: member },
    { cedula: '79000111', nombre: 'Luis Ñandú', cargo: 'Conductor', correo: 'luis@otro.test' },
  ]
  format = (await aCertificate(admin, await aFormerEmployeeList(admin, rows))).id
})
afterAll(() => scene?.close())

const nobody = (address?: string) => anonymous({ ...scene.place, ...(address && { address }) })
const signIn = (email: string) => signInByAddress(email, { at: scene.server.url })
/** Removes the counts of earlier tests. */
const forget = () => scene.sql('DELETE FROM counted_calls')
const submitAs = (pb: PocketBase, body: object) =>
  submitExternally(pb, { format, values: { motivo: 'Un banco' }, ...body })

describe('people in a list', () => {
  it('get the same answers and mails as others, until the mailbox is confirmed', async () => {
    const stranger = anEmail()
    const answers = [await requestExternalCode(nobody(), member), await requestExternalCode(nobody(), stranger)]
    for (const answer of answers) expect(Object.keys(answer)).toEqual(['otpId'])
    const [first, second] = [await mailTo(member), await mailTo(stranger)]
    const withoutCode = (text: string) => text.replace(/\d{6}/g, '')
    expect(withoutCode(first.subject)).toBe(withoutCode(second.subject))
    expect(withoutCode(first.text)).toBe(withoutCode(second.text))
    expect([mailsTo(member).length, mailsTo(stranger).length]).toEqual([1, 1])
  })

  it('are found only by their own confirmed mailbox, and by few attempts', async () => {
    await forget()
    const stranger = await signIn(anEmail())
    const unknown = await refusalOf(openExternalForm(stranger, { format, record: '111' }))
    expect(unknown).toMatchObject({ status: 404, code: 'external.record' })
    for (const record of [cedula, '79000111', '', member, '%', "' OR 1=1"])
      expect(await refusalOf(openExternalForm(stranger, { format, record }))).toEqual(unknown)
    expect(await refusalOf(submitAs(stranger, { record: cedula }))).toEqual(unknown)
    for (let i = 0; i < 13; i++) await refusalOf(openExternalForm(stranger, { format, record: String(i) }))
    expect(await refusalOf(openExternalForm(stranger, { format, record: cedula }))).toMatchObject({
      status: 429,
      code: 'external.limit',
    })
  })
})

describe('code by mail', () => {
  it('floods no mailbox, whatever the networks, also after a restart', async () => {
    await forget()
    const victim = anEmail()
    const refused = { status: 429, code: 'external.limit' }
    const attacker = nobody(anAddress())
    for (let i = 0; i < 8; i++) await requestExternalCode(attacker, victim)
    expect(await refusalOf(requestExternalCode(attacker, victim))).toMatchObject(refused)
    // The person can still get a code from another network.
    for (let i = 8; i < 24; i++) await requestExternalCode(nobody(anAddress()), victim)
    expect(await refusalOf(requestExternalCode(nobody(anAddress()), victim.toUpperCase()))).toMatchObject(refused)
    await vi.waitFor(() => expect(mailsTo(victim).length).toBe(24), { timeout: 60_000 })
    await scene.server.crash()
    expect(await refusalOf(requestExternalCode(nobody(anAddress()), victim))).toMatchObject(refused)
    expect(mailsTo(victim).length).toBe(24)
  })

  it.each([
    ['200 from one network', 200, anAddress()],
    ['5,000 in all', 5_000, ''],
  ])('is sent at most %s in a day, with parallel calls', async (_, limit, from) => {
    await forget()
    const key = from ? `code ${hashToken(from)}` : 'code'
    await scene.sql(`INSERT INTO counted_calls (key, at)
      WITH RECURSIVE calls(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM calls WHERE n < ${limit} - 5)
      SELECT '${key}', unixepoch() FROM calls`)
    const calls = Array.from({ length: 10 }, () => requestExternalCode(nobody(from || anAddress()), anEmail()))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await scene.count('counted_calls', `key = '${key}'`)).toBe(limit)
  })

  it('relays no text of the caller', async () => {
    await forget()
    const pb = nobody()
    for (const email of [
      'a@x.test\r\nBcc: b@x.test',
      '"<b>hola</b>"@x.test',
      'a@x.test, b@x.test',
      `${'a'.repeat(300)}@x.test`,
    ])
      expect((await refusalOf(requestExternalCode(pb, email))).status).toBe(400)
    const email = anEmail()
    await pb.send('/api/app/external/code', {
      method: 'POST',
      body: { email, name: 'Gane en http://malo.test', text: 'malo' },
    })
    expect((await mailTo(email)).raw).not.toContain('malo')
  })

  it('is not sent while no format is open', async () => {
    await scene.sql("UPDATE format_versions SET external = '{}'")
    const email = anEmail()
    expect(await refusalOf(requestExternalCode(nobody(), email))).toMatchObject({
      status: 404,
      code: 'external.closed',
    })
    expect(await scene.count('guests', `email = '${email}'`)).toBe(0)
    await scene.sql(
      `UPDATE format_versions SET external = '{"who":"list","field":"cedula","email":"correo"}' WHERE format = '${format}'`,
    )
  })

  it('is not sent to a blocked person, with the same answer', async () => {
    await forget()
    const email = anEmail()
    await requestExternalCode(nobody(), email)
    await mailTo(email)
    await scene.sql(`UPDATE guests SET blocked = TRUE WHERE email = '${email}'`)
    expect(Object.keys(await requestExternalCode(nobody(), email))).toEqual(['otpId'])
    const other = anEmail()
    await requestExternalCode(nobody(), other)
    await mailTo(other)
    expect(mailsTo(email)).toHaveLength(1)
  })
})

describe('people whom anonymous clients create', () => {
  it('are deleted after a week, unless they asked for something or are blocked', async () => {
    await forget()
    const unused = anEmail()
    const recent = anEmail()
    for (const email of [unused, recent]) await requestExternalCode(nobody(), email)
    const pb = await signIn(anEmail())
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    await submitExternally(pb, { format: open.id, values: { nombre: 'Eva' } })
    const old = "UPDATE guests SET created = '2020-01-01 00:00:00.000Z'"
    await scene.sql(`${old} WHERE email != '${recent}'`)
    const used = await scene.count('guests', 'id IN (SELECT guest FROM links) OR blocked')
    expect(used).toBeGreaterThan(1)
    await scene.superuser.crons.run('guests')
    await vi.waitFor(async () => expect(await scene.count('guests')).toBe(used + 1))
    expect(await scene.count('guests', `email = '${unused}'`)).toBe(0)
  })
})

describe('session of a person without an account', () => {
  it('submits at most ten requests in a day', async () => {
    await forget()
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const pb = await signIn(anEmail())
    const submit = () => submitExternally(pb, { format: open.id, values: { nombre: 'Eva' } })
    for (let i = 0; i < 10; i++) await submit()
    expect(await refusalOf(submit())).toMatchObject({ status: 429, code: 'external.limit' })
  })

  it("takes no id of another's request, and corrects none", async () => {
    await forget()
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const ana = await signIn(anEmail())
    const id = anId()
    const values = { nombre: 'Ana' }
    await submitExternally(ana, { id, format: open.id, values })
    const eve = await signIn(anEmail())
    expect((await refusalOf(submitExternally(eve, { id, format: open.id, values: { nombre: 'Eva' } }))).status).toBe(
      403,
    )
    const [[link]] = (await scene.sql(`SELECT id FROM links WHERE request = '${id}'`)) as [[string]]
    const expired = { status: 404, code: 'link.expired' }
    expect(await refusalOf(openExternalForm(eve, { link }))).toMatchObject(expired)
    expect(await refusalOf(submitExternally(eve, { link, values }))).toMatchObject(expired)
    expect((await scene.stored('requests', id)).values).toEqual(values)
  })

  it('reads no document of a delivery to another address', async () => {
    await forget()
    const pb = await signIn(anEmail())
    const [[request]] = (await scene.sql("SELECT id FROM requests WHERE status = 'submitted' LIMIT 1")) as [[string]]
    const { token } = await aSentLink(scene.superuser, request)
    expect((await refusalOf(listDocuments(pb, token))).status).toBe(401)
  })
})
