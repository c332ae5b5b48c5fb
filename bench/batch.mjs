import { randomBytes } from 'node:crypto'
import { createRowValues } from './rows.mjs'

/** @typedef {import('./server.mjs').Server} Server */

/** Rows per call and simultaneous calls, as in the application. */
const rowsPerCall = 500
const parallelCalls = 2

/** @param {import('pocketbase').default} pb @param {string} path @param {object} [body] */
export const postJson = (pb, path, body = {}) => pb.send(`/api/app/${path}`, { method: 'POST', body })

/** @param {Server} server */
export async function findWorkCertificateFormat({ admin }) {
  return (await admin.collection('formats').getFirstListItem("code = 'CL'")).id
}

/** Creates a batch with `count` valid rows and does not confirm it. @param {Server} server @param {number} count */
export async function createValidatedBatch(server, count) {
  const fileHash = randomBytes(32).toString('hex')
  const format = await findWorkCertificateFormat(server)
  const batch = await postJson(server.user, 'batches', { format, fileName: 'nómina.xlsx', fileHash, total: count })
  const send = async (/** @type {number} */ from) => {
    const size = Math.max(0, Math.min(rowsPerCall, count - from))
    if (size === 0) return
    const rows = Array.from({ length: size }, (_, i) => ({ row: from + i + 2, values: createRowValues(from + i) }))
    const { valid } = await postJson(server.user, `batches/${batch.id}/rows`, { rows })
    if (valid !== size) throw new Error(`${size - valid} rows were refused`)
  }
  for (let from = 0; from < count; from += rowsPerCall * parallelCalls)
    await Promise.all(Array.from({ length: parallelCalls }, (_, i) => send(from + i * rowsPerCall)))
  return batch
}

/** Confirms a batch and waits until all its requests are created. @param {Server} server @param {{ id: string }} batch */
export async function confirmBatch({ user }, { id }) {
  await postJson(user, `batches/${id}/confirm`)
  for (;;) {
    const { status } = await user.send(`/api/app/batches/${id}/progress`, { method: 'GET' })
    if (status === 'completed') return
    if (status !== 'processing') throw new Error(`the batch is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
