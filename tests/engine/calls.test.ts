import { expect, it } from 'vitest'
import { startHookServer } from '../support/hook-server.ts'

/** Calls that end or fail. Returns the state during and after each. */
const callHandlers = `routerAdd('GET', '/call/{how}', (e) => {
  const { runAsCurrentCall, getCurrentCall } = require(__hooks + '/current-call.js')
  const seen = []
  const look = () => {
    const { event, hasWritten } = getCurrentCall()
    seen.push([!!event, hasWritten])
  }
  getCurrentCall().hasWritten = true
  try {
    runAsCurrentCall(e, () => {
      look()
      getCurrentCall().hasWritten = true
      look()
      if (e.request.pathValue('how') === 'fails') throw new Error('fails')
    })
  } catch (error) {
    seen.push(String(error))
  }
  look()
  return e.json(200, [...seen, e.get('admissionStored')])
})`

/** Calls with one slot that end with errors of virtual machines. */
const errorHandlers = `const refuse = (status) => ({ status, body: JSON.stringify({ status }) })
const { reading } = engine.admitByKind({
  kinds: { reading: { atOnce: 1, waiting: 10, seconds: 30 } },
  refusals: {
    busy: refuse(503),
    storage: refuse(503),
    unknown: refuse(500),
    session: refuse(401),
    inactive: refuse(403),
    key: refuse(401),
  },
  users: 'users',
  active: 'isActive',
  keyPrefix: 'fp_',
})
routerUse(engine.admitByPattern({ 'POST /api/collections/{collection}/records': 'reading' }))
onRecordCreateRequest((e) => null.id)
routerAdd(
  'GET',
  '/exception/{how}',
  (e) => {
    const how = e.request.pathValue('how')
    if (how === 'none') return e.json(200, engine.getSlotUsage().inUse)
    if (how === 'early') {
      engine.releaseSlot(e)
      return e.json(200, engine.getSlotUsage().inUse)
    }
    if (how === 'refusal') throw new ApiError(409, 'Ya existe.', {})
    if (how === 'missing') $app.findRecordById('users', 'nadie0000000000')
    if (how === 'partial') e.response.write('part')
    const nothing = null
    if (how !== 'transaction') return nothing.id
    $app.runInTransaction(() => nothing.id)
  },
  reading,
)
routerAdd('POST', '/exception/write', (e) => e.noContent(204), reading)`

const { url } = await startHookServer(['runtime/current-call'], [callHandlers, errorHandlers])

it.each([
  ['ends', [[true, false], [true, true], [false, false], true]],
  ['fails', [[true, false], [true, true], 'Error: fails', [false, false], true]],
])('a call that %s starts with empty state, notes what it stored and leaves nothing', async (how, expected) => {
  expect(await (await fetch(`${url}/call/${how}`)).json()).toEqual(expected)
})

it.each([
  ['none', 200, { reading: 1, waiting: 0 }],
  ['early', 200, { reading: 0, waiting: 0 }],
  ['thrown', 500, { status: 500 }],
  ['transaction', 500, { status: 500 }],
  ['refusal', 409, { message: 'Ya existe.' }],
  ['missing', 404, {}],
])('responds to a call that ends so: %s', async (how, status, expected) => {
  const response = await fetch(`${url}/exception/${how}`)
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining(expected)])
})

it('refuses an anonymous write, and answers exceptions of record hooks', async () => {
  const ask = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  const answer = async (path: string) => (await fetch(url + path, ask)).json()
  expect(await answer('/exception/write')).toEqual({ status: 401 })
  expect(await answer('/api/collections/users/records')).toEqual({ status: 500 })
})

it('aborts a response that has begun', async () => {
  const read = async () => (await fetch(`${url}/exception/partial`)).text()
  await expect(read()).rejects.toThrow()
})
