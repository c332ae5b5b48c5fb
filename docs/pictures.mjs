// Takes the pictures of the README from the running product: `node docs/pictures.mjs`, after `npm start` has built it once.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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
  await pb.collection('users').authWithPassword(admin.email, admin.password)
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

const pb = await signedIn()
const { approved, draft, batch } = await work(pb)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  locale: 'es-CO',
  colorScheme: 'light',
})
const value = encodeURIComponent(JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record }))
await context.addCookies([{ name: 'pb_auth', value, url }])
const page = await context.newPage()
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
await browser.close()
server.once('exit', () => rmSync(dir, { recursive: true, force: true }))
server.kill('SIGTERM')
