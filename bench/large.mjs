import { confirmBatch, createValidatedBatch, findWorkCertificateFormat, postJson } from './batch.mjs'
import { formatNumber, formatRatio, getMedian, measureMs, reportTable } from './measure.mjs'
import { createRowValues } from './rows.mjs'
import { startServer } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */

/** Measures the largest permitted batch, its time per row compared with a small batch, and the delay of other users. */
export async function measureLargeBatch({ small = 1_000, rounds = 9, count = 100_000, letters = 10_000 } = {}) {
  const server = await startServer()
  const idle = server.memory().now
  const smalls = []
  for (let round = 0; round < rounds; round++) smalls.push(await measureMicrosecondsPerRow(server, small))
  const one = { sent: getMedian(smalls.map(({ sent }) => sent)), made: getMedian(smalls.map(({ made }) => made)) }
  const all = await measureMicrosecondsPerRow(server, count)
  const { most } = server.memory()
  const many = await measureMicrosecondsPerRow(server, letters)
  const documents = await measureDocuments(server, many.batch, letters)
  await server.stop()
  const growth = (all.sent + all.made) / (one.sent + one.made)
  reportTable(
    [`un lote de ${formatNumber(count)} filas`, 'medido', '', 'razón', 'meta'],
    [
      ['enviar, juzgar y guardar', `${formatNumber((all.sent * count) / 1e6)} s`],
      ['crear las solicitudes', `${formatNumber((all.made * count) / 1e6)} s`],
      [
        'memoria del servidor, lo más; recién arrancado',
        `${formatNumber(most)} MiB`,
        `${formatNumber(idle)} MiB`,
        '',
        '< 256 MiB',
      ],
      [
        `una fila; en un lote de ${formatNumber(small)} (mediana de ${rounds})`,
        `${formatNumber(all.sent + all.made)} µs`,
        `${formatNumber(one.sent + one.made)} µs`,
        formatRatio(growth, 2),
        '≤ 1,3 ×',
      ],
      [
        `documentos al aprobar ${formatNumber(letters)}; CPU de cada uno`,
        `${formatNumber(documents.perSecond)}/s`,
        `${formatNumber(documents.cpu, 1)} ms`,
        '',
        '≥ 150/s',
      ],
    ],
  )
  await measureSeals()
  await measureWaits()
}

/** Compares final documents with and without seal (RSA of 2048 bits), in turns. */
export async function measureSeals({ rounds = 3, count = 3_000 } = {}) {
  const sealing = await startServer(undefined, undefined, { ENCRYPTION_KEY: 'x'.repeat(32) })
  await postJson(sealing.admin, 'seal/own')
  const servers = [await startServer(), sealing]
  const [plain, sealed] = [[], []].map(() => ({
    perSecond: /** @type {number[]} */ ([]),
    cpu: /** @type {number[]} */ ([]),
  }))
  for (const { admin } of servers) {
    const { id } = await admin.collection('formats').getFirstListItem("code = 'CL'")
    await admin.collection('formats').update(id, { makesFinal: true })
    await postJson(admin, `formats/${id}/publish`)
  }
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries()) {
      const batch = await createValidatedBatch(server, count)
      await confirmBatch(server, batch)
      const measured = await measureDocuments(server, batch.id, count)
      const all = index ? sealed : plain
      all?.perSecond.push(measured.perSecond)
      all?.cpu.push(measured.cpu)
    }
  for (const server of servers) await server.stop()
  const [with_, without] = [sealed, plain].map((all) => getMedian(all?.perSecond ?? []))
  const cpu = [sealed, plain].map((all) => `${formatNumber(getMedian(all?.cpu ?? []), 1)} ms`)
  reportTable(
    [
      `documentos definitivos (mediana de ${rounds} veces ${formatNumber(count)})`,
      'con sello',
      'sin sello',
      'razón',
      'meta',
    ],
    [
      [
        'documentos',
        `${formatNumber(with_ ?? 0)}/s`,
        `${formatNumber(without ?? 0)}/s`,
        formatRatio((with_ ?? 0) / (without ?? 1), 2),
        '≥ 0,8 ×',
      ],
      ['CPU de cada uno', ...cpu],
    ],
  )
}

