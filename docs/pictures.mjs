// Takes the pictures of the documentation from the running product: `node docs/pictures.mjs`, after `npm start` has built it once.
// Those of documents are made by `pdftoppm` (poppler-utils).
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import PocketBase from 'pocketbase'

const here = import.meta.dirname
const dir = mkdtempSync(join(tmpdir(), 'pictures-'))
const url = `http://127.0.0.1:${20_000 + Math.floor(Math.random() * 9_000)}`
const admin = { email: 'admin@ejemplo.test', password: 'clave-segura-1' }

const server = spawn('node', [join(here, '../engine/start.mjs')], {
  env: {
    ...process.env,
    PORT: new URL(url).port,
    DATA_DIR: dir,
    APP_URL: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  },
  stdio: 'ignore',
})

const carta = (nombre, numero, change = {}) => ({
  nombre_completo: nombre,
  tipo_documento: 'CC',
  numero_documento: numero,
  expedido_en: 'Bogotá D. C.',
  cargo: 'Analista de nómina',
  tipo_contrato: 'término indefinido',
  fecha_ingreso: '2020-02-03',
  incluir_salario: true,
  salario_mensual: '2500000.00',
  dirigido_a: 'A quien interese',
  ciudad_expedicion: 'Bogotá D. C.',
  fecha_expedicion: '2026-11-20',
  ...change,
})
const contrato = {
  numero_contrato: '045-2026',
  contratista: 'Íñigo Núñez Peña',
  tipo_documento: 'CC',
  numero_documento: '1020304050',
  direccion: 'Calle 45 N.º 13-20',
  correo: 'inigo@ejemplo.com',
  telefono: '+573001234567',
  contratante: 'Cooperativa El Ñandú',
  contratante_nit: '900123456-8',
  representante: 'Nubia Ibáñez Rey',
  representante_documento: '51765432',
  objeto: 'prestar sus servicios profesionales de diseño gráfico para las campañas del contratante.',
  obligaciones: [
    ['Diseñar las piezas gráficas de cada campaña según el calendario acordado.', 'Piezas aprobadas'],
    ['Ajustar las piezas en un plazo de tres días hábiles desde que se le pida.', 'Versión corregida'],
    ['Entregar las piezas en formato editable.', 'Archivos fuente'],
    ['Asistir a las reuniones mensuales de seguimiento.', 'Acta'],
    ['Guardar copia de los archivos durante la vigencia del contrato.', 'Inventario'],
    ['Proponer, al comienzo de cada mes, las ideas gráficas de las campañas del siguiente.', 'Propuesta mensual'],
    ['Adaptar las piezas a los formatos de impresión, de pantalla y de redes sociales.', 'Juego de formatos'],
    ['Cuidar que colores y letras sean los del manual de identidad del contratante.', 'Lista de comprobación'],
    ['Revisar las pruebas de imprenta y autorizar el tiraje por escrito.', 'Prueba firmada'],
    ['Responder por los derechos de las imágenes y letras que use en las piezas.', 'Licencias'],
    ['Informar cada quincena el avance de cada pieza y lo que falte para terminarla.', 'Informe'],
    ['Capacitar a dos personas del contratante en el uso de las plantillas.', 'Lista de asistencia'],
    ['Al terminar, entregar un archivo ordenado de todo lo hecho, con su índice.', 'Archivo e índice'],
  ].map(([descripcion, entregable]) => ({ descripcion, entregable })),
  lugar: 'Bogotá D. C.',
  valor_total: '24000000.00',
  forma_pago: 'mensual',
  numero_cuotas: 8,
  fecha_inicio: '2026-12-01',
  fecha_fin: '2027-07-31',
  supervisor: 'Jefe de Mercadeo',
  confidencialidad: true,
  propiedad_intelectual: true,
  clausula_penal: true,
  porcentaje_penal: '10',
  ciudad: 'Bogotá D. C.',
  fecha_firma: '2026-11-20',
}
const articles = [
  ['000871', 'Resma de papel carta', 'caja', '98500.00', '19'],
  ['001204', 'Carpeta colgante oficio, azul', 'unidad', '2350.00', '19'],
  ['003310', 'Tóner negro para impresora láser de red', 'unidad', '412900.00', '19'],
  ['004027', 'Café molido, 500 g', 'libra', '21800.00', '5'],
  ['005512', 'Cuaderno argollado cuadriculado', 'unidad', '9700.00', '0'],
]
const orden = {
  proveedor: 'Papelería El Cóndor S. A. S.',
  proveedor_nit: '890903938-8',
  contacto: 'Ana Muñoz',
  cotizacion: 'COT-0871',
  fecha: '2026-11-20',
  fecha_entrega: '2026-12-04',
  lugar_entrega: 'Bodega central, Calle 13 N.º 60-45, Bogotá D. C.',
  condiciones_pago: 'crédito a 30 días',
  moneda: 'COP',
  items: Array.from({ length: 45 }, (_, n) => {
    const [codigo, descripcion, unidad, valor_unitario, iva_pct] = articles[n % articles.length]
    return { codigo, descripcion, unidad, cantidad: String(1 + ((n * 7) % 24)), valor_unitario, iva_pct }
  }),
  solicitado_por: 'Jorge Gómez Arias',
  observaciones: 'Entregar en el muelle 2, de 8 a. m. a 4 p. m.',
}
const names = [
  'María José Güell Peña',
  'Íñigo Ñandú',
  'Lucía Fernández',
  'Carlos Restrepo',
  'Amparo Núñez',
  'Jorge Gómez',
]

