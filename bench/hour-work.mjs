import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createRowValues } from './rows.mjs'

/** @typedef {import('./answers.mjs').CallLog} CallLog */
/** @typedef {import('pocketbase').default} PocketBase */

/** Maximum number of rows per call. */
const rowsPerCall = 1_000
/** Parallel writers during the rush: eight times the slots for writing. */
const rushWriters = 256

/** Starts calls at random times (Poisson) with an average rate, until `until` (`performance.now()`). Does not wait for their responses. @param {number} perSecond @param {() => Promise<unknown>} call @param {number} until */
export async function repeatAtRate(perSecond, call, until) {
  const under = new Set()
  for (;;) {
    await wait((-Math.log(1 - Math.random()) / perSecond) * 1000)
    if (performance.now() > until) break
    const one = call().finally(() => under.delete(one))
    under.add(one)
  }
  await Promise.all(under)
}

/** Sends and confirms a batch, and approves 1,000 of its requests with one call. @param {CallLog} ledger @param {{ user: PocketBase, admin: PocketBase }} server @param {string} format @param {number} total @returns {Promise<string>} its id */
export async function runBatch({ ask }, { user, admin }, format, total) {
  const { token } = user.authStore
  /** @param {string} kind @param {string} path @param {object} [body] */
  const post = (kind, path, body = {}) => ask(kind, token, `/api/app/batches${path}`, { method: 'POST', body })
  const file = { fileName: 'nómina.xlsx', fileHash: randomBytes(32).toString('hex') }
  const { id } = await post('empezar un lote', '', { format, ...file, total })
  for (let from = 0; from < total; from += rowsPerCall) {
    const rows = Array.from({ length: rowsPerCall }, (_, i) => ({
      row: from + i + 2,
      values: createRowValues(from + i),
    }))
    await post('mil filas de un lote', `/${id}/rows`, { rows })
  }
  await post('enviar un lote', `/${id}/confirm`)
  for (let status = 'processing'; status === 'processing'; await wait(500))
    ({ status } = await ask('avance de un lote', token, `/api/app/batches/${id}/progress`))
  const boss = admin.authStore.token
  const pages = [1, 2, 3, 4, 5].map((page) => `/api/app/requests?perPage=200&batch=${id}&page=${page}`)
  const lists = await Promise.all(pages.map((path) => ask('doscientas de un lote', boss, path)))
  const ids = lists.flatMap(({ items }) => items.map((/** @type {{ id: string }} */ item) => item.id))
  await ask('aprobar mil', boss, '/api/app/requests/approve', { method: 'POST', body: { ids } })
  return id
}

/** Creates drafts with more parallel writers than slots. All should succeed, after deferrals with `Retry-After`. @param {CallLog} ledger @param {{ token: string }[]} people @param {string} format */
export async function runRush({ ask, kinds }, people, format) {
  const began = performance.now()
  const calls = Array.from({ length: rushWriters * 2 }, (_, n) => n)
  const writers = Array.from({ length: rushWriters }, async (_, n) => {
    const { token } = /** @type {{ token: string }} */ (people[n % people.length])
    for (let next = calls.pop(); next !== undefined; next = calls.pop())
      await ask('avalancha', token, '/api/collections/requests/records', {
        method: 'POST',
        body: { format, values: createRowValues(next) },
      })
  })
  await Promise.all(writers)
  return {
    served: kinds.get('avalancha')?.times.length ?? 0,
    asked: rushWriters * 2,
    seconds: (performance.now() - began) / 1000,
  }
}
