import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHookServer } from '../support/hook-server.ts'

let url = ''
let server: Awaited<ReturnType<typeof startHookServer>>

/** Acquires and releases the only slot many times, and counts how often two handlers held it at once. */
const slotHandlers = `routerAdd('GET', '/acquire-and-release', (e) => {
  const { acquireOwnerSlot } = require(__hooks + '/slots.js')
  const store = $app.store()
  let acquired = 0
  let doubled = 0
  for (const end = Date.now() + 1500; Date.now() < end; ) {
    const release = acquireOwnerSlot(store, 'few', 'ana', 1)
    if (!release) continue
    acquired++
    store.setFunc('together', (now) => (now || 0) + 1)
    if (store.get('together') > 1) doubled++
    store.setFunc('together', (now) => now - 1)
    release()
  }
  return e.json(200, { acquired, doubled })
})
routerAdd('GET', '/left', (e) => e.json(200, { few: $app.store().get('few') }))`

/** Calls that end, fail or respond early. Returns the state during and after each. */
const callHandlers = `routerAdd('GET', '/call/{how}', (e) => {
  const { runAsCurrentCall, getCurrentCall } = require(__hooks + '/current-call.js')
  const how = e.request.pathValue('how')
  const seen = []
  const look = () => {
    const { event, releaseSlots, hasWritten } = getCurrentCall()
    seen.push([!!event, !!releaseSlots, hasWritten])
  }
  getCurrentCall().hasWritten = true
  try {
    runAsCurrentCall(e, () => seen.push('released'), () => {
      look()
      if (how === 'early') getCurrentCall().releaseSlots()
      getCurrentCall().hasWritten = true
      look()
      if (how === 'fails') throw new Error('fails')
    })
  } catch (error) {
    seen.push(String(error))
  }
  look()
  return e.json(200, seen)
})`

/** Calls beyond the pool. Sets the counters of all periods as if other calls held the slots. */
const overflowHandlers = `routerAdd('GET', '/slot/{kind}', (e) =>
  require(__hooks + '/admission.js').withSlot(e, e.request.pathValue('kind'), () => e.json(200, 'answered')))
routerAdd('GET', '/exception/{how}', (e) =>
  require(__hooks + '/admission.js').withSlot(e, 'reading', () => {
    const how = e.request.pathValue('how')
    if (how === 'refusal') throw new ApiError(409, 'Ya existe.', {})
    if (how === 'missing') $app.findRecordById('users', 'nadie0000000000')
    if (how === 'partial') e.response.write('part')
    const nothing = null
    if (how !== 'transaction') return nothing.id
    $app.runInTransaction(() => nothing.id)
  }))
routerAdd('GET', '/count/{counter}', (e) => {
  const periods = [0, 1, 2].map((period) => Number($app.store().get(e.request.pathValue('counter') + ' ' + period)))
  return e.json(200, periods.reduce((sum, count) => sum + count, 0))
})
routerAdd('GET', '/count/{counter}/{count}', (e) => {
  for (const period of [0, 1, 2])
    $app.store().set(e.request.pathValue('counter') + ' ' + period, Number(e.request.pathValue('count')))
  return e.noContent(204)
})`

beforeAll(async () => {
  server = await startHookServer(
    ['runtime/slots', 'runtime/current-call', 'runtime/admission'],
    [slotHandlers, callHandlers, overflowHandlers],
  )
  url = server.url
}, 300_000)

afterAll(() => server.stop())

it('four virtual machines never hold the same slot, and no released owner remains', async () => {
  const run = () => fetch(`${url}/acquire-and-release`).then((answer) => answer.json())
  const results: { acquired: number; doubled: number }[] = await Promise.all([run(), run(), run(), run()])
  expect(results.reduce((sum, { acquired }) => sum + acquired, 0)).toBeGreaterThan(100)
  expect(results.map(({ doubled }) => doubled)).toEqual([0, 0, 0, 0])
  expect(await (await fetch(`${url}/left`)).json()).toEqual({ few: {} })
})

it.each([
  ['ends', [[true, true, false], [true, true, true], 'released', [false, false, false]]],
  ['fails', [[true, true, false], [true, true, true], 'released', 'Error: fails', [false, false, false]]],
  ['early', [[true, true, false], 'released', [true, false, true], [false, false, false]]],
])('a call that %s starts with empty state, releases its slots once and leaves nothing', async (how, expected) => {
  expect(await (await fetch(`${url}/call/${how}`)).json()).toEqual(expected)
})

const serverError = {
  status: 500,
  message: 'Algo salió mal. Inténtelo de nuevo.',
}

it.each([
  ['thrown', serverError],
  ['transaction', serverError],
  ['refusal', { status: 409, message: 'Ya existe.' }],
  ['missing', { status: 404 }],
])('responds to an error (%s)', async (how, expected) => {
  const response = await fetch(`${url}/exception/${how}`)
  expect(response.status).toBe(expected.status)
  expect(await response.json()).toMatchObject(expected)
})

it('adds no error to a response that has begun', async () => {
  expect(await (await fetch(`${url}/exception/partial`)).text()).toBe('part')
})

describe('if no more virtual machines may be created', () => {
  const statusOf = async (path: string) => (await fetch(`${url}/${path}`)).status
  beforeEach(() => statusOf('count/overflow/96'))
  afterEach(() => Promise.all([statusOf('count/overflow/0'), statusOf('count/waiting/0')]))

  it('a reading call waits until another call ends', async () => {
    const status = statusOf('slot/reading')
    await vi.waitFor(async () => expect(await (await fetch(`${url}/count/waiting`)).json()).toBe(1), { interval: 1 })
    await statusOf('count/overflow/0')
    expect(await status).toBe(200)
    expect(await (await fetch(`${url}/count/waiting`)).json()).toBe(0)
  })

  it('a reading call is rejected after a second', async () => {
    const begun = performance.now()
    expect(await statusOf('slot/reading')).toBe(503)
    expect(performance.now() - begun).toBeGreaterThan(950)
  })

  it.each([
    ['reading', 32],
    ['verifying', 0],
  ])('a call of kind %s is rejected with %i waiting calls', async (kind, waiting) => {
    await statusOf(`count/waiting/${waiting}`)
    expect(await statusOf(`slot/${kind}`)).toBe(503)
  })
})