async function signedIn() {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await wait(200)
  }
  const pb = new PocketBase(url).autoCancellation(false)
  const { record } = await pb.collection('users').authWithPassword(admin.email, admin.password)
  await pb.collection('users').update(record.id, { name: 'Nubia Ibáñez Rey' })
  await pb.collection('users').authRefresh()
  return pb
}

/** What an organisation has after a morning's work; gives the ids that the pictures show. */
async function work(pb) {
  const post = (path, body) => pb.send(`/api/app/${path}`, { method: 'POST', body })
  const settings = await pb.collection('settings').getFirstListItem('')
  const organisation = {
    organisationName: 'Cooperativa El Ñandú',
    organisationId: 'NIT 900.123.456-8',
    city: 'Bogotá D. C.',
  }
  await pb.collection('settings').update(settings.id, organisation)
  const format = (await pb.collection('formats').getFirstListItem('code = "CL"')).id
  const requests = []
  for (let n = 0; n < 14; n++) {
    const values = carta(names[n % names.length], String(1_020_304_050 + n * 7))
    requests.push((await pb.collection('requests').create({ format, values })).id)
  }
  await post('requests/submit', { ids: requests.slice(1) })
  await post('requests/approve', { ids: requests.slice(3, 9) })
  await post('requests/return', { ids: requests.slice(9, 10), reason: 'Falta la fecha de ingreso correcta.' })
  await post('requests/reject', { ids: requests.slice(10, 11), reason: 'No trabaja con nosotros.' })
  const batch = await post('batches', {
    format,
    fileName: 'nómina noviembre.xlsx',
    fileHash: 'a'.repeat(64),
    total: 40,
  })
  const rows = Array.from({ length: 40 }, (_, n) => ({
    row: n + 2,
    values: carta(names[n % names.length], String(52_000_111 + n), n % 13 === 5 ? { fecha_ingreso: '31/02/2020' } : {}),
  }))
  await post(`batches/${batch.id}/rows`, { rows })
  await post(`batches/${batch.id}/confirm`, {})
  await wait(1_500)
  return { approved: requests[4], draft: requests[0], batch: batch.id }
}

