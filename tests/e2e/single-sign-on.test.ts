import type { Browser } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriersInBothThemes, onAPhone, openBrowser, openPage, openPageAs } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { firstAdmin, thisMachine } from '../support/environment.ts'
import { theFirstAdmin } from '../support/people.ts'
import { type Provider, startProvider } from '../support/provider.ts'
import { findLayoutProblems } from '../support/screens.ts'

let provider: Provider
let server: Server
let browser: Browser
let admin: PocketBase
beforeAll(async () => {
  provider = await startProvider()
  server = await startServer(inject('image'), provider.environment)
  browser = await openBrowser([`--host-resolver-rules=MAP ${thisMachine} 127.0.0.1`])
  admin = (await theFirstAdmin({ at: server.url })).pb
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await provider?.stop()
})

test('a new user signs in with a provider, waits for activation, unlinks the account and links it again', async () => {
  provider.account = { sub: 'nora', email: 'nora@ejemplo.test', name: 'Nora Nueva' }
  const page = await openPage(browser, { ...onAPhone, baseURL: server.url })
  await page.goto('/auth/login?redirect=/app/profile')
  const enter = page.getByRole('button', { name: 'Ingresar con Empresa' })
  await enter.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await findLayoutProblems(page)).toEqual([])
  await enter.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cuenta por activar' }).waitFor()
  await page.getByText('Su cuenta espera que un administrador la active.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await findLayoutProblems(page)).toEqual([])

  const { id } = await admin.collection('users').getFirstListItem("email = 'nora@ejemplo.test'")
  await admin.collection('users').update(id, { isActive: true })
  await page.goto('/auth/login?redirect=/app/profile')
  await enter.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()
  await page.getByRole('button', { name: 'Desvincular Empresa' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Desvincular la cuenta?' })
  await dialog.getByRole('button', { name: 'Desvincular', exact: true }).click()
  await page.getByText('Sin vincular').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth-with-oauth2*', (route) => isAnswered.then(() => route.continue()))
  await page.getByRole('button', { name: 'Vincular Empresa' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Vinculando la cuenta…' }).waitFor()
  answer()
  await page.getByText('Vinculada', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toBe(`${server.url}/app/profile`)

  const users = await openPageAs(browser, await theFirstAdmin({ at: server.url }), '/app/user-managment', {
    baseURL: server.url,
  })
  await users.getByRole('button', { name: 'Más acciones para Nora Nueva' }).press('Enter')
  await users.getByRole('menuitem', { name: 'Desvincular sus cuentas' }).press('Enter')
  const unlink = users.getByRole('dialog', { name: '¿Desvincular las cuentas de Nora Nueva?' })
  await unlink.getByLabel('Motivo').fill('Cambió de cuenta')
  expect(await barriersInBothThemes(users)).toEqual([])
  await users.keyboard.press('Enter')
  await users.getByText('Cuentas desvinculadas.').waitFor()
  await users.goto(`/app/user-managment/${id}/request`)
  await users.getByRole('button', { name: 'Ver historial de la cuenta' }).click()
  await users.getByText('desvinculó una cuenta de Empresa').first().waitFor()
  await users.getByText('Cambió de cuenta').waitFor()
})

test('with passwords for administrators only, the button of the provider is the first step of the page', async () => {
  const environment = { ...provider.environment, PASSWORD_SIGN_IN: 'admins', SSO_DOMAINS: 'ejemplo.test' }
  const strict = await startServer(inject('image'), environment)
  try {
    const page = await openPage(browser, { ...onAPhone, baseURL: strict.url })
    await page.goto('/auth/login')
    await page.getByText('Ingresar con contraseña (administradores)').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await findLayoutProblems(page)).toEqual([])
    const order = page.getByRole('main').locator('button, input')
    expect(await order.first().textContent()).toBe('Ingresar con Empresa')
    await order.first().focus()
    await page.keyboard.press('Tab')
    expect(await page.getByLabel('Correo electrónico').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type(firstAdmin.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(firstAdmin.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/dashboard')
  } finally {
    await strict.stop()
  }
})

test('a sign-in that cannot begin says so in Spanish', async () => {
  const page = await openPage(browser, { baseURL: server.url })
  await page.route('**/auth-methods*', (route) => route.abort())
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Ingresar con Empresa' }).click()
  const text = 'Error de autenticación: No hay conexión con el servidor. Revise la red e inténtelo de nuevo.'
  expect(await page.getByText(text).first().textContent()).toContain(text)
})

test('a response that no sign-in of this window expects completes none', async () => {
  const page = await openPage(browser, { baseURL: server.url })
  await page.goto('/auth/sso?code=robado&state=otro')
  await page.getByText('La respuesta del proveedor no sirve o ya se usó. Inténtelo de nuevo.').waitFor()
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
  expect(await page.context().cookies()).toEqual([])
})
