import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { findLayoutProblems } from '../support/screens.ts'
import { testServer } from '../support/test-server.ts'
import { totpCode } from '../support/totp.ts'

let server: Server
beforeAll(async () => {
  const ENCRYPTION_KEY = 'un-secreto-de-prueba-de-32-letras-o-mas'
  server = await startServer(inject('image'), { ...testServer().mailEnvironment, ENCRYPTION_KEY })
})
afterAll(() => server?.stop())

/** Types a code into the boxes, the first of which has the focus or receives it. */
async function typeCode(page: Page, code: string) {
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
}

async function expectNoProblems(page: Page) {
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await findLayoutProblems(page)).toEqual([])
}

/** Types address and password on the sign-in page of a phone. */
async function beginSignIn({ email, password }: Person) {
  const page = await openPage(browser, { ...onAPhone, baseURL: server.url })
  await page.goto('/auth/login?redirect=/app/profile')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return page
}

test('a user activates an app by keyboard, signs in, loses the phone, and an administrator removes the code', async () => {
  const ana = await aUser({ name: 'Ana Prudente', at: server.url })
  const profile = await openPageAs(browser, ana, '/app/profile', { baseURL: server.url })
  const choice = profile.getByRole('switch', { name: /^Pedir el código de una aplicación/ })
  await choice.focus()
  await profile.keyboard.press('Space')
  await profile.getByRole('dialog', { name: 'Activar la aplicación de códigos' }).waitFor()
  await expectNoProblems(profile)
  await profile.getByRole('dialog').getByLabel('Su contraseña').fill(ana.password)
  await profile.keyboard.press('Enter')
  const dialog = profile.getByRole('dialog', { name: 'Agregue la cuenta a su aplicación' })
  await dialog.getByRole('img', { name: 'Código QR' }).waitFor()
  await expectNoProblems(profile)
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await typeCode(profile, totpCode(secret))
  const list = profile.getByRole('dialog', { name: 'Guarde sus códigos de recuperación' })
  const codes = (await list.getByLabel('Lista de códigos').inputValue()).split('\n')
  expect(codes).toHaveLength(10)
  await expectNoProblems(profile)
  const download = profile.waitForEvent('download')
  await list.getByRole('button', { name: 'Descargar' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('codigos-de-recuperacion.txt')
  expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'))
  await list.getByRole('button', { name: 'Ya los guardé' }).press('Enter')
  await expect.poll(() => choice.isChecked()).toBe(true)
  await profile.getByText('Códigos de recuperación sin usar: 10').waitFor()
  expect(await profile.getByRole('switch', { name: /^Pedir un código por correo/ }).count()).toBe(0)
  await expectNoProblems(profile)

  const page = await beginSignIn(ana)
  await page.getByRole('heading', { level: 1, name: 'Escriba el código' }).waitFor()
  await expectNoProblems(page)
  await typeCode(page, '000000')
  await page.getByRole('link', { name: /^Código: El código no es correcto\./ }).waitFor()
  await typeCode(page, totpCode(secret, 1))
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()

  const lost = await beginSignIn(ana)
  await lost.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await expectNoProblems(lost)
  await lost.getByLabel('Código de recuperación', { exact: true }).fill((codes[0] ?? '').toLowerCase())
  await lost.keyboard.press('Enter')
  await lost.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()
  await lost.getByText('Códigos de recuperación sin usar: 9').waitFor()

  const admin = await theFirstAdmin({ at: server.url })
  const users = await openPageAs(browser, admin, '/app/user-managment', { baseURL: server.url })
  await users.getByRole('button', { name: 'Más acciones para Ana Prudente' }).press('Enter')
  await users.getByRole('menuitem', { name: 'Quitar el código al ingresar' }).press('Enter')
  const reset = users.getByRole('dialog', { name: '¿Quitar a Ana Prudente el código al ingresar?' })
  await reset.waitFor()
  await expectNoProblems(users)
  await reset.getByLabel('Motivo').fill('Perdió el teléfono')
  await users.keyboard.press('Enter')
  await users.getByText('La cuenta ya no pide código.').waitFor()
  const again = await beginSignIn(ana)
  await again.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()
  await expect
    .poll(() => again.getByRole('switch', { name: /^Pedir el código de una aplicación/ }).isChecked())
    .toBe(false)
})
