import type { Browser } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
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
  await page.getByRole('button', { name: 'Vincular Empresa' }).press('Enter')
  await page.getByText('Vinculada', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toBe(`${server.url}/app/profile`)
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
