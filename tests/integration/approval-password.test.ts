import { expect, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Event } from '../../src/domain/history/event.ts'
import { aProgram } from '../support/keys.ts'
import { anAdmin, anonymous, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, download, pageOf, read, requests, settled, take } from '../support/requests.ts'

const [admin, ana, boss, stranger] = await Promise.all([
  anAdmin(),
  aUser({ name: 'Ana Ruiz' }),
  aUser({ name: 'Sol Paz' }),
  aUser(),
])
const aRouted = (change: Partial<Format>) =>
  aPublishedFormat(admin, { route: [{ key: 'jefe', name: 'Jefe', people: [boss.id] }], ...change })
const format = await aRouted({ asksPassword: true })

async function sent(of = format): Promise<string> {
  const { id } = await requests(ana).create({ format: of.id, values: { nombre: 'Eva' } })
  await take(ana, 'submit', { ids: [id] })
  return id
}
/** Details of the approval in the history. */
async function approvalOf(id: string) {
  const history = await ana.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  return history.find(({ action }) => action === 'approve')?.details
}

it('refuses an approval without the password or with a wrong one, and changes nothing', async () => {
  const id = await sent()
  const approve = (password?: string) => refusalOf(take(boss, 'approve', { ids: [id], password }))
  expect(await approve()).toEqual({ status: 400, code: 'request.password', fields: { password: 'required' } })
  expect(await approve('')).toMatchObject({ code: 'request.password' })
  expect(await approve(`${boss.password}x`)).toEqual({
    status: 400,
    code: 'password.wrong',
    fields: { password: 'password.wrong' },
  })
  expect(await approve('x'.repeat(256))).toMatchObject({ status: 400, fields: { password: 'length' } })
  expect(await approve(ana.password)).toMatchObject({ code: 'password.wrong' })
  expect(await requests(ana).getOne(id)).toMatchObject({ status: 'submitted', step: 1 })
})

it('records the confirmation in the history and prints it in the document', async () => {
  const id = await sent()
  const { password } = boss
  expect(await take(boss, 'approve', { ids: [id], password })).toMatchObject({ changed: [id], skipped: [] })
  const approved = await approvalOf(id)
  expect(approved).toMatchObject({ step: 'Jefe', identity: 'password' })
  const request = await settled(ana, id)
  expect(request.signers).toMatchObject({ approver: 'Sol Paz', isConfirmed: true })
  const text = read(await (await download(ana, request)).arrayBuffer()).replace(/\s+/g, ' ')
  expect(text).toContain('Aprobado electrónicamente por Sol Paz, el ')
  expect(JSON.stringify([approved, request])).not.toContain(password)
})

it('needs one password for a decision on many requests, also by filter', async () => {
  const ids = [await sent(), await sent()]
  const { password } = boss
  expect(await refusalOf(take(boss, 'approve', { ids }))).toMatchObject({ code: 'request.password' })
  expect((await take(boss, 'approve', { ids, password })).changed.sort()).toEqual([...ids].sort())
  const last = await sent()
  const filter = { mine: 'decide', format: format.id }
  const { totalItems: expected } = await pageOf(boss, filter)
  expect(await refusalOf(take(boss, 'approve', { filter, expected }))).toMatchObject({ code: 'request.password' })
  expect((await take(boss, 'approve', { filter, expected, password })).changed).toContain(last)
  for (const id of [...ids, last]) expect(await approvalOf(id)).toMatchObject({ identity: 'password' })
})

it('asks nobody else, and for no other decision', async () => {
  const id = await sent()
  const refused = { changed: [], skipped: [{ id, code: 'request.notFound' }] }
  expect(await take(stranger, 'approve', { ids: [id] })).toEqual(refused)
  expect(await take(stranger, 'approve', { ids: [id], password: stranger.password })).toEqual(refused)
  expect((await take(ana, 'approve', { ids: [id] })).changed).toEqual([])
  expect(await take(boss, 'return', { ids: [id], reason: 'Falta.' })).toMatchObject({ changed: [id] })
  const plain = await sent(await aRouted({}))
  expect(await take(boss, 'approve', { ids: [plain], password: 'otra' })).toMatchObject({ changed: [plain] })
  expect(await approvalOf(plain)).not.toHaveProperty('identity')
})

it('is not approved by an API key, also with the password', async () => {
  const id = await sent()
  const program = await aProgram(admin, boss, ['read', 'decide'])
  for (const password of [undefined, boss.password])
    expect(await take(program, 'approve', { ids: [id], password })).toEqual({
      changed: [],
      skipped: [{ id, code: 'request.passwordKey' }],
    })
})

it('follows the version of the request', async () => {
  const changing = await aRouted({})
  const before = await sent(changing)
  await admin.pb.collection('formats').update(changing.id, { asksPassword: true })
  expect(await admin.pb.collection('formats').getOne(changing.id)).toMatchObject({ edited: true })
  await admin.pb.send(`/api/app/formats/${changing.id}/publish`, { method: 'POST' })
  const after = await sent(changing)
  expect(await take(boss, 'approve', { ids: [before] })).toMatchObject({ changed: [before] })
  expect(await refusalOf(take(boss, 'approve', { ids: [after] }))).toMatchObject({ code: 'request.password' })
})

it('counts wrong passwords like those of the sign-in', async () => {
  const guessed = await aUser()
  const own = await aPublishedFormat(admin, {
    asksPassword: true,
    route: [{ key: 'jefe', name: 'Jefe', people: [guessed.id] }],
  })
  const id = await sent(own)
  const approve = (password: string) => refusalOf(take(guessed, 'approve', { ids: [id], password }))
  for (let count = 0; count < 10; count += 1) expect(await approve('equivocada')).toMatchObject({ status: 400 })
  expect(await approve(guessed.password)).toMatchObject({ status: 429, code: 'signIn.wait' })
  const signIn = anonymous().collection('users').authWithPassword(guessed.email, guessed.password)
  expect(await refusalOf(signIn)).toMatchObject({ status: 429 })
  expect(await requests(ana).getOne(id)).toMatchObject({ status: 'submitted' })
})

it('compares no more than ten wrong passwords of thirty that arrive at once', async () => {
  const guessed = await aUser()
  const own = await aPublishedFormat(admin, {
    asksPassword: true,
    route: [{ key: 'jefe', name: 'Jefe', people: [guessed.id] }],
  })
  const id = await sent(own)
  const approve = () => refusalOf(take(guessed, 'approve', { ids: [id], password: 'equivocada' }))
  const refused = await Promise.all(Array.from({ length: 30 }, approve))
  expect(refused.filter(({ code }) => code === 'password.wrong')).toHaveLength(10)
  expect(refused.filter(({ status }) => status === 429)).toHaveLength(20)
})
