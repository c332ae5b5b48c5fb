import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { User } from '../../src/domain/users/user.ts'
import { type Server, startServer } from '../support/container.ts'
import { importPayroll, latestPayroll, type PayrollValues, runPayroll, stagePayroll } from '../support/payroll.ts'
import { anAdmin, anInactiveUser, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, pageOf, requests, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let admin: Person
let query: ReturnType<typeof queryOf>

beforeAll(async () => {
  server = await startServer(inject('image'), {}, () => {}, { schedule: 'none' })
  admin = await theFirstAdmin({ at: server.url })
  query = queryOf(await aSuperuser(server))
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  await admin.pb.collection('settings').update(settings.id, {
    profileFields: [
      { key: 'documento', label: 'Documento', type: 'idDocument', own: true },
      { key: 'cargo', label: 'Cargo', type: 'text', own: false },
    ],
  })
})
afterAll(() => server?.stop())
// Each test has its own payroll: people of the others are not missing in it.
beforeEach(() => query('DELETE FROM payroll_users'))

const users = () => admin.pb.collection<User>('users')
const userOf = (email: string) => users().getFirstListItem(admin.pb.filter('email = {:email}', { email }))
let last = 70_000_000
type Worker = PayrollValues & Record<'name' | 'email' | 'documento', string>
const aWorker = (more: PayrollValues = {}): Worker => {
  const number = String(++last)
  return { name: `Persona ${'abcdefghij'[last % 10]}`, email: `p${number}@empresa.test`, documento: number, ...more }
}
const preview = (rows: PayrollValues[], wrong: Record<number, string[]> = {}) => stagePayroll(admin.pb, rows, wrong)
const actionsOf = async ({ id }: { id: string }) =>
  (await query(`SELECT action FROM events WHERE subjectId = '${id}' ORDER BY rowid`)).map(([action]) => action)
const mailsTo = async (email: string) =>
  Number((await query(`SELECT count(*) FROM outgoing_mails WHERE "to" = '${email}'`))[0]?.[0])
async function expectWholeHistory() {
  const { exitCode, output } = await server.container.exec(['/pocketbase', 'audit', '--dir=/pb_data'])
  expect(exitCode, output).toBe(0)
}

describe('preview', () => {
  it('shows new, changed, unchanged and missing people, and changes nothing', async () => {
    const [eva, luis, ines] = [aWorker({ cargo: 'Analista' }), aWorker(), aWorker()]
    await importPayroll(admin.pb, [eva, luis, ines])
    const before = await query('SELECT count(*), max(updated) FROM users')
    const nuevo = aWorker({ name: 'Nora Díaz' })
    const { counts, created, changed, left } = await preview([{ ...eva, cargo: 'Coordinadora' }, luis, nuevo])
    expect(counts).toEqual({ created: 1, changed: 1, unchanged: 1, errors: 0, unidentified: 0 })
    expect(created).toEqual([{ row: 4, name: 'Nora Díaz', cells: { email: nuevo.email } }])
    expect(changed).toEqual([{ row: 2, name: eva.name, cells: { cargo: { from: 'Analista', to: 'Coordinadora' } } }])
    expect(left).toMatchObject([
      { name: ines.name, email: ines.email, receiver: admin.name, drafts: 0, managed: 0, formats: 0 },
    ])
    expect(await query('SELECT count(*), max(updated) FROM users')).toEqual(before)
  })

  it('finds a person with another address by the identity number', async () => {
    const eva = aWorker()
    await importPayroll(admin.pb, [eva])
    const moved = { ...eva, email: `nueva-${eva.email}`, documento: eva.documento?.replace(/(\d{3})$/, '.$1') ?? '' }
    const { counts, changed } = await preview([moved])
    expect(counts).toMatchObject({ created: 0, changed: 1 })
    expect(changed[0]?.cells).toEqual({ email: { from: eva.email, to: moved.email } })
  })

  it('does not identify a person by a number that the person typed', async () => {
    const at = server.url
    const [thief, honest] = await Promise.all(['Pedro Propio', 'Helena Honesta'].map((name) => aUser({ at, name })))
    if (!thief || !honest) throw new Error('no people')
    const [numbers, rowOf] = [[String(++last), String(++last)], ({ name, email }: Person) => ({ name, email })]
    await importPayroll(admin.pb, [rowOf(thief), { ...rowOf(honest), documento: numbers[1] ?? '' }])
    const typeNumber = (number = '') =>
      thief.pb.collection('users').update(thief.id, { profile: { documento: number } })
    const victim = aWorker({ name: 'Nueva Jefa', documento: numbers[0] ?? '' })
    await typeNumber(victim.documento)
    // Another field of an administrator does not confirm the number.
    await users().update(thief.id, { profile: { cargo: 'Auxiliar' } })
    const worker = aWorker({ managerKey: victim.documento })
    const { errors, left } = await preview([victim, worker])
    expect(errors.map(({ cells }) => cells)).toEqual([
      { documento: 'payroll.ownNumber' },
      { managerKey: 'payroll.manager' },
    ])
    expect(left.map(({ name }) => name)).toEqual([honest.name])
    expect((await preview([worker])).errors[0]?.cells).toEqual({ managerKey: 'payroll.ownNumber' })
    // The number of another person, whose row the address identifies, does not keep the person from leaving.
    await typeNumber(numbers[1])
    const moved = await preview([{ ...rowOf(honest), documento: numbers[1] ?? '' }])
    expect([moved.errors, moved.left.map(({ name }) => name)]).toEqual([[], [thief.name]])
    // The address identifies the person with any number, and an administrator confirms a number by writing it.
    expect((await preview([{ ...rowOf(thief), documento: victim.documento }])).counts).toMatchObject({ changed: 1 })
    await users().update(thief.id, { profile: { documento: victim.documento } })
    expect((await preview([victim])).changed[0]?.cells).toMatchObject({ email: { from: thief.email } })
  })

  it('lets no people leave who were never on a payroll, administrators and accounts with a valid key', async () => {
    const at = server.url
    const [outsider, chief] = await Promise.all([aUser({ at }), anAdmin({ at })])
    const programs = await Promise.all(['Robot', 'Robot viejo', 'Con clave propia'].map((name) => aUser({ at, name })))
    const rowOf = ({ name, email }: Person) => ({ name, email })
    await importPayroll(admin.pb, [chief, ...programs].map(rowOf))
    const [robot, old, own] = programs
    for (const [user, expires, createdBy] of [
      [robot?.id, '', admin.id],
      [old?.id, '2020-01-01', admin.id],
      [own?.id, '', own?.id],
    ])
      await query(`INSERT INTO api_keys (id, name, hash, hint, user, scopes, expires, createdBy, created)
        VALUES ('k${user}', 'clave ${user}', '${user}', 'x', '${user}', '[]', '${expires}', '${createdBy}', '')`)
    const { left, excused } = await preview([aWorker()])
    expect(left.map(({ email }) => email)).not.toContain(outsider.email)
    expect(left.map(({ name }) => name).sort()).toEqual(['Con clave propia', 'Robot viejo'])
    expect(excused).toEqual(['Robot'])
  })

  it('names the error of each row, and does not let its person leave', async () => {
    const [eva, luis, ines] = [aWorker(), aWorker(), aWorker()]
    await importPayroll(admin.pb, [eva, luis, ines])
    const at = server.url
    const [pending, refused, former] = await Promise.all([
      anInactiveUser({ at }),
      anInactiveUser({ at }),
      anAdmin({ at }),
    ])
    await admin.pb.send('/api/app/users/reject', {
      method: 'POST',
      body: { ids: [refused.id], reason: 'No trabaja aquí' },
    })
    await users().update(former.id, { isActive: false })
    const same = aWorker()
    const rows: PayrollValues[] = [
      { ...eva, managerKey: 'nadie@empresa.test' },
      { ...luis, documento: ines.documento },
      { name: 'Sin Correo', documento: '99887766' },
      { name: '', email: 'sin-nombre@empresa.test' },
      same,
      { ...same, documento: '' },
      { name: pending.name, email: pending.email },
      { ...aWorker(), groupNames: 'No existe' },
      { name: 'www.premio.test', email: 'enlace@empresa.test' },
      { name: 'Mal Correo', email: '' },
      { ...aWorker(), phone: '' },
      { ...aWorker(), managerKey: 'sin-nombre@empresa.test' },
      { name: refused.name, email: refused.email },
      { name: former.name, email: former.email },
    ]
    const { errors, left, counts } = await preview(rows, { 9: ['email'], 10: ['phone'] })
    expect(errors.map(({ row, cells }) => [row, cells])).toEqual([
      [2, { managerKey: 'payroll.manager' }],
      [3, { documento: 'payroll.otherPerson' }],
      [4, { email: 'required' }],
      [5, { name: 'required' }],
      [6, { email: 'duplicate' }],
      [7, { email: 'duplicate' }],
      [8, { email: 'payroll.unconfirmed' }],
      [9, { groupNames: 'payroll.group' }],
      [10, { name: 'name.address' }],
      [11, { email: 'invalid' }],
      [12, { phone: 'invalid' }],
      [13, { managerKey: 'payroll.manager' }],
      [14, { email: 'payroll.unconfirmed' }],
      [15, { email: 'payroll.unconfirmed' }],
    ])
    expect(left).toEqual([])
    expect(counts).toEqual({ created: 0, changed: 0, unchanged: 0, errors: 14, unidentified: 3 })
  })

  it('names two rows of one account: by its address, and by its identity number', async () => {
    const luis = aWorker()
    await importPayroll(admin.pb, [luis])
    const eva = aWorker({ documento: luis.documento })
    const { errors, left } = await preview([eva, { ...luis, documento: String(++last) }])
    expect(errors.map(({ row, cells }) => [row, cells])).toEqual([
      [2, { email: 'duplicate' }],
      [3, { email: 'duplicate' }],
    ])
    expect(left).toEqual([])
  })
})

describe('import', () => {
  it('creates active people with manager, groups and data, and changes nothing the second time', async () => {
    const group = await admin.pb.collection('groups').create({ name: `Compras ${++last}`, members: [] })
    const boss = aWorker({ name: 'Luz', lastNames: 'Güell' })
    const eva = aWorker({
      phone: '300 123 4567',
      cargo: 'Analista',
      managerKey: boss.documento,
      groupNames: group.name,
    })
    const { result } = await importPayroll(admin.pb, [eva, boss], { invites: true })
    expect(result).toMatchObject({
      status: 'applied',
      counts: { created: 2, changed: 0, left: 0, undone: 0 },
      skipped: [],
    })
    const [made, chief] = await Promise.all([eva, boss].map(({ email }) => userOf(email)))
    expect(chief).toMatchObject({ name: 'Luz Güell', isActive: true, verified: false, role: '_user' })
    expect(made).toMatchObject({ phone: '+573001234567', manager: chief?.id, isActive: true })
    expect(made?.profile).toEqual({ documento: eva.documento, cargo: 'Analista' })
    expect((await admin.pb.collection('groups').getOne(group.id)).members).toEqual([made?.id])
    expect(await mailsTo(eva.email)).toBe(1)
    expect(await actionsOf(made as User)).toEqual(['invite', 'update'])
    // Accounts share a password that no one knows, but neither sessions nor links.
    expect(
      await query(`SELECT count(DISTINCT tokenKey) FROM users WHERE id IN ('${made?.id}', '${chief?.id}')`),
    ).toEqual([['2']])
    const again = await importPayroll(admin.pb, [eva, boss])
    expect(again.preview.counts).toEqual({ created: 0, changed: 0, unchanged: 2, errors: 0, unidentified: 0 })
    expect(await actionsOf(made as User)).toEqual(['invite', 'update'])
    await expectWholeHistory()
  })

  it('sends no mail without the tick, and can invite later', async () => {
    const eva = aWorker()
    await importPayroll(admin.pb, [eva])
    const { id } = await userOf(eva.email)
    expect([await mailsTo(eva.email), await actionsOf({ id })]).toEqual([0, ['import']])
    await admin.pb.send(`/api/app/users/${id}/invite`, { method: 'POST' })
    expect(await actionsOf({ id })).toEqual(['import', 'inviteAgain'])
  })

  it('moves people between the groups of the payroll only', async () => {
    const eva = aWorker()
    await importPayroll(admin.pb, [eva])
    const { id } = await userOf(eva.email)
    const make = (name: string, members: string[]) =>
      admin.pb.collection('groups').create({ name: `${name} ${last}`, members })
    const [sales, stock, committee] = await Promise.all([
      make('Ventas', [id]),
      make('Bodega', []),
      make('Comité', [id]),
    ])
    const other = aWorker({ groupNames: sales?.name ?? '' })
    const { preview: shown } = await importPayroll(admin.pb, [{ ...eva, groupNames: stock?.name ?? '' }, other])
    expect(shown.changed[0]?.cells).toEqual({ groupNames: { from: sales?.name, to: stock?.name } })
    const membersOf = async (group?: { id: string }) =>
      (await admin.pb.collection('groups').getOne(group?.id ?? '')).members
    expect([await membersOf(sales), await membersOf(stock), await membersOf(committee)]).toEqual([
      [(await userOf(other.email)).id],
      [id],
      [id],
    ])
  })

  it('lets the person confirm a new address, and changes that of a person who never signed in', async () => {
    const at = server.url
    const eva = await aUser({ at })
    const document = String(++last)
    await query(`UPDATE users SET verified = 1, profile = '{"documento":"${document}"}' WHERE id = '${eva.id}'`)
    const luis = aWorker()
    await importPayroll(admin.pb, [{ name: eva.name, email: eva.email }, luis])
    const moved = [
      { name: eva.name, email: `nueva-${eva.email}`, documento: document },
      { ...luis, email: `nueva-${luis.email}` },
    ]
    const { result } = await importPayroll(admin.pb, moved)
    expect(result).toMatchObject({ counts: { created: 0, changed: 2, left: 0 }, skipped: [] })
    expect((await users().getOne(eva.id)).email).toBe(eva.email)
    expect((await userOf(`nueva-${luis.email}`)).name).toBe(luis.name)
    expect([await mailsTo(eva.email), await mailsTo(`nueva-${eva.email}`)]).toEqual([2, 1])
    // The confirmation waits, so that the same payroll asks for nothing.
    expect((await preview(moved)).counts).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('activates a person who comes back', async () => {
    const eva = aWorker()
    await importPayroll(admin.pb, [eva, aWorker()])
    const { id } = await userOf(eva.email)
    await users().update(id, { isActive: false })
    const { preview: shown } = await importPayroll(admin.pb, [eva])
    expect(shown.changed[0]?.cells).toEqual({ isActive: { from: false, to: true } })
    expect(await users().getOne(id)).toMatchObject({ isActive: true, deactivatedAt: '' })
  })

  it('continues after kill -9', async () => {
    const rows = Array.from({ length: 150 }, () => aWorker())
    const { import: id } = await stagePayroll(admin.pb, rows)
    const body = { import: id, invites: false, leaving: [] }
    const first = await admin.pb.send('/api/app/payroll/apply', { method: 'POST', body })
    expect(first).toEqual({ done: 100, total: 150 })
    expect((await refusalOf(stagePayroll(admin.pb, rows))).code).toBe('payroll.running')
    const cut = admin.pb.send('/api/app/payroll/apply', { method: 'POST', body }).catch(() => undefined)
    await server.crash()
    await cut
    expect(await runPayroll(admin.pb, '/apply', body)).toMatchObject({ status: 'applied', counts: { created: 150 } })
    await expectWholeHistory()
  })

  it('refuses what the administrator did not see, and asks for the number if many leave', async () => {
    const rows = Array.from({ length: 10 }, () => aWorker())
    await importPayroll(admin.pb, rows)
    const { import: id, left, suspicious } = await stagePayroll(admin.pb, rows.slice(0, 4))
    expect([left.length, suspicious]).toEqual([6, true])
    const leaving = left.map((person) => ({ id: person.id, receiver: '' }))
    const body = { import: id, invites: false, leaving }
    const apply = (change: object) => refusalOf(runPayroll(admin.pb, '/apply', { ...body, ...change }))
    expect((await apply({})).code).toBe('payroll.count')
    expect((await apply({ typed: 5 })).code).toBe('payroll.count')
    expect((await apply({ typed: 7, leaving: [...leaving, { id: admin.id, receiver: '' }] })).code).toBe(
      'payroll.changed',
    )
    expect(
      (await apply({ typed: 6, leaving: leaving.map((one) => ({ ...one, receiver: leaving[0]?.id })) })).code,
    ).toBe('payroll.changed')
    expect((await users().getOne(leaving[1]?.id ?? '')).isActive).toBe(true)
    // Deactivated by hand while the administrator reviewed.
    await users().update(leaving[0]?.id ?? '', { isActive: false })
    const { counts, skipped } = await runPayroll(admin.pb, '/apply', { ...body, typed: 6 })
    expect([counts.left, skipped]).toEqual([5, [{ name: left[0]?.name, code: 'payroll.changed' }]])
  })

  it('leaves out a person whose data PocketBase refuses, and changes the others', async () => {
    const [eva, luis] = [aWorker(), aWorker()]
    await importPayroll(admin.pb, [eva, luis])
    const { id } = await userOf(eva.email)
    // The limit of the field is 20,000 bytes.
    const full = "json_set(profile, '$.otro', hex(zeroblob(9965)))"
    await query(`UPDATE users SET profile = ${full} WHERE id = '${id}'`)
    const rows = [eva, luis].map((worker) => ({ ...worker, cargo: 'Analista de nómina y contratación' }))
    const { result } = await importPayroll(admin.pb, rows)
    expect(result).toMatchObject({ counts: { changed: 1 }, skipped: [{ name: eva.name, code: 'payroll.changed' }] })
    expect((await userOf(luis.email)).profile).toMatchObject({ cargo: 'Analista de nómina y contratación' })
  })

  it('grants no rights, and stores hostile texts as texts', async () => {
    const formula = aWorker({ name: '=HYPERLINK(1)', cargo: '<img src=x onerror=alert(1)>' })
    const smuggled = {
      ...aWorker({ name: 'O\'Brien "<b>" \'; --' }),
      role: '_admin',
      isActive: 'true',
      id: admin.id,
      password: 'abc12345',
      verified: 'true',
    }
    const { result } = await importPayroll(
      admin.pb,
      [formula, smuggled, { ...aWorker(), cargo: 'x'.repeat(900_000) }],
      { invites: true },
    )
    expect(result.counts.created).toBe(2)
    expect(await userOf(smuggled.email)).toMatchObject({ name: smuggled.name, role: '_user', verified: false })
    expect((await userOf(formula.email)).profile).toMatchObject({ cargo: formula.cargo })
    const [[html = ''] = []] = await query(`SELECT html FROM outgoing_mails WHERE "to" = '${smuggled.email}'`)
    expect(html).not.toContain('<b>')
  })
})

describe('people who left', () => {
  it('hand their open work over to the manager above who stays', async () => {
    const at = server.url
    const [eva, worker, absent, chief] = await Promise.all(
      ['Eva Saliente', 'Omar a Cargo', 'Iris Ausente', 'Jefa Superior'].map((name) => aUser({ at, name })),
    )
    if (!eva || !worker || !absent || !chief) throw new Error('no people')
    const middle = await aUser({ at, name: 'Jefe que Sale' })
    const setManager = (user: Person, manager: Person) => users().update(user.id, { manager: manager.id })
    await setManager(eva, middle)
    await setManager(middle, chief)
    await setManager(worker, eva)
    const rowOf = ({ name, email }: Person) => ({ name, email })
    await importPayroll(admin.pb, [eva, middle, worker, absent, chief].map(rowOf))
    const format = await aPublishedFormat(admin, {
      fields: [{ key: 'dato', label: 'Dato', type: 'text' }],
      body: '{{dato}}',
      route: [{ key: 'revision', name: 'Revisión', people: [eva.id] }],
    } as Partial<Format>)
    const draft = await requests(eva).create({ format: format.id, values: { dato: 'sin enviar' } })
    const waiting = await requests(worker).create({ format: format.id, values: { dato: 'por decidir' } })
    await take(worker, 'submit', { ids: [waiting.id] })
    const [[today = ''] = []] = await query('SELECT day FROM civil_today')
    const later = `${Number(today.slice(0, 4)) + 1}-01-02`
    await admin.pb.collection('substitutions').create({ person: absent.id, substitute: eva.id, from: today, to: later })

    const { preview: shown, result } = await importPayroll(admin.pb, [worker, absent, chief].map(rowOf), { typed: 2 })
    expect(shown.left).toMatchObject([
      { name: 'Eva Saliente', receiver: 'Jefa Superior', drafts: 1, managed: 1, formats: 1 },
      { name: 'Jefe que Sale', receiver: 'Jefa Superior', drafts: 0, managed: 1, formats: 0 },
    ])
    expect(result.handovers).toMatchObject([
      { name: 'Eva Saliente', receiver: 'Jefa Superior', drafts: 1, managed: 1, decides: true, formats: [format.name] },
      // Eva's own requests may wait for the manager.
      { name: 'Jefe que Sale', receiver: 'Jefa Superior', drafts: 0, managed: 1, decides: false, formats: [] },
    ])
    expect((await refusalOf(eva.pb.collection('users').authRefresh())).status).toBeGreaterThanOrEqual(400)
    expect((await requests(chief).getOne(draft.id)).owner).toBe(chief.id)
    expect((await pageOf(chief, { mine: 'decide' })).items.map(({ id }) => id)).toEqual([waiting.id])
    expect((await users().getOne(worker.id)).manager).toBe(chief.id)
    const substitutesOf = async (person: Person) =>
      (await admin.pb.collection('substitutions').getFullList({ filter: `person = "${person.id}"` })).map(
        (one) => one.substitute,
      )
    expect([await substitutesOf(absent), await substitutesOf(eva)]).toEqual([[chief.id], [chief.id]])
    expect((await actionsOf(eva)).slice(-3)).toEqual(['substitute', 'deactivate', 'update'])

    const undone = await runPayroll(admin.pb, '/undo', { import: result.id })
    expect(undone).toMatchObject({ status: 'undone', skipped: [] })
    expect((await users().getOne(eva.id)).isActive).toBe(true)
    expect((await requests(admin).getOne(draft.id)).owner).toBe(eva.id)
    expect((await users().getOne(worker.id)).manager).toBe(eva.id)
    expect((await users().getOne(eva.id)).manager).toBe(middle.id)
    expect([await substitutesOf(absent), await substitutesOf(eva)]).toEqual([[eva.id], []])
    expect((await pageOf(chief, { mine: 'decide' })).items).toEqual([])
    await expectWholeHistory()
  })

  it('stay if the administrator unticks them, or leave to a chosen receiver', async () => {
    const [eva, luis, ines] = [aWorker(), aWorker(), aWorker()]
    await importPayroll(admin.pb, [eva, luis, ines])
    const [a, b, c] = await Promise.all([eva, luis, ines].map(({ email }) => userOf(email)))
    if (!a || !b || !c) throw new Error('no people')
    await users().update(c.id, { manager: b.id })
    const { result } = await importPayroll(admin.pb, [ines], { leaving: [{ id: b.id, receiver: c.id }] })
    expect(result.handovers).toMatchObject([{ name: luis.name, receiver: ines.name, managed: 1 }])
    expect((await users().getOne(a.id)).isActive).toBe(true)
    // The receiver has no manager, because no user may manage themselves.
    expect((await users().getOne(c.id)).manager).toBe('')
    expect((await preview([ines])).left.map(({ id }) => id)).toEqual([a.id])
  })
})

describe('undo', () => {
  it('leaves alone who was reactivated since, and an import whose receiver is inactive', async () => {
    const [eva, luis] = [aWorker(), aWorker()]
    await importPayroll(admin.pb, [eva, luis])
    const [{ id }, { id: receiver }] = [await userOf(eva.email), await userOf(luis.email)]
    const skipped = (code: string) => ({ counts: { left: 0 }, skipped: [{ name: eva.name, code }] })
    const { import: staged } = await preview([luis])
    await users().update(receiver, { isActive: false })
    const body = { import: staged, invites: false, leaving: [{ id, receiver }] }
    expect(await runPayroll(admin.pb, '/apply', body)).toMatchObject(skipped('payroll.receiver'))
    await users().update(receiver, { isActive: true })
    const { result } = await importPayroll(admin.pb, [luis])
    expect(result.counts.left).toBe(1)
    await users().update(id, { isActive: true })
    expect(await runPayroll(admin.pb, '/undo', { import: result.id })).toMatchObject(skipped('payroll.changed'))
  })

  it('continues in several transactions, after kill -9, and takes back a handover that was not finished', async () => {
    const [boss, chief, ...team] = Array.from({ length: 62 }, () => aWorker())
    if (!boss || !chief) throw new Error('no people')
    await importPayroll(admin.pb, [boss, chief, ...team])
    const { id } = await userOf(boss.email)
    await query(`UPDATE users SET manager = '${id}' WHERE email IN (${team.map(({ email }) => `'${email}'`)})`)
    const countManaged = async () => Number((await query(`SELECT count(*) FROM users WHERE manager = '${id}'`))[0]?.[0])
    // Fails the last of the two transactions, and ends the process.
    async function interrupt(work: () => Promise<unknown>) {
      await query(`CREATE TRIGGER fail BEFORE UPDATE OF isActive ON users WHEN OLD.id = '${id}'
        BEGIN SELECT RAISE(ABORT, 'full'); END`)
      await refusalOf(work())
      await server.crash()
      await query('DROP TRIGGER fail')
    }
    const { import: payroll, left } = await preview([chief, ...team])
    const leaving = left.map((person) => ({ id: person.id, receiver: '' }))
    const apply = () => runPayroll(admin.pb, '/apply', { import: payroll, invites: false, leaving })
    const undo = (of: string) => runPayroll(admin.pb, '/undo', { import: of })
    await interrupt(apply)
    expect(await countManaged()).toBe(10)
    expect(await undo(payroll)).toMatchObject({ status: 'undone', skipped: [] })
    expect([await countManaged(), (await users().getOne(id)).isActive]).toEqual([60, true])

    const { result } = await importPayroll(admin.pb, [chief, ...team])
    expect([result.handovers[0]?.managed, await countManaged()]).toEqual([60, 0])
    await interrupt(() => undo(result.id))
    expect([await countManaged(), (await latestPayroll(admin.pb)).status]).toEqual([50, 'undoing'])
    expect(await undo(result.id)).toMatchObject({ status: 'undone', counts: { undone: 1 }, skipped: [] })
    expect([await countManaged(), (await users().getOne(id)).isActive]).toEqual([60, true])
    await expectWholeHistory()
  })

  it('lets a registration wait again, and a deactivated account stay deactivated', async () => {
    const at = server.url
    const [waiting, former] = await Promise.all([anInactiveUser({ at }), aUser({ at })])
    await query(`UPDATE users SET verified = 1 WHERE id = '${waiting.id}'`)
    await users().update(former.id, { isActive: false })
    const rows = [waiting, former].map(({ name, email }) => ({ name, email }))
    const { result } = await importPayroll(admin.pb, rows)
    expect(result).toMatchObject({ counts: { changed: 2 }, skipped: [] })
    await runPayroll(admin.pb, '/undo', { import: result.id })
    expect(await users().getOne(waiting.id)).toMatchObject({ isActive: false, deactivatedAt: '', rejected: false })
    expect(await users().getOne(former.id)).toMatchObject({
      isActive: false,
      deactivatedAt: expect.stringContaining('20'),
    })
    expect((await actionsOf(waiting)).slice(-2)).toEqual(['activate', 'undoActivation'])
  })

  it('ends after 30 days, when the personal data is deleted', async () => {
    const { result } = await importPayroll(admin.pb, [aWorker()])
    const { import: staged } = await preview([aWorker()])
    for (const [id, days] of [
      [result.id, 31],
      [staged, 29],
    ])
      await query(`UPDATE payrolls SET created = datetime('now', '-${days} days') || '.000Z' WHERE id = '${id}'`)
    await (await aSuperuser(server)).crons.run('payrolls')
    await expect.poll(() => query('SELECT DISTINCT payroll FROM payroll_steps')).toEqual([[staged]])
    expect((await refusalOf(runPayroll(admin.pb, '/undo', { import: result.id }))).code).toBe('payroll.expired')
    expect(await latestPayroll(admin.pb)).toBeNull()
  })

  it('restores previous values, removes unused accounts, and names what changed since', async () => {
    const [eva, luis] = [aWorker({ cargo: 'Analista', phone: '3001112233' }), aWorker({ cargo: 'Auxiliar' })]
    await importPayroll(admin.pb, [eva, luis])
    const [nora, pia, group] = [
      aWorker({ name: 'Nora Nueva' }),
      aWorker({ name: 'Pía Usada' }),
      await admin.pb.collection('groups').create({ name: `Grupo ${++last}`, members: [] }),
    ]
    const changed = [
      { ...eva, cargo: 'Jefa', phone: '3109998877', groupNames: group.name },
      { ...luis, cargo: 'Coordinador' },
      { ...nora, groupNames: group.name },
      pia,
    ]
    const { result } = await importPayroll(admin.pb, changed)
    const [{ id: made }, { id: used }, { id: kept }] = [
      await userOf(nora.email),
      await userOf(pia.email),
      await userOf(luis.email),
    ]
    // Signed in since, and corrected by hand since.
    await query(`UPDATE users SET verified = 1 WHERE id = '${used}'`)
    await users().update(kept, { profile: { cargo: 'Director' } })
    const undone = await runPayroll(admin.pb, '/undo', { import: result.id })
    expect(undone.skipped).toEqual([
      { name: 'Pía Usada', code: 'payroll.changed' },
      { name: luis.name, code: 'payroll.changed' },
    ])
    expect(await userOf(eva.email)).toMatchObject({ phone: '+573001112233', profile: { cargo: 'Analista' } })
    expect((await users().getOne(kept)).profile).toMatchObject({ cargo: 'Director' })
    expect((await refusalOf(users().getOne(made))).status).toBe(404)
    expect((await users().getOne(used)).isActive).toBe(true)
    expect((await admin.pb.collection('groups').getOne(group.id)).members).toEqual([])
    expect(await runPayroll(admin.pb, '/undo', { import: result.id })).toEqual(undone)
    await expectWholeHistory()
    // The people of the undone payroll are not missing in the next one.
    expect((await preview([eva, luis])).left).toEqual([])
    expect((await latestPayroll(admin.pb)).status).toBe('undone')
  })
})
