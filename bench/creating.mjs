import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { confirmBatch, createValidatedBatch, findWorkCertificateFormat, postJson } from './batch.mjs'
import { formatNumber, formatRatio, measureMedians, measureMs, reportTable } from './measure.mjs'
import { createRowValues } from './rows.mjs'
import { signInSuperuser, startBareServer, startServer } from './server.mjs'
import { measureSqlite } from './sqlite.mjs'

/** Number of requests created with the two slow methods; their total time is extrapolated. */
const slowCount = 500
/** Entries per call of `/api/batch`. PocketBase nests their processing, and a user has six slots for writing. */
const entriesPerCall = 5

/** Creates the same requests with five methods. Each starts with an empty server and ends with submitted, numbered requests. */
export async function measureCreation({ rounds = 3, count = 10_000 } = {}) {
  const time = await measureMedians(rounds, async () => ({
    ...(await createByBatch(count)),
    ...(await createByBatchApi(count)),
    ...(await createBySdk(count)),
    ...(await createByBareEngine(count)),
  }))
  const perRow = (/** @type {number} */ ms) => `${formatNumber((ms / count) * 1000)} µs por fila`
  reportTable(
    [`crear ${formatNumber(count)} solicitudes (mediana de ${rounds})`, 'un lote', 'de otro modo', 'razón', 'meta'],
    [
      [
        '`sqlite3`, una transacción, tres sentencias; lo nuestro, solo crear',
        perRow(time.insert),
        perRow(time.sets),
        `más: ${formatRatio(time.insert / time.sets)}`,
        '≤ 2,5 ×',
      ],
      [
        '`sqlite3`, una transacción, una sentencia por fila; lo mismo',
        perRow(time.insert),
        perRow(time.rows),
        `menos: ${formatRatio(time.rows / time.insert)}`,
      ],
      [
        `\`/api/batch\`, de ${entriesPerCall} en ${entriesPerCall} (con ${slowCount}); lo nuestro, en total`,
        perRow(time.all),
        perRow(time.api),
        formatRatio(time.api / time.all),
        '≥ 5 ×',
      ],
      ...[1_000, 10_000].map((entries) => {
        const name = `\`/api/batch\` de PocketBase solo, sin validar, de ${formatNumber(entries)} en ${formatNumber(entries)}`
        const other = entries === 1_000 ? time.bare1000 : time.bare10000
        return [
          `${name}; lo nuestro, en total`,
          perRow(time.all),
          perRow(other),
          formatRatio(other / time.all),
          '≥ 2 ×',
        ]
      }),
      [
        `el SDK en un bucle (con ${slowCount}); lo mismo`,
        perRow(time.all),
        perRow(time.sdk),
        formatRatio(time.sdk / time.all),
      ],
      [
        'el lote en total: enviar, juzgar, guardar y crear',
        `${formatNumber(time.all / 1000, 1)} s, ${formatNumber(time.memory)} MiB`,
        '',
        '',
        '≤ 2,4 s',
      ],
    ],
  )
}

/** @param {number} count */
async function createByBatch(count) {
  const server = await startServer()
  let batch = { id: '' }
  const send = await measureMs(async () => {
    batch = await createValidatedBatch(server, count)
  })
  const insert = await measureMs(() => confirmBatch(server, batch))
  const memory = server.memory().most
  const sqlite = await measureSqlite(server, batch)
  await server.stop()
  return { all: send + insert, insert, memory, ...sqlite }
}

/** Creates drafts with PocketBase's batch API, through the same hooks, and submits them with one call. @param {number} count */
async function createByBatchApi(count) {
  const server = await startServer()
  await allowBatches(server)
  const format = await findWorkCertificateFormat(server)
  const time = await measureMs(async () => {
    for (let from = 0; from < slowCount; from += entriesPerCall) {
      const batch = server.user.createBatch()
      for (let i = from; i < from + entriesPerCall; i++)
        batch.collection('requests').create({ format, values: createRowValues(i) })
      const made = await batch.send()
      await submit(
        server,
        made.map(({ body }) => body.id),
      )
    }
  })
  await server.stop()
  return { api: (time / slowCount) * count }
}

/** @param {number} count */
async function createBySdk(count) {
  const server = await startServer()
  const format = await findWorkCertificateFormat(server)
  const time = await measureMs(async () => {
    for (let i = 0; i < slowCount; i++) {
      const { id } = await server.user.collection('requests').create({ format, values: createRowValues(i) })
      await submit(server, [id])
    }
  })
  await server.stop()
  return { sdk: (time / slowCount) * count }
}

/** Creates records of a minimal collection in bare PocketBase with its batch API, whose limits are raised. @param {number} count */
async function createByBareEngine(count) {
  const server = await startServer()
  mkdirSync(join(server.dataDir, 'storage'), { recursive: true })
  const bare = await startBareServer(server)
  const superuser = await allowBatches(bare, 10_000)
  const fields = [{ name: 'values', type: 'json', maxSize: 65_536 }]
  await superuser.collections.create({ name: 'filas', type: 'base', createRule: '@request.auth.id != ""', fields })
  const create = (/** @type {number} */ entries) =>
    measureMs(async () => {
      for (let from = 0; from < count; from += entries) {
        const size = Math.min(entries, count - from)
        const requests = Array.from({ length: size }, (_, i) => {
          const body = { values: createRowValues(from + i) }
          return { method: 'POST', url: '/api/collections/filas/records', body }
        })
        const body = JSON.stringify({ requests })
        const headers = { 'content-type': 'application/json', authorization: server.user.authStore.token }
        const answer = await fetch(`${bare.url}/api/batch`, { method: 'POST', headers, body })
        if ((await answer.json()).length !== size) throw new Error(`the batch was refused: ${answer.status}`)
      }
    })
  const bare1000 = await create(1_000)
  const bare10000 = await create(10_000)
  await server.stop()
  await bare.stop()
  return { bare1000, bare10000 }
}

/** @param {import('./server.mjs').Server} server @param {string[]} ids */
async function submit({ user }, ids) {
  const { changed } = await postJson(user, 'requests/submit', { ids })
  if (changed.length !== ids.length) throw new Error(`${ids.length - changed.length} drafts were not submitted`)
}

/** @param {Parameters<typeof signInSuperuser>[0]} server */
async function allowBatches(server, maxRequests = entriesPerCall) {
  const superuser = await signInSuperuser(server)
  const batch = { enabled: true, maxRequests, timeout: 120, maxBodySize: 2 ** 28 }
  await superuser.settings.update({ batch, rateLimits: { enabled: false } })
  return superuser
}
