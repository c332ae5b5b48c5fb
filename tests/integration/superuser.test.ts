import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { aBatch, cuentaDeCobro, post, sendRows } from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, anonymous, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aRequest, pageOf, read, requests, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer } from '../support/test-server.ts'

const server = await startServer(inject('image'), testServer().mailEnvironment)
afterAll(() => server.stop())
const place = { at: server.url }
const superuser = await aSuperuser(server)
const sql = queryOf(superuser)

it.each(['_user', '_admin'])(
  'returns nothing to a session whose user (%s) became inactive in the database',
  async (role) => {
    const person = await (role === '_admin' ? anAdmin(place) : aUser(place))
    const mine = await person.pb.collection('events').getFullList()
    expect(mine.length).toBeGreaterThan(0)
    // In the database, so that the session key stays.
    await sql(`UPDATE users SET isActive = FALSE WHERE id = '${person.id}'`)
    for (const name of [
      'users',
      'settings',
      'events',
      'formats',
      'format_versions',
      'requests',
      'batches',
      'batch_rows',
    ])
      expect((await person.pb.collection(name).getList()).items, name).toEqual([])
    expect((await refusalOf(person.pb.collection('users').update(person.id, { name: 'Otro' }))).status).toBe(404)
    for (const path of ['/api/app/requests', '/api/app/dashboard'])
      expect(await refusalOf(person.pb.send(path, { method: 'GET' }))).toMatchObject({
        status: 403,
        code: 'user.inactive',
      })
    expect(await refusalOf(person.pb.collection('users').authRefresh())).toMatchObject({ code: 'user.inactive' })
  },
)

it('rejects the impersonation of an inactive user', async () => {
  const [ana, waiting] = await Promise.all([aUser(place), anInactiveUser(place)])
  const actAs = (id: string) => superuser.send(`/api/collections/users/impersonate/${id}`, { method: 'POST', body: {} })
  expect(await actAs(ana.id)).toHaveProperty('token')
  expect(await refusalOf(actAs(waiting.id))).toMatchObject({ status: 403, code: 'user.inactive' })
})

it('prevents the superuser from creating active users, changing history or deleting its users', async () => {
  const person = {
    name: 'Eva',
    email: 'eva@ejemplo.test',
    password: 'abc123',
    passwordConfirm: 'abc123',
    role: '_user',
  }
  expect((await refusalOf(superuser.collection('users').create({ ...person, isActive: true }))).status).toBe(400)
  const ana = await aUser(place)
  const { id } = await superuser.collection('events').getFirstListItem(`subjectId = "${ana.id}"`)
  expect((await refusalOf(superuser.collection('events').update(id, { action: 'x' }))).status).toBe(403)
  expect((await refusalOf(superuser.collection('events').delete(id))).status).toBe(403)
  expect((await refusalOf(superuser.collection('users').delete(ana.id))).status).toBeGreaterThanOrEqual(400)
  expect(await superuser.collection('users').getOne(ana.id)).toMatchObject({ id: ana.id })
})

it('names a lost document in a ZIP or PDF, and includes the others', async () => {
  const ana = await aUser(place)
  const batch = await aBatch(ana.pb, { code: 'CC', total: 2 })
  await sendRows(ana.pb, batch, [cuentaDeCobro(), cuentaDeCobro({ nombre: 'Eva' })])
  await post(ana.pb, `/${batch.id}/confirm`)
  const made = () => pageOf(ana, { batch: batch.id, sort: 'number' })
  await expect.poll(async () => (await made()).items.map((item) => item.documentStatus)).toEqual(['ready', 'ready'])
  const [gone, there] = (await made()).items
  await sql(`UPDATE requests SET document = 'perdido.pdf' WHERE id = '${gone?.id}'`)
  const folder = temporaryFolder()
  const token = await ana.pb.files.getToken()
  const answer = await fetch(`${server.url}/api/app/batches/${batch.id}/documents?token=${token}`)
  writeFileSync(join(folder, 'a.zip'), new Uint8Array(await answer.arrayBuffer()))
  execFileSync('unzip', ['-q', 'a.zip'], { cwd: folder })
  expect(readFileSync(join(folder, `${gone?.documentNumber} (falta).txt`), 'utf8')).toContain('no está')
  expect(readFileSync(join(folder, `${there?.documentNumber}.pdf`), 'latin1')).toMatch(/^%PDF-/)
  const joined = await fetch(`${server.url}/api/app/requests/documents?batch=${batch.id}&as=pdf&token=${token}`)
  const text = read(await joined.arrayBuffer())
  for (const item of [gone, there]) expect(text).toContain(item?.documentNumber)
  expect(text.match(/Aquí falta un documento/g)).toHaveLength(1)
  expect(text).toContain('Su archivo no está en el servidor.')
})

it('keeps an approval whose document could not be stored', async () => {
  const [ana, admin] = await Promise.all([aUser(place), anAdmin(place)])
  const { id } = await aRequest(ana, admin, 'submitted')
  // Simulates a disk that becomes full between two writes.
  await sql(`CREATE TRIGGER full BEFORE UPDATE OF documentStatus ON requests
    WHEN NEW.documentStatus IN ('ready', 'failed') BEGIN SELECT RAISE(ABORT, 'full'); END`)
  expect((await take(admin, 'approve', { ids: [id] })).changed).toEqual([id])
  expect(await requests(ana).getOne(id)).toMatchObject({ status: 'approved', documentStatus: 'pending' })
  await sql('DROP TRIGGER full')
  await sql(`UPDATE requests SET documentLease = 0 WHERE id = '${id}'`)
  await superuser.crons.run('documents')
  expect(await settled(ana, id)).toMatchObject({ documentStatus: 'ready' })
})

