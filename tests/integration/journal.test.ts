import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, inject, it } from 'vitest'
import { startServer } from '../support/container.ts'
import { anonymous, aUser } from '../support/people.ts'
import { aSuperuser } from '../support/superuser.ts'

let log = ''
const server = await startServer(inject('image'), {}, (line) => {
  log += line
})
const superuser = await aSuperuser(server)
const ana = await aUser({ at: server.url })
afterAll(() => server.stop())

/** Returns the contents of all files of the data folder. */
async function dataFolder(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await server.container.copyArchiveFromContainer('/pb_data')) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

it('stores nothing of a refused call: no token, address or user agent', async () => {
  const token = ana.pb.authStore.token
  const fileToken = await ana.pb.files.getToken()
  const agent = 'un-navegador-que-nadie-mas-tiene'
  const refused = (index: number) =>
    fetch(`${server.url}/api/files/requests/abcdefghijklmno/${index}.pdf?token=${fileToken}&session=${token}`, {
      headers: { Authorization: `${token}x`, 'User-Agent': agent, Referer: `http://a.test/?t=${token}` },
    })
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => refused(index)))
    for (const { status } of answers) expect(status).toBe(404)
  }
  // Pending logs are written after three seconds.
  await wait(4_000)
  expect((await superuser.logs.getList(1, 1)).totalItems).toBe(0)
  const folder = await dataFolder()
  for (const secret of [token, fileToken, agent]) {
    expect(folder.includes(secret)).toBe(false)
    expect(log).not.toContain(secret)
  }
})

it('writes an unexpected error to the log, without the query', async () => {
  await superuser.send('/api/sql', { method: 'POST', body: { query: 'DROP TABLE heartbeat' } })
  await superuser.send('/api/sql', { method: 'POST', body: { query: 'DROP TABLE failed_sign_ins' } })
  const call = anonymous({ at: server.url }).send('/api/collections/users/auth-with-password', {
    method: 'POST',
    query: { secreto: 'palabra-escondida' },
    body: { identity: ana.email, password: ana.password },
  })
  await expect(call).rejects.toThrow()
  await expect.poll(() => log).toMatch(/POST \/api\/collections\/users\/auth-with-password: .*failed_sign_ins/)
  expect(log).not.toContain('palabra-escondida')
})
