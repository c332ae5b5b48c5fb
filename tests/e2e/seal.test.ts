import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { type Authority, createAuthority } from '../support/certificates.ts'
import { type Server, startServer } from '../support/container.ts'
import { type Person, theFirstAdmin } from '../support/people.ts'

let server: Server
let admin: Person
let authority: Authority
beforeAll(async () => {
  authority = createAuthority()
  server = await startServer(inject('image'), { SEAL_SECRET: 'un-secreto-de-prueba-de-32-letras-o-mas' })
  admin = await theFirstAdmin({ at: server.url })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  authority.remove()
})

const openSettings = (path: string, options = {}) =>
  openPageAs(browser, admin, path, { baseURL: server.url, ...options })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
/** Chooses a file for a field of the open dialog. */
const choose = (page: Page, label: string, name: string, content: string | Buffer) =>
  page
    .getByRole('dialog')
    .getByLabel(label)
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

test('an administrator requests a certificate, uploads the answer of the authority, tests it and removes it', async () => {
  const page = await openSettings('/app/settings')
  await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Firma electrónica' }).click()
  await page.getByRole('heading', { level: 1, name: 'Firma electrónica' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Crear la petición' }).press('Enter')
  const pending = panel(page, 'Petición pendiente')
  await pending.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  const downloading = page.waitForEvent('download')
  await pending.getByRole('button', { name: 'Descargar la petición' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('peticion.csr')
  const request = readFileSync(await file.path(), 'utf8')
  expect(await barriersInBothThemes(page)).toEqual([])

  // A certificate of another key is refused at its field; then the answer is accepted.
  await pending.getByRole('button', { name: 'Subir la respuesta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir la respuesta' })
  const unrelated = readFileSync(authority.issue('Otra', 'P-256').certificate)
  await choose(page, 'Suelte aquí el certificado', 'otra.pem', unrelated)
  await dialog.getByText('Elegido: otra.pem').waitFor()
  await dialog.getByRole('button', { name: 'Usar este certificado' }).click()
  await dialog.getByRole('group', { name: 'Certificado' }).getByText('La clave no es la de este certificado.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await choose(page, 'Suelte aquí el certificado', 'respuesta.pem', authority.certify(request))
  await dialog.getByRole('button', { name: 'Usar este certificado' }).click()
  await page.getByText('Certificado en uso.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const current = panel(page, 'Certificado')
  await current.getByText('Autoridad de prueba').waitFor()
  // Test certificates last five days.
  await current.getByText('En 5 días').waitFor()
  await current.getByText('El certificado vence pronto').waitFor()
  expect(await pending.count()).toBe(0)

  const opening = page.context().waitForEvent('page')
  await current.getByRole('button', { name: 'Probar' }).click()
  await current.getByText('La página se selló').waitFor()
  await current.getByText('Identidad confirmada por Autoridad de prueba').waitFor()
  await (await opening).close()
  expect(await barriersInBothThemes(page)).toEqual([])

  await current.getByRole('button', { name: 'Quitar' }).click()
  const question = page.getByRole('dialog', { name: '¿Quitar el certificado?' })
  await question.getByText('salen sin sello').waitFor()
  await question.getByRole('button', { name: 'Quitar el certificado' }).click()
  await page.getByRole('button', { name: 'Crear la petición' }).waitFor()
})

test('a P12 asks for its password, and a self-made certificate replaces it after a question', async () => {
  const page = await openSettings('/app/settings/seal', onAPhone)
  const { certificate, key } = authority.issue('Empresa', 'P-256', undefined, '200')
  const bundle = join(authority.folder, 'empresa.p12')
  const files = ['-inkey', key, '-in', certificate, '-out', bundle]
  authority.openssl('pkcs12', '-export', ...files, '-passout', 'pass:clave')
  await page.getByRole('button', { name: 'Subir un certificado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir un certificado' })
  await choose(page, 'Suelte aquí el certificado', 'empresa.p12', readFileSync(bundle))
  await dialog.getByLabel('Contraseña del archivo').fill('otra')
  await page.keyboard.press('Enter')
  await dialog.getByText('La contraseña del archivo P12 no es correcta.').first().waitFor()
  await expect.poll(() => dialog.getByLabel('Contraseña del archivo').getAttribute('aria-invalid')).toBe('true')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Contraseña del archivo').fill('clave')
  await page.keyboard.press('Enter')
  const current = panel(page, 'Certificado')
  await current.getByText('Activo').waitFor()

  // A PEM certificate asks for its key, unless the file has it.
  await page.getByRole('button', { name: 'Ver cambiar el certificado' }).click()
  await page.getByRole('button', { name: 'Subir un certificado' }).click()
  await choose(page, 'Suelte aquí el certificado', 'empresa.pem', readFileSync(certificate))
  await dialog.getByText('Suelte aquí la clave').waitFor()
  await choose(page, 'Suelte aquí el certificado', 'todo.pem', readFileSync(certificate, 'utf8') + readFileSync(key))
  await dialog.getByText('Elegido: todo.pem').nth(1).waitFor()
  await dialog.getByRole('button', { name: 'Usar este certificado' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Crear un certificado propio' }).click()
  const question = page.getByRole('dialog', { name: '¿Cambiar a un certificado propio?' })
  await question.getByText('La clave del certificado de Empresa se borra').waitFor()
  await question.getByRole('button', { name: 'Crear un certificado propio' }).click()
  await current.getByText('El mismo titular').waitFor()
})
