import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Server, startServer } from '../support/container.ts'
import { aUser, type Person } from '../support/people.ts'
import { aDraft, pageOf, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let ana: Person
beforeAll(async () => {
  server = await startServer(inject('image'))
  ana = await aUser({ at: server.url })
})
afterAll(async () => {
  await server?.stop()
})

it('words that were lost with a copy of the database are written anew at the start', async () => {
  const { id } = await aDraft(ana)
  await take(ana, 'submit', { ids: [id] })
  const found = async () => (await pageOf(ana, { search: 'güell' })).totalItems
  expect(await found()).toBe(1)
  const superuser = await aSuperuser(server)
  const lost = [
    "INSERT INTO request_search (request_search) VALUES ('delete-all')",
    'DELETE FROM request_states',
    'DELETE FROM request_places',
    'DELETE FROM request_owners',
  ]
  for (const query of lost) await superuser.send('/api/sql', { method: 'POST', body: { query } })
  expect(await found()).toBe(0)
  await server.crash()
  expect(await found()).toBe(1)
  expect((await pageOf(ana, { search: 'güell', status: 'submitted' })).totalItems).toBe(1)
})
