// Un lote: suben los archivos, se cargan y se envían las filas, se espera el aviso firmado de que están los documentos y se guarda el ZIP.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename } from 'node:path'
import PocketBase, { ClientResponseError } from 'pocketbase'

const { FORMATOS, CLAVE = '', FIRMA = '', PUERTO, FORMATO = 'CL', ARCHIVOS = '' } = process.env
const pb = new PocketBase(`${FORMATOS}/key`).autoCancellation(false)
pb.authStore.save(CLAVE)
async function llama(path = '', options = {}) {
  for (;;)
    try {
      return await pb.send(path, options)
    } catch (error) {
      // Con mucho que hacer, el servidor pide volver en dos segundos sin haber hecho nada.
      if (!(error instanceof ClientResponseError) || error.status !== 503) throw error
      await new Promise((sigue) => setTimeout(sigue, 2000))
    }
}
const pide = (path = '', body = {}) => llama(`/api/app/batches${path}`, { method: 'POST', body })

async function adjunta(ruta = '') {
  const bytes = await readFile(ruta)
  const id = randomBytes(8).toString('hex').slice(1)
  const headers = { 'Content-Type': 'application/octet-stream' }
  for (let at = 0; at < bytes.length; at += 524_288) {
    const parte = { method: 'PUT', query: { at }, headers, body: bytes.subarray(at, at + 524_288) }
    await llama(`/api/app/attachments/${id}/bytes`, parte)
  }
  return llama('/api/app/attachments', { method: 'POST', body: { id, name: basename(ruta), size: bytes.length } })
}

const archivo = await readFile('filas.json')
const filas = []
for (const values of JSON.parse(archivo.toString())) filas.push({ row: filas.length + 2, values })
const { id: format } = await pb.collection('formats').getFirstListItem(pb.filter('code={:FORMATO}', { FORMATO }))
const fileHash = createHash('sha256').update(archivo).digest('hex')
// El mismo archivo otra vez se rechaza con 409: un trabajo que se repite no pide dos veces.
const lote = await pide('', { format, fileName: 'filas.json', fileHash, total: filas.length })
for (const { values } of filas)
  if (values[ARCHIVOS]) {
    const rutas = values[ARCHIVOS]
    values[ARCHIVOS] = []
    for (const ruta of rutas) values[ARCHIVOS].push(await adjunta(ruta))
  }

const listo = new Promise((resuelve) => {
  createServer(async (pregunta, respuesta) => {
    let cuerpo = ''
    for await (const parte of pregunta.setEncoding('utf8')) cuerpo += parte
    const [, t = '', v1 = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(pregunta.headers['x-formatos-signature'])) ?? []
    const firma = createHmac('sha256', FIRMA).update(`${t}.${cuerpo}`).digest()
    const esDeAqui =
      timingSafeEqual(firma, Buffer.from(v1.padEnd(64, '0'), 'hex')) && Math.abs(Date.now() / 1000 - Number(t)) < 300
    respuesta.writeHead(esDeAqui ? 204 : 401).end()
    if (esDeAqui && JSON.parse(cuerpo).subject.ids.includes(lote.id)) resuelve(undefined)
  }).listen(Number(PUERTO))
})
for (let desde = 0; desde < filas.length; desde += 1000) {
  const { errors } = await pide(`/${lote.id}/rows`, { rows: filas.slice(desde, desde + 1000) })
  for (const { row, errors: causas } of errors) console.error(`Fila ${row}:`, causas)
}
await pide(`/${lote.id}/confirm`)
await listo
const zip = await fetch(`${FORMATOS}/key/api/app/batches/${lote.id}/documents`, { headers: { Authorization: CLAVE } })
await writeFile('documentos.zip', Buffer.from(await zip.arrayBuffer()))
process.exit()
