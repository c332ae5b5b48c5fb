// `node docs/pictures.mjs`: takes the pictures of the documentation from a demo in a folder of its own.
// DEMO_REQUESTS is the size of the demo, 300 if empty. Documents are drawn by `pdftoppm` (poppler-utils).
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import PocketBase from 'pocketbase'
import { demoAdminAccount as adminAccount } from '../scripts/demo/story.mjs'
import { printLine, runTask } from '../scripts/output.mjs'
import { findBrowser, requirePrograms } from '../tests/support/tools.mjs'

const here = import.meta.dirname
const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const maxBytes = 120_000
const screen = { width: 1280, height: 800 }

await requirePrograms(['chromium-headless-shell', 'pdftotext'], 'las imágenes')
const demo = await runTask('Preparando la demostración', startDemo)
try {
  await takePictures()
} finally {
  demo.kill('SIGTERM')
  await new Promise((ended) => demo.once('exit', ended))
  rmSync(folder, { recursive: true, force: true })
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
}

/** Starts the demo; resolves once it shows its address. @returns {Promise<import('node:child_process').ChildProcess>} */
function startDemo() {
  const { DEMO_REQUESTS = '300' } = process.env
  const child = spawn(process.execPath, [join(here, '../scripts/demo.mjs')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      DEMO_REQUESTS,
      APP_URL: 'https://formatos.ejemplo.co',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('Ctrl+C') && resolve(child))
    child.once('exit', (code) => reject(new Error(`The demo ended with code ${code}.`)))
  })
}

async function takePictures() {
  const pb = new PocketBase(url).autoCancellation(false)
  await pb.collection('users').authWithPassword(adminAccount.email, adminAccount.password)
  const { id: format } = await pb.collection('formats').getFirstListItem('code = "CL"')
  const { items } = await pb.collection('requests').getList(1, 40, {
    filter: `format = "${format}" && status = "approved" && batch = ""`,
    sort: '-created',
  })
  // Lists leave the values out.
  const letters = await Promise.all(items.map(({ id }) => pb.collection('requests').getOne(id)))
  const [letter] = letters
  if (!letter) throw new Error('The demo has no approved letter.')
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext({
    viewport: screen,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    colorScheme: 'light',
  })
  const session = JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record })
  await context.addCookies([{ name: 'pb_auth', value: encodeURIComponent(session), url }])
  const page = await context.newPage()
  const screens = {
    solicitudes: '/app/request/',
    nueva: `/app/request/create?format=${letter.format}&base=${letter.id}`,
    solicitud: `/app/request/${letter.id}`,
    informe: '/app/report',
    // Sent after the other pictures, which show the demo as it is.
    lote: async () => `/app/request/batch/${await sendFaultyBatch(pb, letters)}`,
  }
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(url + (typeof path === 'string' ? path : await path()))
    await page.addStyleTag({ content: '.demo { display: none }' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await wait(1_500)
    await savePicture(page, name)
  }
  await savePages(page, 'carta', await makeLetters(pb, letter))
  await browser.close()
}

/** Saves what the page shows as a JPEG, with the best quality that fits. @param {import('playwright-core').Page} page @param {string} name */
async function savePicture(page, name) {
  for (let quality = 90; quality >= 40; quality -= 5) {
    const picture = await page.screenshot({ type: 'jpeg', quality })
    if (picture.length > maxBytes) continue
    writeFileSync(join(here, `${name}.jpg`), picture)
    return printLine(`docs/${name}.jpg: ${Math.round(picture.length / 1000)} kB, calidad ${quality}`)
  }
  throw new Error(`${name}.jpg exceeds ${maxBytes} bytes`)
}

/** Sends a batch of letters in which three rows have an invalid date; returns its id. @param {PocketBase} pb @param {import('pocketbase').RecordModel[]} letters */
async function sendFaultyBatch(pb, letters) {
  /** @param {string} path @param {object} body */
  const post = (path, body) => pb.send(`/api/app/batches${path}`, { method: 'POST', body })
  const rows = letters.map(({ values }, index) => ({
    row: index + 2,
    values: index % 14 === 5 ? { ...values, fecha_ingreso: '31/02/2020' } : values,
  }))
  const file = { fileName: 'nómina noviembre.xlsx', fileHash: 'a'.repeat(64), total: rows.length }
  const { id } = await post('', { format: letters[0]?.format, ...file })
  await post(`/${id}/rows`, { rows })
  await post(`/${id}/confirm`, {})
  await wait(2_000)
  return id
}

/** Makes a preliminary, a final and an annulled letter; returns their PDFs. @param {PocketBase} pb @param {import('pocketbase').RecordModel} letter */
async function makeLetters(pb, letter) {
  /** @param {string} action @param {string} id @param {string} [reason] */
  const take = (action, id, reason) =>
    pb.send(`/api/app/requests/${action}`, { method: 'POST', body: { ids: [id], reason } })
  const files = []
  for (const actions of [[], ['issue'], ['annul']]) {
    const { id } = await pb.collection('requests').create({ format: letter.format, values: letter.values })
    for (const action of ['submit', 'approve', ...actions])
      await take(action, id, action === 'annul' ? 'La persona ya no trabaja aquí.' : undefined)
    files.push(await downloadDocument(pb, id))
  }
  return files
}

/** @param {PocketBase} pb @param {string} id */
async function downloadDocument(pb, id) {
  for (;;) {
    const request = await pb.collection('requests').getOne(id)
    if (request.documentStatus === 'failed') throw new Error(request.documentError)
    const token = await pb.files.getToken()
    if (request.documentStatus === 'ready')
      return Buffer.from(await (await fetch(pb.files.getURL(request, request.document, { token }))).arrayBuffer())
    await wait(100)
  }
}

/** Saves a picture of all pages of some PDFs, side by side. @param {import('playwright-core').Page} page @param {string} name @param {Buffer[]} pdfs */
async function savePages(page, name, pdfs) {
  const images = pdfs.flatMap((pdf, index) => {
    const path = join(folder, `page-${index}`)
    writeFileSync(`${path}.pdf`, pdf)
    execFileSync('pdftoppm', ['-r', '110', '-png', `${path}.pdf`, path])
    const files = readdirSync(folder).filter((file) => file.startsWith(`page-${index}-`))
    return files.sort().map((file) => readFileSync(join(folder, file)).toString('base64'))
  })
  await page.setViewportSize({ width: 24 + images.length * 474, height: 640 })
  const style =
    'body{margin:24px 0 24px 24px;background:#dfe3e8;display:flex;gap:24px}img{width:450px;box-shadow:0 1px 4px #0004}'
  await page.setContent(
    `<style>${style}</style>${images.map((data) => `<img src="data:image/png;base64,${data}">`).join('')}`,
  )
  await wait(300)
  await savePicture(page, name)
}
