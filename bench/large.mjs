import { cartaLaboral, confirm, post, sentBatch } from './batch.mjs'
import { median, section, shown, timed, times } from './measure.mjs'
import { valuesOf } from './rows.mjs'
import { aServer } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */

/** What a batch as large as there may be costs, what a row of it costs beside one of a small batch, and what others wait. */
export async function large({ small = 1_000, rounds = 9, count = 100_000, letters = 10_000 } = {}) {
  const server = await aServer()
  const idle = server.memory().now
  const smalls = []
  for (let round = 0; round < rounds; round++) smalls.push(await perRow(server, small))
  const one = { sent: median(smalls.map(({ sent }) => sent)), made: median(smalls.map(({ made }) => made)) }
  const all = await perRow(server, count)
  const { most } = server.memory()
  const many = await perRow(server, letters)
  const documents = await documentsOf(server, many.batch, letters)
  await server.stop()
  const growth = (all.sent + all.made) / (one.sent + one.made)
  section(
    [`un lote de ${shown(count)} filas`, 'medido', '', 'razón', 'meta'],
    [
      ['enviar, juzgar y guardar', `${shown((all.sent * count) / 1e6)} s`],
      ['crear las solicitudes', `${shown((all.made * count) / 1e6)} s`],
      ['memoria del servidor, lo más; recién arrancado', `${shown(most)} MiB`, `${shown(idle)} MiB`, '', '< 256 MiB'],
      [
        `una fila; en un lote de ${shown(small)} (mediana de ${rounds})`,
        `${shown(all.sent + all.made)} µs`,
        `${shown(one.sent + one.made)} µs`,
        times(growth, 2),
        '≤ 1,3 ×',
      ],
      [
        `documentos al aprobar ${shown(letters)}; CPU de cada uno`,
        `${shown(documents.perSecond)}/s`,
        `${shown(documents.cpu, 1)} ms`,
        '',
        '≥ 150/s',
      ],
    ],
  )
  await waits()
}

/** Microseconds for a row. @param {Server} server @param {number} count */
async function perRow(server, count) {
  let batch = { id: '' }
  const sent = await timed(async () => {
    batch = await sentBatch(server, count)
  })
  const made = await timed(() => confirm(server, batch))
  return { sent: (sent / count) * 1000, made: (made / count) * 1000, batch: batch.id }
}

/** How many documents are made in a second, once a batch is approved, and milliseconds of the processor for each. @param {Server} server @param {string} batch @param {number} expected */
export async function documentsOf(server, batch, expected) {
  const before = server.cpu()
  const took = await timed(() => approved(server, batch, expected))
  return { perSecond: (expected / took) * 1000, cpu: (server.cpu() - before) / expected }
}

/** Approves a batch and waits until its last document is made. @param {Server} server @param {string} batch @param {number} expected */
async function approved({ admin }, batch, expected) {
  // Nothing else is being made here, and asked like this it costs the server next to nothing: counting what a batch lacks took a quarter of its time.
  const next = { filter: "documentStatus = 'pending'", skipTotal: true }
  const unready = async () => (await admin.collection('requests').getList(1, 1, next)).items.length
  await post(admin, 'requests/approve', { filter: { batch, status: 'submitted' }, expected })
  while (await unready()) await new Promise((resolve) => setTimeout(resolve, 200))
  const failed = (await admin.collection('requests').getList(1, 1, { filter: "documentStatus = 'failed'" })).totalItems
  if (failed) throw new Error(`${failed} documents could not be made`)
}

/** How long an administrator waits who keeps a draft of his own while he types, every 20 ms, and others work on a batch. */
async function waits({ rounds = 3, count = 20_000 } = {}) {
  const server = await aServer()
  const drafts = server.admin.collection('requests')
  const { id } = await drafts.create({ format: await cartaLaboral(server), values: valuesOf(0) })
  let turn = 0
  const write = () => timed(() => drafts.update(id, { values: valuesOf(turn++) }))
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const read = () => timed(() => server.admin.send('/api/app/requests?perPage=30', { method: 'GET' }))
  /** @param {() => Promise<unknown>} work */
  async function during(work, ask = write) {
    const times = []
    let going = true
    const ended = work().finally(() => {
      going = false
    })
    while (going) {
      times.push(await ask())
      await pause()
    }
    await ended
    return times
  }
  /** @type {Record<string, number[]>} */
  const waited = {
    'nada más pasa': [],
    'se envía un lote': [],
    'se crean sus solicitudes': [],
    'se rechazan todas': [],
    'se hacen 1.000 documentos': [],
    'se hacen 1.000 documentos, quien lee la lista': [],
  }
  /** @param {string} what @param {() => Promise<unknown>} work */
  const watch = async (what, work) => waited[what]?.push(...(await during(work)))
  for (let round = 0; round < rounds; round++) {
    let batch = { id: '' }
    await watch('nada más pasa', () => new Promise((resolve) => setTimeout(resolve, 2000)))
    await watch('se envía un lote', async () => {
      batch = await sentBatch(server, count)
    })
    await watch('se crean sus solicitudes', () => confirm(server, batch))
    const filter = { batch: batch.id, status: 'submitted' }
    await watch('se rechazan todas', () =>
      post(server.admin, 'requests/reject', { filter, expected: count, reason: 'Prueba de velocidad.' }),
    )
    const few = await sentBatch(server, 1_000)
    await confirm(server, few)
    await watch('se hacen 1.000 documentos', () => approved(server, few.id, 1_000))
    const more = await sentBatch(server, 1_000)
    await confirm(server, more)
    const list = waited['se hacen 1.000 documentos, quien lee la lista']
    list?.push(...(await during(() => approved(server, more.id, 1_000), read)))
  }
  await server.stop()
  section(
    [
      `lo que espera otro mientras … (${rounds} lotes de ${shown(count)})`,
      '99 de 100; lo más',
      'mediana',
      'veces',
      'meta',
    ],
    Object.entries(waited).map(([what, times]) => [
      what,
      `${shown(hundredth(times))}; ${shown(Math.max(...times))} ms`,
      `${shown(median(times))} ms`,
      String(times.length),
      '≤ 100 ms',
    ]),
  )
}

/** What one in a hundred exceeds. @param {number[]} times */
const hundredth = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
