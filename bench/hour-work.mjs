import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { valuesOf } from './rows.mjs'

/** @typedef {import('./answers.mjs').Ledger} Ledger */
/** @typedef {import('pocketbase').default} PocketBase */

/** Rows in one call, the most there may be. */
const portion = 1_000
/** Who writes at once in the rush: eight times as many as there are places. */
const crowd = 256

/** Makes a call so many times a second, at random moments, however long each takes; until then. @param {number} perSecond @param {() => Promise<unknown>} call @param {number} until */
export async function again(perSecond, call, until) {
  const under = new Set()
  for (;;) {
    await wait((-Math.log(1 - Math.random()) / perSecond) * 1000)
    if (performance.now() > until) break
    const one = call().finally(() => under.delete(one))
    under.add(one)
  }
  await Promise.all(under)
}

/** Sent, created, and a thousand of it approved at once. @param {Ledger} ledger @param {{ user: PocketBase, admin: PocketBase }} server @param {string} format @param {number} total @returns {Promise<string>} its id */
export async function theBatch({ ask }, { user, admin }, format, total) {
  const { token } = user.authStore
  /** @param {string} kind @param {string} path @param {object} [body] */
  const post = (kind, path, body = {}) => ask(kind, token, `/api/app/batches${path}`, { method: 'POST', body })
  const file = { fileName: 'nómina.xlsx', fileHash: randomBytes(32).toString('hex') }
  const { id } = await post('empezar un lote', '', { format, ...file, total })
  for (let from = 0; from < total; from += portion) {
    const rows = Array.from({ length: portion }, (_, i) => ({ row: from + i + 2, values: valuesOf(from + i) }))
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

/** More who write than there are places for: all are served in the end, and who was put off was told for how long. @param {Ledger} ledger @param {{ token: string }[]} people @param {string} format */
export async function theRush({ ask, kinds }, people, format) {
  const began = performance.now()
  const calls = Array.from({ length: crowd * 2 }, (_, n) => n)
  const writers = Array.from({ length: crowd }, async (_, n) => {
    const { token } = /** @type {{ token: string }} */ (people[n % people.length])
    for (let next = calls.pop(); next !== undefined; next = calls.pop())
      await ask('avalancha', token, '/api/collections/requests/records', {
        method: 'POST',
        body: { format, values: valuesOf(next) },
      })
  })
  await Promise.all(writers)
  return {
    served: kinds.get('avalancha')?.times.length ?? 0,
    asked: crowd * 2,
    seconds: (performance.now() - began) / 1000,
  }
}
