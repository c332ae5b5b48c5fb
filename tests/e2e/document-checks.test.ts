import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { scanQrCodes } from '../support/qr.ts'
import { aRequest, download, requests } from '../support/requests.ts'

let folder: string
let ana: Person
let admin: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checks-'))
  ;[ana, admin] = await Promise.all([aUser({ name: 'Íñigo Ñandú' }), anAdmin()])
})
afterAll(() => rm(folder, { recursive: true }))

const verdict = (page: Page) => page.getByRole('heading', { level: 1 })

/** Downloads the document of a request as its owner, into a file. */
async function fileOf(id: string, name: string) {
  await expect.poll(async () => (await requests(ana).getOne(id)).documentStatus).toBe('ready')
  const bytes = new Uint8Array(await (await download(ana, await requests(ana).getOne(id))).arrayBuffer())
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return { file, bytes }
}

async function chooseFromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function takes(page: Page, step: string, reason = '') {
  if (step === 'Anular documento') await chooseFromMenu(page, step)
  else await page.getByRole('button', { name: step, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an approver decides, and the holder of the document sees its status by the QR code', async () => {
  const { id } = await aRequest(ana, admin, 'submitted')
  const desk = await openPageAs(browser, admin, `/app/request/${id}`)
  await takes(desk, 'Aprobar')
  const first = await fileOf(id, 'first.pdf')

  const [address] = scanQrCodes(first.bytes, 150)
  const phone = await openPage(browser, onAPhone)
  await phone.goto(address ?? '')
  await expect.poll(() => verdict(phone).textContent()).toBe('Documento preliminar')
  const { documentNumber, checkCode } = await requests(ana).getOne(id)
  for (const fact of [documentNumber, checkCode, 'Carta laboral', 'Í. Ñ.']) await phone.getByText(fact).waitFor()
  const size = () => phone.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth])
  expect(await size()).toEqual([844, 390])

  const drop = phone.getByLabel('¿Tiene el PDF? Suéltelo aquí')
  await drop.setInputFiles(first.file)
  await phone.getByText('Es este archivo, byte por byte').waitFor()
  writeFileSync(first.file, Buffer.concat([first.bytes, Buffer.from('\n')]))
  await drop.setInputFiles(first.file)
  await phone.getByText('No es este archivo').waitFor()
  writeFileSync(first.file, first.bytes)

  await takes(desk, 'Emitir como definitivo')
  const second = await fileOf(id, 'second.pdf')
  expect(scanQrCodes(second.bytes, 150)).toEqual([address])
  await phone.reload()
  await expect.poll(() => verdict(phone).textContent()).toBe('Documento válido')
  expect(await size()).toEqual([844, 390])
  await drop.setInputFiles(first.file)
  await phone.getByText('Es un archivo reemplazado').waitFor()
  await drop.setInputFiles(second.file)
  await phone.getByText('Es este archivo, byte por byte').waitFor()

  await desk.reload()
  await takes(desk, 'Anular documento', 'La persona ya no trabaja aquí.')
  await fileOf(id, 'third.pdf')
  await phone.reload()
  await expect.poll(() => verdict(phone).textContent()).toBe('Documento anulado')
  expect(await phone.getByText('La persona ya no trabaja aquí').count()).toBe(0)
})

test.each(['light', 'dark'] as const)(
  'the verification page has no accessibility violations in the %s theme',
  async (colorScheme) => {
    const { checkCode } = await aRequest(ana, admin, 'approved')
    const page = await openPage(browser, { ...onAPhone, colorScheme })
    await page.goto(`/verificar/${checkCode}`)
    await expect.poll(() => verdict(page).textContent()).toBe('Documento preliminar')
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('¿Tiene el PDF? Suéltelo aquí').setInputFiles(join(import.meta.dirname, 'budgets.test.ts'))
    await page.getByText('No es este archivo').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.goto('/verificar/0000-0000-0000')
    await page.getByText('Ningún documento tiene este código').waitFor()
    expect(await barriers(page)).toEqual([])
  },
)

test('the verification page bears the name and the logo of the organisation', async () => {
  const page = await openPage(browser)
  // Other test files change the settings of the same server.
  const organisation = 'Cooperativa Ñuñoa <b>& Cía.</b>'
  const status = { setup: true, registration: 'open', version: '1.0.0', organisation, logo: '/favicon.svg' }
  await page.route('**/api/app/status', (route) => route.fulfill({ json: status }))
  await page.goto('/verificar')
  await page.getByRole('banner').getByText(organisation).waitFor()
  expect(await page.getByRole('banner').locator('img').getAttribute('src')).toBe('/favicon.svg')
  expect(await barriers(page)).toEqual([])
  await page.unroute('**/api/app/status')
  await page.route('**/api/app/status', (route) => route.abort())
  await page.reload()
  await page.getByRole('banner').getByText('Formatos preeliminares').waitFor()
})

test('a code from paper is typed and verified by keyboard alone', async () => {
  const { checkCode } = await aRequest(ana, admin, 'approved')
  const page = await openPage(browser)
  await page.goto('/verificar')
  const code = page.getByLabel('Código')
  await code.focus()
  await page.keyboard.type('7k3m')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Escriba las doce letras y números').waitFor()
  expect(await code.inputValue()).toBe('7k3m')
  await code.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(checkCode.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/verificar/${checkCode}`)
  await expect.poll(() => verdict(page).textContent()).toBe('Documento preliminar')
  // The focus moves to the result, because the focused element disappeared.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Documento preliminar')
  await page.getByRole('link', { name: 'Comprobar otro documento' }).click()
  await expect.poll(() => verdict(page).textContent()).toBe('Comprobar un documento')
})

test('without a connection, the verification page reports it and offers to retry', async () => {
  const { checkCode } = await aRequest(ana, admin, 'approved')
  const page = await openPage(browser)
  await page.route('**/api/app/documents/*', (route) => route.abort())
  await page.goto(`/verificar/${checkCode}`)
  await page.getByText('No hay conexión con el servidor').waitFor()
  await page.unroute('**/api/app/documents/*')
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect.poll(() => verdict(page).textContent()).toBe('Documento preliminar')
})
