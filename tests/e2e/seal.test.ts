import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { type Authority, createAuthority, signText } from '../support/certificates.ts'
import { type Server, startServer } from '../support/container.ts'
import { receiveSigningLink } from '../support/links.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { scanQrCodes } from '../support/qr.ts'
import { aDraft, aPublishedFormat, download, requests, settled, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

let server: Server
let admin: Person
let owner: Person
let authority: Authority
beforeAll(async () => {
  authority = createAuthority()
  const environment = { ENCRYPTION_KEY: 'un-secreto-de-prueba-de-32-letras-o-mas', UNDO_SECONDS: '0' }
  server = await startServer(inject('image'), { ...testServer().mailEnvironment, ...environment })
  admin = await theFirstAdmin({ at: server.url })
  owner = await aUser({ at: server.url })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  authority.remove()
})

const openAs = (person: Person, path: string, options = {}) =>
  openPageAs(browser, person, path, { baseURL: server.url, ...options })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
/** Chooses the file of the open dialog. */
const choose = (page: Page, name: string, content: string | Buffer) =>
  page
    .getByRole('dialog')
    .getByLabel('Suelte aquí el certificado')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

const fields: Field[] = [
  { key: 'contratista', label: 'Nombre del contratista', type: 'text', required: true, max: 60 },
  { key: 'correo', label: 'Correo', type: 'email', required: true },
  { key: 'cedula', label: 'Cédula', type: 'idDocument', required: true },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
]

test('a stranger verifies a contract that a contractor signed and a requested certificate sealed', {
  timeout: 240_000,
}, async () => {
  await getCertificate()
  const { id, email, link } = await approveContract()
  await signOnAPhone(link, email)
  await expect.poll(async () => (await requests(owner).getOne(id)).documentKind).toBe('final')
  const contract = await settled(owner, id)
  const bytes = Buffer.from(await (await download(owner, contract)).arrayBuffer())

  const requester = await openAs(owner, `/app/request/${id}`)
  await requester.getByText(/^Sellado por .+\.$/).waitFor()
  await panel(requester, 'Firmas').getByText('1 de 1 firmaron.').waitFor()
  await panel(requester, 'Firmas').getByText('Firmó', { exact: true }).waitFor()
  expect(await barriersInBothThemes(requester)).toEqual([])

  const [address] = scanQrCodes(bytes, 150)
  const phone = await openPage(browser, { ...onAPhone, baseURL: server.url })
  await phone.goto(new URL(address ?? '').pathname)
  await expect.poll(() => title(phone).textContent()).toBe('Documento válido')
  await comparePaper(phone, bytes, `${contract.documentNumber}.pdf`)
  await dropFiles(phone, bytes)
})

/** Requests a certificate, uploads the answer of the authority and tests it. */
async function getCertificate() {
  const page = await openAs(admin, '/app/settings')
  await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Firma electrónica' }).click()
  await expect.poll(() => title(page).textContent()).toBe('Firma electrónica')
  expect(await barriersInBothThemes(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar la petición' }).press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('peticion.csr')
  await page.getByText('Hay una petición pendiente.').waitFor()

  // A certificate of another key is refused at its field; then the answer is accepted.
  await page.getByRole('button', { name: 'Subir un certificado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir un certificado' })
  await choose(page, 'otra.pem', readFileSync(authority.issue('Otra', 'P-256').certificate))
  await dialog.getByText('Elegido: otra.pem').waitFor()
  await dialog.getByRole('button', { name: 'Usar este certificado' }).click()
  await dialog.getByRole('group', { name: 'Certificado' }).getByText('La clave no es la de este certificado.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await choose(page, 'respuesta.pem', authority.certify(readFileSync(await file.path(), 'utf8')))
  await dialog.getByText('Elegido: respuesta.pem').waitFor()
  await dialog.getByRole('button', { name: 'Usar este certificado' }).click()
  const current = panel(page, 'Certificado')
  await current.getByText('Autoridad de prueba').waitFor()
  // Test certificates last five days.
  await current.getByText('En 5 días').waitFor()
  await current.getByText('El certificado vence pronto').waitFor()

  const opening = page.context().waitForEvent('page')
  await current.getByRole('button', { name: 'Probar' }).click()
  await current.getByText('Identidad confirmada por Autoridad de prueba').waitFor()
  await (await opening).close()
  expect(await barriersInBothThemes(page)).toEqual([])
}

/** Sends a contract for approval and approves it; returns the address of the contractor and the link of the mail. */
async function approveContract() {
  const format = await aPublishedFormat(admin, {
    name: 'Contrato de obra',
    fields,
    body: 'Contrato de {{contratista}}, con documento {{cedula}}, por {{valor}}.',
    signing: { signers: [{ name: 'contratista', email: 'correo', role: 'Contratista' }] },
    verification: { shown: ['contratista', 'valor'], holder: 'cedula' },
  })
  const email = `contratista-${crypto.randomUUID().slice(0, 8)}@ejemplo.test`
  const values = { contratista: 'Zoé Güell', correo: email, cedula: '1020304050', valor: '2500000.00' }
  const { id } = await aDraft(owner, values, format.code)
  await take(owner, 'submit', { ids: [id] })
  const page = await openAs(admin, `/app/request/${id}`)
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar', exact: true }).click()
  await page.getByText('Preliminar: es definitivo cuando firmen todos.').waitFor()
  return { id, email, link: await receiveSigningLink(await aSuperuser(server), email) }
}

async function signOnAPhone(link: string, email: string) {
  const page = await openPage(browser, { ...onAPhone, baseURL: server.url })
  const currentStep = () => page.locator('[aria-current="step"]').textContent()
  await page.goto(link)
  await expect.poll(() => title(page).textContent()).toMatch(/^.+ le pide firmar un documento$/)
  expect(await currentStep()).toContain('Confirme su correo')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar código a mi correo' }).tap()
  const code = codeIn(await mailTo(email, { after: 1 }))
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)

  await expect.poll(currentStep).toContain('Lea el documento')
  expect(await page.getByLabel('Su nombre completo').count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])
  const reading = page.waitForResponse((answer) => answer.url().includes('/document?'))
  await page.getByRole('button', { name: 'Leer el documento' }).tap()
  await reading
  await page.goto('/d')

  await expect.poll(currentStep).toContain('Firme')
  await page.getByRole('button', { name: 'Firmar', exact: true }).tap()
  await page.getByText('Hay 2 datos por corregir').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Su nombre completo').fill('Zoé Güell')
  await page.getByRole('button', { name: 'Dibujar mi firma (opcional)' }).tap()
  const pad = await page.getByRole('img', { name: /Recuadro para dibujar/ }).boundingBox()
  if (!pad) throw new Error('the pad is not shown')
  await page.mouse.move(pad.x + 40, pad.y + 60)
  await page.mouse.down()
  await page.mouse.move(pad.x + 160, pad.y + 30, { steps: 5 })
  await page.mouse.up()
  await page.getByLabel(/^Yo, Zoé Güell, leí el documento «Contrato de obra»/).check()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Firmar', exact: true }).tap()
  await page.getByText(/^Usted lo firmó el /).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
}

/** Compares the shown fields, and opens the others and the PDF with four digits. */
async function comparePaper(phone: Page, bytes: Buffer, name: string) {
  const compared = panel(phone, 'Compare con su copia')
  for (const value of ['Zoé Güell', '$ 2.500.000,00']) await compared.getByText(value).waitFor()
  await phone.getByText('Firmó como Contratista').waitFor()
  await phone.getByText(/, certificado ([0-9A-F]{4} ?){4}…$/).waitFor()
  expect(await phone.getByText('1.020.304.050').count()).toBe(0)
  const digits = phone.getByLabel('Últimas cuatro cifras del documento de identidad del titular')
  for (const [typed, message] of [
    ['123', 'Escriba las cuatro cifras.'],
    ['1234', 'Las cifras no son las de este documento.'],
  ] as const) {
    await digits.fill(typed)
    await phone.keyboard.press('Enter')
    await phone.getByRole('alert').getByText(message).waitFor()
  }
  expect(await barriersInBothThemes(phone)).toEqual([])
  await digits.fill('4050')
  await phone.keyboard.press('Enter')
  await panel(phone, 'Los demás datos').getByText('1.020.304.050').waitFor()
  const downloading = phone.waitForEvent('download')
  await phone.keyboard.press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toBe(name)
  expect(readFileSync(await file.path()).equals(bytes)).toBe(true)
}

/** Drops the sealed file, forged files and other files on the verification page. */
async function dropFiles(phone: Page, bytes: Buffer) {
  const headers = { Authorization: admin.pb.authStore.token }
  const other = await fetch(`${server.url}/api/app/seal/test`, { method: 'POST', headers })
  const changed = Buffer.from(bytes.toString('latin1').replace('/MediaBox[0 0 6', '/MediaBox[0 0 5'), 'latin1')
  const forger = authority.issue('Imitador', 'rsa:2048')
  const files: [buffer: Buffer, said: string | RegExp][] = [
    [bytes, /^Es este archivo.*Es el definitivo, tal como salió de la organización. Está intacto y sellado por /],
    [changed, 'Alguien cambió el archivo después de que se selló.'],
    [signText(authority, forger, '%PDF-1.7 '), 'Sellado por otro'],
    [Buffer.from(await other.arrayBuffer()), 'Es de otro documento'],
    [bytes.subarray(0, bytes.indexOf('startxref')), 'Sin sello'],
    // A file above the maximum size is not read.
    [Buffer.alloc(20_971_521, '/ByteRange['), 'No es este archivo'],
    [Buffer.alloc(20_971_520, '/ByteRange['), 'Cambiado'],
  ]
  for (const [index, [buffer, said]] of files.entries()) {
    await phone
      .getByLabel('¿Tiene el PDF? Suéltelo aquí')
      .setInputFiles({ name: `${index}.pdf`, mimeType: 'application/pdf', buffer })
    const result = phone
      .getByRole('status')
      .or(phone.getByRole('alert'))
      .filter({ hasText: `«${index}.pdf»` })
    await result.filter({ hasText: said }).waitFor()
  }
  expect(await barriersInBothThemes(phone)).toEqual([])
}

test('a P12 asks for its password, and a removed certificate is replaced by a self-made one', async () => {
  await admin.pb.send('/api/app/seal', { method: 'DELETE' })
  const page = await openAs(admin, '/app/settings/seal', onAPhone)
  const { certificate, key } = authority.issue('Empresa', 'P-256', undefined, '200')
  const bundle = join(authority.folder, 'empresa.p12')
  const files = ['-inkey', key, '-in', certificate, '-out', bundle]
  authority.openssl('pkcs12', '-export', ...files, '-passout', 'pass:clave')
  await page.getByRole('button', { name: 'Subir un certificado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir un certificado' })
  await choose(page, 'empresa.p12', readFileSync(bundle))
  await dialog.getByLabel('Contraseña del archivo').fill('otra')
  await page.keyboard.press('Enter')
  await dialog.getByText('La contraseña del archivo P12 no es correcta.').first().waitFor()
  await expect.poll(() => dialog.getByLabel('Contraseña del archivo').getAttribute('aria-invalid')).toBe('true')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Contraseña del archivo').fill('clave')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const current = panel(page, 'Certificado')
  await current.getByText('Empresa').waitFor()
  await current.getByText('Activo').waitFor()
  await page.getByRole('button', { name: 'Ver cambiar el certificado' }).click()
  await page.getByRole('button', { name: 'Descargar la petición' }).waitFor()
  expect(await page.getByRole('button', { name: 'Crear un certificado propio' }).count()).toBe(0)

  await current.getByRole('button', { name: 'Quitar' }).click()
  const question = page.getByRole('dialog', { name: '¿Quitar el certificado?' })
  await question.getByText('salen sin sello').waitFor()
  await question.getByRole('button', { name: 'Quitar el certificado' }).click()
  await page.getByRole('button', { name: 'Crear un certificado propio' }).click()
  await current.getByText('El mismo titular').waitFor()
})

test('without a secret for its key, the page says who activates the seal', async () => {
  // The server of the other tests has no ENCRYPTION_KEY.
  const page = await openPageAs(browser, await anAdmin(), '/app/settings/seal')
  await page.getByText('Los documentos salen sin sello').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Cómo se activa el sello' }).click()
  await page.waitForURL(/\/ayuda\/administrar#/)
  const section = decodeURIComponent(new URL(page.url()).hash.slice(1))
  await page.locator(`[id="${section}"]`, { hasText: 'Sello electrónico de la organización' }).waitFor()
})