/** Whoever signs for the organisation, with a signature drawn by nobody. */
async function signatory(pb) {
  await page.setViewportSize({ width: 360, height: 140 })
  await page.setContent(
    `<style>body{margin:0}</style><svg width="360" height="140" fill="none" stroke="#1b2a78" stroke-linecap="round" stroke-width="4"><path d="M22 96c38-62 62-86 66-70 5 22-52 92-38 90 18-4 44-66 56-64 11 2-16 40-5 42 13 2 24-36 34-34 8 2-10 30 0 32 14 2 26-50 36-48 9 2-14 46-3 46 15 0 24-28 36-28 9 0-4 22 6 24 14 2 30-22 60-26 30-4 52 6 66-4"/><path d="M70 122c80-14 170-16 236-8" stroke-width="3"/></svg>`,
  )
  const picture = await page.screenshot({ omitBackground: true })
  const formats = (await pb.collection('formats').getFullList({ filter: 'code = "CL" || code = "OC"' })).map(
    ({ id }) => id,
  )
  await pb.collection('signatories').create({
    name: 'Clara Inés Rojas Peña',
    post: 'Directora de Talento Humano',
    idDocument: 'C. C. 52.345.678',
    active: true,
    formats,
    signature: new File([picture], 'firma.png', { type: 'image/png' }),
  })
}

/** The PDFs of a letter in each state, of a contract and of an order, by the names of their pictures. */
async function documents(pb) {
  const take = (action, id, reason = '') =>
    pb.send(`/api/app/requests/${action}`, { method: 'POST', body: { ids: [id], reason } })
  async function approved(code, values) {
    const format = (await pb.collection('formats').getFirstListItem(`code = "${code}"`)).id
    const { id } = await pb.collection('requests').create({ format, values })
    await take('submit', id)
    await take('approve', id)
    return id
  }
  async function file(id) {
    for (;;) {
      const request = await pb.collection('requests').getOne(id)
      if (request.documentStatus === 'failed') throw new Error(request.documentError)
      const address = pb.files.getURL(request, request.document, { token: await pb.files.getToken() })
      if (request.documentStatus === 'ready') return Buffer.from(await (await fetch(address)).arrayBuffer())
      await wait(100)
    }
  }
  const letters = await Promise.all([0, 1, 2].map(() => approved('CL', carta(names[0], '1020304050'))))
  await take('issue', letters[1])
  await take('annul', letters[2], 'La persona ya no trabaja aquí.')
  return {
    carta: await Promise.all(letters.map(file)),
    contrato: [await file(await approved('CPS', contrato))],
    orden: [await file(await approved('OC', orden))],
  }
}

/** One picture of all pages of some PDFs, beside each other. */
async function photograph(pdfs) {
  for (const [name, files] of Object.entries(pdfs)) {
    const pages = files.flatMap((pdf, n) => {
      const path = join(dir, `${name}-${n}`)
      writeFileSync(`${path}.pdf`, pdf)
      execFileSync('pdftoppm', ['-r', '110', '-png', `${path}.pdf`, path])
      const made = readdirSync(dir).filter((file) => file.startsWith(`${name}-${n}-`) && file.endsWith('.png'))
      return made.sort().map((file) => readFileSync(join(dir, file)).toString('base64'))
    })
    const images = pages.map((data) => `<img src="data:image/png;base64,${data}">`).join('')
    await page.setViewportSize({ width: 24 + pages.length * 474, height: 640 })
    await page.setContent(
      `<style>body{margin:24px 0 24px 24px;background:#dfe3e8;display:flex;gap:24px}img{width:450px;box-shadow:0 1px 4px #0004}</style>${images}`,
    )
    await wait(300)
    await page.screenshot({ path: join(here, `${name}.jpg`), quality: 82 })
  }
}

const pb = await signedIn()
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(existsSync)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  locale: 'es-CO',
  colorScheme: 'light',
})
const value = encodeURIComponent(JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record }))
await context.addCookies([{ name: 'pb_auth', value, url }])
const page = await context.newPage()
await signatory(pb)
const { approved, draft, batch } = await work(pb)
await page.setViewportSize({ width: 1280, height: 800 })
const pictures = {
  solicitudes: '/app/request/',
  nueva: `/app/request/create?draft=${draft}`,
  solicitud: `/app/request/${approved}`,
  lote: `/app/request/batch/${batch}`,
}
for (const [name, path] of Object.entries(pictures)) {
  await page.goto(url + path)
  await page.waitForLoadState('networkidle')
  await wait(500)
  await page.screenshot({ path: join(here, `${name}.jpg`), quality: 82 })
}
await photograph(await documents(pb))
await browser.close()
server.once('exit', () => rmSync(dir, { recursive: true, force: true }))
server.kill('SIGTERM')
