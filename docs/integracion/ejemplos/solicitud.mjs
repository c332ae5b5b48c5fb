// Una solicitud con el SDK (npm install pocketbase): se crea, se envía, se espera la decisión y se guarda el PDF.
import { readFile, writeFile } from 'node:fs/promises'
import PocketBase from 'pocketbase'

const { FORMATOS, CLAVE = '', PAUSA = '30' } = process.env
const pb = new PocketBase(`${FORMATOS}/key`).autoCancellation(false)
pb.authStore.save(CLAVE)
const solicitudes = pb.collection('requests')

const formato = await pb.collection('formats').getFirstListItem('code="CL"')
const values = JSON.parse(await readFile('datos.json', 'utf8'))
let solicitud = await solicitudes.create({ format: formato.id, values })
const { skipped } = await pb.send('/api/app/requests/submit', { method: 'POST', body: { ids: [solicitud.id] } })
if (skipped.length > 0) throw new Error(`No se envió: ${JSON.stringify(skipped)}`)
while (solicitud.documentStatus !== 'ready') {
  await new Promise((sigue) => setTimeout(sigue, Number(PAUSA) * 1000))
  solicitud = await solicitudes.getOne(solicitud.id)
  if (['returned', 'rejected', 'cancelled'].includes(solicitud.status))
    throw new Error(`Sin documento: ${solicitud.reason}`)
}
const pdf = await fetch(pb.files.getURL(solicitud, solicitud.document), { headers: { Authorization: CLAVE } })
await writeFile('documento.pdf', Buffer.from(await pdf.arrayBuffer()))