it('returns the latest 500 history lines', async () => {
  const ana = await aUser(place)
  const { id } = await aDraft(ana)
  await sql(`WITH RECURSIVE said(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM said WHERE n < 500)
    INSERT INTO events (id, subject, subjectId, owner, action, created, updated)
    SELECT printf('${id.slice(0, 10)}%05d', n), 'requests', '${id}', '${ana.id}', 'comment', at, at
    FROM said, (SELECT strftime('%Y-%m-%d %H:%M:%fZ') AS at)`)
  await take(ana, 'cancel', { ids: [id] })
  const lines = await ana.pb.send<{ action: string }[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  expect([lines.length, lines[0]?.action, lines.at(-1)?.action]).toEqual([500, 'comment', 'cancel'])
})

it('rejects the codes of an account after 500 wrong attempts a day, from any address', async () => {
  const ana = await anInactiveUser(place)
  const { otpId } = await anonymous(place).collection('users').requestOTP(ana.email)
  const code = codeIn(await mailTo(ana.email))
  // Simulates attempts with earlier codes of this account from other addresses.
  const earlier = (count: number) => {
    return sql(`INSERT INTO one_time_codes SELECT hex(randomblob(8)), account, user, 'other ' || value, at - 3600, 5
      FROM one_time_codes, json_each('[${Array.from({ length: count }, (_, n) => n)}]') WHERE one_time_codes.id = '${otpId}'`)
  }
  const verify = (given = code) =>
    anonymous(place).send('/api/app/verify', { method: 'POST', body: { otpId, code: given } })
  await earlier(99)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await refusalOf(verify(wrong))).toMatchObject({ status: 400, code: 'code.invalid' })
  await earlier(1)
  expect(await refusalOf(verify())).toMatchObject({ status: 429, code: 'code.attempts' })
})

it('starts despite an edited code row, and sends the code again', async () => {
  const ana = await anInactiveUser(place)
  const { otpId } = await anonymous(place).collection('users').requestOTP(ana.email)
  await mailTo(ana.email)
  // While its row exists, the mail would be sent again within a minute.
  const queued = () => superuser.collection('outgoing_mails').getFullList({ filter: `to = "${ana.email}"` })
  await expect.poll(queued).toEqual([])
  await sql(`UPDATE _otps SET created = '', recordRef = 'x' WHERE id = '${otpId}'`)
  await server.crash()
  // The code is sent again after the crash.
  const code = codeIn(await mailTo(ana.email, { after: 1, limit: 60_000 }))
  await anonymous(place).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  expect(await superuser.collection('users').getOne(ana.id)).toMatchObject({ verified: true })
})

it('rejects more than 25 wrong attempts a day by a client over several codes', async () => {
  const ana = await anInactiveUser(place)
  const { otpId } = await anonymous(place).collection('users').requestOTP(ana.email)
  const code = codeIn(await mailTo(ana.email))
  const change = (set: string) => {
    return sql(`UPDATE one_time_codes SET ${set} WHERE user = '${ana.id}'`)
  }
  // Simulates attempts with earlier codes of the same caller: five per code, 25 in all.
  const earlier = `INSERT INTO one_time_codes SELECT hex(randomblob(8)), account, user, address, at - 3600, 5 FROM one_time_codes, json_each('[1,1,1,1,1]') WHERE one_time_codes.id = '${otpId}'`
  await sql(earlier)
  const verify = () => anonymous(place).send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  expect(await refusalOf(verify())).toMatchObject({ status: 429, code: 'code.attempts' })
  await change('at = at - 90000 * (attempts = 5)')
  await verify()
})

it('answers health without details, and passes the container’s health check', async () => {
  const answer = await fetch(`${server.url}/api/app/health`, { headers: { 'X-Forwarded-For': '198.18.0.7' } })
  expect([answer.status, await answer.text(), answer.headers.get('backup')]).toEqual([204, '', null])
  expect(await sql('SELECT at FROM heartbeat')).toHaveLength(1)
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  const words: string[] = JSON.parse(dockerfile.match(/^HEALTHCHECK.* CMD (.*)$/m)?.[1] ?? '[]')
  expect(await server.container.exec(words)).toMatchObject({ exitCode: 0 })
  expect((await server.container.exec(words, { env: { PORT: '9' } })).exitCode).not.toBe(0)
})

it('reads a changed table correctly in every virtual machine with cached statements', async () => {
  const ana = await aUser(place)
  const { id } = await aDraft(ana)
  const seen = async () => {
    const pages = await Promise.all(Array.from({ length: 30 }, () => pageOf(ana)))
    return new Set(pages.map(({ items }) => items.map((item) => [item.id, item.formatName].join(' ')).join()))
  }
  expect(await seen()).toEqual(new Set([`${id} Carta laboral`]))
  const formats = await superuser.collections.getOne('formats')
  await superuser.collections.update('formats', { fields: [...formats.fields, { name: 'note', type: 'text' }] })
  await sql("UPDATE formats SET name = 'Carta de trabajo' WHERE code = 'CL'")
  expect(await seen()).toEqual(new Set([`${id} Carta de trabajo`]))
})
