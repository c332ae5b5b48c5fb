import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { confirmBatch, postJson } from './batch.mjs'
import { measureDocuments } from './large.mjs'
import { formatNumber, getMedian, measureMs, reportTable } from './measure.mjs'
import { signInSuperuser, startServer } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */

/** Formats of the measured batches: mails for each document, and the call that counts the states. */
const kinds = /** @type {const} */ ({
  SINE: { each: 0, states: '', settings: {} },
  ENTR: { each: 1, states: 'deliveries', settings: { delivery: { email: 'correo', name: 'nombre' } } },
  FIRM: {
    each: 2,
    states: 'signatures',
    settings: {
      signing: {
        signers: [
          { name: 'nombre', email: 'correo', role: 'Contratista' },
          { name: 'testigo', email: 'correo_testigo', role: 'Testigo' },
        ],
      },
    },
  },
})
/** @typedef {keyof typeof kinds} Kind */

/** Measures batches whose documents are delivered, or signed by two people: links made, mails queued and sent, states counted. */
export async function measureDeliveries({ count = 10_000, rounds = 9 } = {}) {
  const mails = await startMailServer()
  const server = await startServer(undefined, undefined, { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mails.port) })
  /** @type {Figures[]} */
  const figures = []
  for (const kind of /** @type {Kind[]} */ (['FIRM', 'ENTR', 'SINE']))
    figures.push(await measureKind(server, mails, kind, count, rounds))
  await server.stop()
  await mails.stop()
  const row = (/** @type {string} */ name, /** @type {(figures: Figures) => string} */ format) => {
    const [signed = '', delivered = '', plain = ''] = figures.map(format)
    return [name, signed, delivered, '', plain]
  }
  const ms = (/** @type {number} */ value, decimals = 0) => (value ? `${formatNumber(value, decimals)} ms` : '')
  const perSecond = (/** @type {number} */ value) => (value ? `${formatNumber(value)}/s` : '')
  reportTable(
    [`un lote de ${formatNumber(count)} con correos`, 'dos firmantes', 'un destinatario', '', 'sin correos'],
    [
      row('documentos, con sus enlaces y sus correos en la cola', ({ documents }) => perSecond(documents)),
      row('CPU de cada documento', ({ cpu }) => ms(cpu, 2)),
      row(`contar los estados (mediana de ${rounds})`, ({ counting }) => ms(counting)),
      row('correos que recibe el servidor de correo', ({ sent }) => perSecond(sent)),
      row('memoria del servidor, lo más', ({ most }) => `${formatNumber(most)} MiB`),
    ],
  )
}

/** @typedef {Awaited<ReturnType<typeof measureKind>>} Figures */

/**
 * Measures a batch of a format in a process of its own.
 * @param {Server} server @param {Awaited<ReturnType<typeof startMailServer>>} mails @param {Kind} kind @param {number} count @param {number} rounds
 */
async function measureKind(server, mails, kind, count, rounds) {
  await server.restart()
  const { each, states } = kinds[kind]
  const batch = await createBatch(server, count, kind)
  const { perSecond: documents, cpu } = await measureDocuments(server, batch, count)
  const figures = { documents, cpu, counting: 0, sent: 0 }
  if (each) {
    const superuser = await signInSuperuser(server)
    const query = "SELECT count(*) FROM delivery_mails WHERE claim = ''"
    const queued = (await superuser.send('/api/sql', { method: 'POST', body: { query } })).rows[0][0]
    if (Number(queued) !== count * each) throw new Error(`${queued} of ${count * each} mails were queued`)
    const times = []
    for (let round = 0; round < rounds; round++)
      times.push(await measureMs(() => server.user.send(`/api/app/batches/${batch}/${states}`, { method: 'GET' })))
    const sending = await measureMs(async () => {
      await superuser.crons.run('minute')
      while (mails.received(kind) < count * each) await new Promise((resolve) => setTimeout(resolve, 20))
    })
    Object.assign(figures, { counting: getMedian(times), sent: (count * each * 1000) / sending })
  }
  return { ...figures, most: server.memory().most }
}

/** Creates and confirms a batch of a new format; returns its id. @param {Server} server @param {number} count @param {Kind} code */
async function createBatch(server, count, code) {
  const formats = server.admin.collection('formats')
  const { id: format } = await formats.create({
    ...{
      code,
      name: `Carta ${code}`,
      description: '',
      category: 'Pruebas',
      requiresReview: true,
      makesFinal: true,
      ...kinds[code].settings,
    },
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true, summary: true },
      { key: 'correo', label: 'Correo', type: 'email', required: true },
      { key: 'testigo', label: 'Testigo', type: 'text', required: true },
      { key: 'correo_testigo', label: 'Correo del testigo', type: 'email', required: true },
    ],
    body: 'Hacemos constar que {{nombre}} trabaja aquí.',
  })
  await postJson(server.admin, `formats/${format}/publish`)
  const fileHash = randomBytes(32).toString('hex')
  const batch = await postJson(server.user, 'batches', { format, fileName: 'correos.xlsx', fileHash, total: count })
  const domain = `${code.toLowerCase()}.test`
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, i) => ({
      row: from + i + 2,
      values: {
        ...{ nombre: `Persona ${from + i}`, correo: `p${from + i}@${domain}` },
        ...{ testigo: `Testigo ${from + i}`, correo_testigo: `t${from + i}@${domain}` },
      },
    }))
    await postJson(server.user, `batches/${batch.id}/rows`, { rows })
  }
  await confirmBatch(server, batch)
  return batch.id
}

/**
 * Starts a mail server that accepts all mails, and counts those of each batch by the domain of the recipient. It answers at once, unlike the
 * package `smtp-server`, which greets after 100 ms.
 */
async function startMailServer() {
  /** @type {Record<string, number>} */
  const received = {}
  const server = createServer((socket) => {
    let text = ''
    let domain = ''
    let isBody = false
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk
      const end = isBody ? '\r\n.\r\n' : '\r\n'
      if (!text.endsWith(end)) return
      const [line] = text.split('\r\n')
      text = ''
      if (isBody) {
        received[domain] = (received[domain] ?? 0) + 1
        isBody = false
      } else if (line?.startsWith('RCPT')) domain = /@(\w+)\.test/.exec(line)?.[1]?.toUpperCase() ?? ''
      else if (line === 'DATA') {
        isBody = true
        return socket.write('354 go on\r\n')
      } else if (line === 'QUIT') return socket.end('221 bye\r\n')
      socket.write('250 ok\r\n')
    })
    socket.write('220 bench\r\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const stop = () => new Promise((resolve) => server.close(() => resolve(undefined)))
  return { port, received: (/** @type {Kind} */ kind) => received[kind] ?? 0, stop }
}
