import { findWorkCertificateFormat, postJson } from './batch.mjs'
import { createRowValues } from './rows.mjs'
import { password, signIn } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('pocketbase').default} PocketBase */

const people = 20
const pagesPerUser = 15
const requestsPerUser = 50

/**
 * Measures in ms how long 300 open pages need to show a decision of 1,000 requests, and the slowest call during it. Each page is a list that
 * receives its owner's events and reads itself again after a delay, like `src/lib/realtime.ts`.
 * @param {Server} server @param {PocketBase} superuser
 */
export async function measureOpenPages(server, superuser) {
  const format = await findWorkCertificateFormat(server)
  /** @type {PocketBase[]} */
  const owners = []
  for (let n = 0; n < people; n++) owners.push(await createUser(server, superuser, n))
  /** @type {string[]} */
  const ids = []
  for (const owner of owners) {
    const own = []
    for (let n = 0; n < requestsPerUser; n++)
      own.push((await owner.collection('requests').create({ format, values: createRowValues(n) })).id)
    await postJson(owner, 'requests/submit', { ids: own })
    ids.push(...own)
  }
  const ending = new AbortController()
  const pages = await Promise.all(
    owners.flatMap((owner) => Array.from({ length: pagesPerUser }, () => openPage(owner, ending.signal))),
  )
  // Pages that have just subscribed read their list once more, because their requests were just submitted.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  for (const page of pages) page.forgetSlowest()
  const began = performance.now()
  await postJson(server.admin, 'requests/reject', { ids, reason: 'Prueba de velocidad.' })
  const all = await Promise.all(pages.map((page) => page.isRight(requestsPerUser)))
  ending.abort()
  return { all: Math.max(...all) - began, slowest: Math.max(...pages.map((page) => page.slowest())) }
}

/** @param {Server} server @param {PocketBase} superuser @param {number} n @param {string} [role] */
export async function createUser({ url }, superuser, n, role = '_user') {
  const email = `persona-${role}-${n}@ejemplo.test`
  const person = { email, password, passwordConfirm: password, phone: '+573001112233', role, name: 'Ana Ruiz' }
  const { id } = await superuser.collection('users').create({ ...person, isActive: false })
  await superuser.collection('users').update(id, { isActive: true, verified: true })
  return signIn(url, email)
}

/** @param {PocketBase} owner @param {AbortSignal} signal */
async function openPage(owner, signal) {
  let slowest = 0
  let rejected = 0
  let at = 0
  let isWaiting = false
  /** @param {string} path */
  async function ask(path) {
    const began = performance.now()
    const answer = await owner.send(path, { method: 'GET' })
    slowest = Math.max(slowest, performance.now() - began)
    return answer
  }
  async function read() {
    isWaiting = false
    const [list] = await Promise.all([ask('/api/app/requests?perPage=30&status=rejected'), ask('/api/app/counts')])
    rejected = list.totalItems
    at = performance.now()
  }
  function heard() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => void read(), 200 + Math.random() * 1000)
  }
  await subscribeToRequests(owner, signal, heard)
  return {
    slowest: () => slowest,
    forgetSlowest() {
      slowest = 0
    },
    /** Resolves to the time at which the page showed `expected` requests. @param {number} expected */
    async isRight(expected) {
      for (const until = performance.now() + 60_000; rejected !== expected; ) {
        if (performance.now() > until) throw new Error(`a page shows ${rejected} of ${expected}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return at
    },
  }
}

/** @param {PocketBase} owner @param {AbortSignal} signal @param {() => void} heard @param {() => void} [ended] called when the connection ends */
export async function subscribeToRequests(owner, signal, heard, ended = () => {}) {
  const { body } = await fetch(owner.buildURL('/api/realtime'), { signal })
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader()
  const decoder = new TextDecoder()
  const first = decoder.decode((await reader.read()).value)
  const clientId = /"clientId":"([^"]+)"/.exec(first)?.[1]
  await owner.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions: ['requests/*'] } })
  const listen = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return ended()
      if (decoder.decode(value).includes('requests/*')) heard()
    }
  }
  listen().catch(() => {})
}
