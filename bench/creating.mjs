import { cartaLaboral, confirm, post, sentBatch } from './batch.mjs'
import { medians, section, shown, timed, times } from './measure.mjs'
import { valuesOf } from './rows.mjs'
import { aServer, aSuperuser } from './server.mjs'
import { bySqlite } from './sqlite.mjs'

/** Requests made in the two slow ways, from which the time of all is reckoned. */
const few = 500
/** Entries of one call of `/api/batch`: each is worked on inside the one before, and one person has six places to write. */
const entries = 5

/** The same requests made in five ways: each begins on an empty server and ends with submitted, numbered requests. */
export async function creating({ rounds = 3, count = 10_000 } = {}) {
  const time = await medians(rounds, async () => ({
    ...(await byBatch(count)),
    ...(await byBatchApi(count)),
    ...(await bySdk(count)),
  }))
  const perRow = (/** @type {number} */ ms) => `${shown((ms / count) * 1000)} µs por fila`
  section(
    [`crear ${shown(count)} solicitudes (mediana de ${rounds})`, 'un lote', 'de otro modo', 'razón', 'meta'],
    [
      [
        '`sqlite3`, una transacción, tres sentencias; lo nuestro, solo crear',
        perRow(time.insert),
        perRow(time.sets),
        `más: ${times(time.insert / time.sets)}`,
        '≤ 2,5 ×',
      ],
      [
        '`sqlite3`, una transacción, una sentencia por fila; lo mismo',
        perRow(time.insert),
        perRow(time.rows),
        `menos: ${times(time.rows / time.insert)}`,
      ],
      [
        `\`/api/batch\`, de ${entries} en ${entries} (con ${few}); lo nuestro, en total`,
        perRow(time.all),
        perRow(time.api),
        times(time.api / time.all),
        '≥ 5 ×',
      ],
      [`el SDK en un bucle (con ${few}); lo mismo`, perRow(time.all), perRow(time.sdk), times(time.sdk / time.all)],
      [
        'el lote en total: enviar, juzgar, guardar y crear',
        `${shown(time.all / 1000, 1)} s, ${shown(time.memory)} MiB`,
        '',
        '',
        '≤ 2,4 s',
      ],
    ],
  )
}

/** @param {number} count */
async function byBatch(count) {
  const server = await aServer()
  let batch = { id: '' }
  const send = await timed(async () => {
    batch = await sentBatch(server, count)
  })
  const insert = await timed(() => confirm(server, batch))
  const memory = server.memory().most
  const sqlite = await bySqlite(server, batch)
  await server.stop()
  return { all: send + insert, insert, memory, ...sqlite }
}

/** As PocketBase itself makes many records: drafts through the same hooks, which one call of ours then submits. @param {number} count */
async function byBatchApi(count) {
  const server = await aServer()
  await allowBatches(server)
  const format = await cartaLaboral(server)
  const time = await timed(async () => {
    for (let from = 0; from < few; from += entries) {
      const batch = server.user.createBatch()
      for (let i = from; i < from + entries; i++) batch.collection('requests').create({ format, values: valuesOf(i) })
      const made = await batch.send()
      await submit(
        server,
        made.map(({ body }) => body.id),
      )
    }
  })
  await server.stop()
  return { api: (time / few) * count }
}

/** @param {number} count */
async function bySdk(count) {
  const server = await aServer()
  const format = await cartaLaboral(server)
  const time = await timed(async () => {
    for (let i = 0; i < few; i++) {
      const { id } = await server.user.collection('requests').create({ format, values: valuesOf(i) })
      await submit(server, [id])
    }
  })
  await server.stop()
  return { sdk: (time / few) * count }
}

/** @param {import('./server.mjs').Server} server @param {string[]} ids */
async function submit({ user }, ids) {
  const { changed } = await post(user, 'requests/submit', { ids })
  if (changed.length !== ids.length) throw new Error(`${ids.length - changed.length} drafts were not submitted`)
}

/** @param {import('./server.mjs').Server} server */
async function allowBatches(server) {
  const superuser = await aSuperuser(server)
  const batch = { enabled: true, maxRequests: entries, timeout: 60, maxBodySize: 2 ** 26 }
  await superuser.settings.update({ batch, rateLimits: { enabled: false } })
}
