import { randomBytes } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { confirmBatch, postJson } from './batch.mjs'
import { measureDocuments } from './large.mjs'
import { formatNumber, getMedian, measureMs, printTable } from './measure.mjs'
import { signInSuperuser, startServer } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */

/** Measures a batch whose documents are delivered by mail: links made, mails queued and sent, states counted. */
export async function measureDeliveries({ count = 10_000, rounds = 9 } = {}) {
  const mails = await startMailServer()
  Object.assign(process.env, { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mails.port) })
  const server = await startServer()
  const superuser = await signInSuperuser(server)
  const plain = await measureBatch(server, count, 'SINE', {})
  const before = server.memory()
  const delivered = await measureBatch(server, count, 'ENTR', { email: 'correo', name: 'nombre' })
  const countStates = () => server.user.send(`/api/app/batches/${delivered.batch}/deliveries`, { method: 'GET' })
  const { waiting } = await countStates()
  if (waiting !== count) throw new Error(`${waiting} of ${count} mails were queued`)
  const counting = []
  for (let round = 0; round < rounds; round++) counting.push(await measureMs(countStates))
  const sending = await measureMs(async () => {
    await superuser.crons.run('minute')
    while ((await countStates()).sent < count) await new Promise((resolve) => setTimeout(resolve, 1000))
  })
  const after = server.memory()
  await server.stop()
  await mails.stop()
  if (mails.received() !== count) throw new Error(`${mails.received()} mails arrived`)
  const perSecond = (/** @type {number} */ ms) => `${formatNumber((count / ms) * 1000)}/s`
  printTable(
    [`un lote de ${formatNumber(count)} que se entrega por correo`, 'medido', 'sin entrega'],
    [
      [
        'documentos; con su enlace y su correo en la cola',
        `${formatNumber(delivered.perSecond)}/s`,
        `${formatNumber(plain.perSecond)}/s`,
      ],
      ['CPU de cada uno', `${formatNumber(delivered.cpu, 2)} ms`, `${formatNumber(plain.cpu, 2)} ms`],
      [`contar los estados (mediana de ${rounds})`, `${formatNumber(getMedian(counting))} ms`, ''],
      ['entregar los correos al servidor', perSecond(sending), ''],
      ['memoria del servidor, lo más', `${formatNumber(after.most)} MiB`, `${formatNumber(before.most)} MiB`],
    ],
  )
}

/** Creates and approves a batch of a format; measures its documents. @param {Server} server @param {number} count @param {string} code @param {object} delivery */
async function measureBatch(server, count, code, delivery) {
  const formats = server.admin.collection('formats')
  const { id: format } = await formats.create({
    ...{
      code,
      name: `Carta ${code}`,
      description: '',
      category: 'Pruebas',
      requiresReview: true,
      makesFinal: true,
      delivery,
    },
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true, summary: true },
      { key: 'correo', label: 'Correo', type: 'email', required: true },
    ],
    body: 'Hacemos constar que {{nombre}} trabaja aquí.',
  })
  await postJson(server.admin, `formats/${format}/publish`)
  const fileHash = randomBytes(32).toString('hex')
  const batch = await postJson(server.user, 'batches', { format, fileName: 'correos.xlsx', fileHash, total: count })
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, i) => ({
      row: from + i + 2,
      values: { nombre: `Persona ${from + i}`, correo: `p${from + i}-${code.toLowerCase()}@ejemplo.test` },
    }))
    await postJson(server.user, `batches/${batch.id}/rows`, { rows })
  }
  await confirmBatch(server, batch)
  return { batch: batch.id, ...(await measureDocuments(server, batch.id, count)) }
}

/** Starts a mail server that accepts all mails and counts those of the batch. Accounts get other mails. */
async function startMailServer() {
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      stream.on('end', () => {
        if (envelope.rcptTo.some(({ address }) => /^p\d+-entr@/.test(address))) received++
        done()
      })
      stream.resume()
    },
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const stop = () => new Promise((resolve) => server.close(() => resolve(undefined)))
  return { port, received: () => received, stop }
}