/** Measures microseconds per row of a batch. @param {Server} server @param {number} count */
async function measureMicrosecondsPerRow(server, count) {
  let batch = { id: '' }
  const sent = await measureMs(async () => {
    batch = await createValidatedBatch(server, count)
  })
  const made = await measureMs(() => confirmBatch(server, batch))
  return { sent: (sent / count) * 1000, made: (made / count) * 1000, batch: batch.id }
}

/** Approves a batch and measures documents per second, and processor ms per document. @param {Server} server @param {string} batch @param {number} expected */
export async function measureDocuments(server, batch, expected) {
  const before = server.cpu()
  const took = await measureMs(() => approveAndWait(server, batch, expected))
  return { perSecond: (expected / took) * 1000, cpu: (server.cpu() - before) / expected }
}

/** Approves a batch and waits until all its documents are generated. @param {Server} server @param {string} batch @param {number} expected */
async function approveAndWait({ admin }, batch, expected) {
  // No other documents are pending. This query is cheap; counting the batch's missing documents took a quarter of the server's time.
  const next = { filter: "documentStatus = 'pending'", skipTotal: true }
  const unready = async () => (await admin.collection('requests').getList(1, 1, next)).items.length
  await postJson(admin, 'requests/approve', { filter: { batch, status: 'submitted' }, expected })
  while (await unready()) await new Promise((resolve) => setTimeout(resolve, 200))
  const failed = (await admin.collection('requests').getList(1, 1, { filter: "documentStatus = 'failed'" })).totalItems
  if (failed) throw new Error(`${failed} documents could not be made`)
}

/** Measures how long an administrator's draft saves (every 20 ms) take while others work on a batch. */
async function measureWaits({ rounds = 3, count = 20_000 } = {}) {
  const server = await startServer()
  const drafts = server.admin.collection('requests')
  const { id } = await drafts.create({ format: await findWorkCertificateFormat(server), values: createRowValues(0) })
  let turn = 0
  const write = () => measureMs(() => drafts.update(id, { values: createRowValues(turn++) }))
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const read = () => measureMs(() => server.admin.send('/api/app/requests?perPage=30', { method: 'GET' }))
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
      batch = await createValidatedBatch(server, count)
    })
    await watch('se crean sus solicitudes', () => confirmBatch(server, batch))
    const filter = { batch: batch.id, status: 'submitted' }
    await watch('se rechazan todas', () =>
      postJson(server.admin, 'requests/reject', { filter, expected: count, reason: 'Prueba de velocidad.' }),
    )
    const few = await createValidatedBatch(server, 1_000)
    await confirmBatch(server, few)
    await watch('se hacen 1.000 documentos', () => approveAndWait(server, few.id, 1_000))
    const more = await createValidatedBatch(server, 1_000)
    await confirmBatch(server, more)
    const list = waited['se hacen 1.000 documentos, quien lee la lista']
    list?.push(...(await during(() => approveAndWait(server, more.id, 1_000), read)))
  }
  await server.stop()
  reportTable(
    [
      `lo que espera otro mientras … (${rounds} lotes de ${formatNumber(count)})`,
      '99 de 100; lo más',
      'mediana',
      'veces',
      'meta',
    ],
    Object.entries(waited).map(([what, times]) => [
      what,
      `${formatNumber(getP99(times))}; ${formatNumber(Math.max(...times))} ms`,
      `${formatNumber(getMedian(times))} ms`,
      String(times.length),
      '≤ 100 ms',
    ]),
  )
}

/** Returns the 99th percentile. @param {number[]} times */
const getP99 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
