import { networkInterfaces } from 'node:os'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, openPage, openSession } from '../support/browser.ts'
import { anInactiveUser, aUser, type Person, setActive } from '../support/people.ts'
import { testServer } from '../support/test-server.ts'

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

const account = (page: Page, { name }: Person) => page.getByRole('button', { name: `Cuenta de ${name}` })

test('the root redirects to sign-in, and sign-in to the requested page', async () => {
  const ana = await aUser({ name: 'Ana Ruiz' })
  const page = await openPage(browser)
  for (const path of ['/', '/auth', '/auth/']) {
    await page.goto(path)
    await page.waitForURL('**/auth/login')
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  }
  await page.goto('/app/request/?status=draft')
  await page.waitForURL(/\/auth\/login\?redirect=/)
  await signIn(page, ana)
  await page.waitForURL('**/app/request/?status=draft')
  await account(page, ana).waitFor()
  expect(await page.getByRole('heading', { name: 'Iniciar sesión' }).count()).toBe(0)
})

test('sign-in and registration redirect a signed-in user to the dashboard or to the requested page', async () => {
  const ana = await aUser({ name: 'Ana Adentro' })
  const page = await openSession(browser, ana)
  for (const [path, target] of [
    ['/auth/login', '/app/dashboard'],
    ['/auth/register', '/app/dashboard'],
    ['/auth', '/app/dashboard'],
    ['/', '/app/dashboard'],
    ['/auth/login?redirect=/app/profile', '/app/profile'],
    ['/auth/login?redirect=https%3A%2F%2Fexample.com%2Fapp', '/app/dashboard'],
    ['/auth/login?redirect=%2F%5Cexample.com%2Fapp', '/app/dashboard'],
  ] as const) {
    await page.goto(path)
    await account(page, ana).waitFor()
    await expect.poll(() => page.url(), { message: path }).toBe(`${testServer().url}${target}`)
  }
  // Password recovery stays open, because a signed-in user may have forgotten the password.
  await page.goto('/auth/recover')
  await page.getByRole('heading', { name: 'Recuperar la contraseña' }).waitFor()
})

/** Cookies of the page without the one by which the server knows the device; scripts cannot read that one. */
const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name, httpOnly }) => !(httpOnly && name.startsWith('device_')))

test('store and cookie match the contract, and a reload keeps the session', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await page.goto('/auth/login?redirect=/app/profile')
  await signIn(page, ana)
  await account(page, ana).waitFor()
  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session-storage') ?? '{}').state)
  expect(Object.keys(stored).sort()).toEqual(['isInitialized', 'token'])
  const [cookie] = await sessionCookies(page)
  expect(cookie).toMatchObject({ name: 'pb_auth', sameSite: 'Strict', secure: true })
  const { token, record } = JSON.parse(decodeURIComponent(cookie?.value ?? ''))
  expect(record).toMatchObject({ id: ana.id, email: ana.email })
  expect(token).toBe(stored.token)
  await page.reload()
  await account(page, ana).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/profile')
})

test('sign-out clears the session in all windows', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await page.goto('/auth/login?redirect=/app/profile')
  await signIn(page, ana)
  await account(page, ana).waitFor()
  const other = await page.context().newPage()
  await other.goto('/app/profile')
  await account(other, ana).click()
  await other.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await other.waitForURL('**/auth/login')
  expect(await sessionCookies(page)).toEqual([])
  await page.waitForURL(/\/auth\/login/)
})

test('a deactivated user is signed out at once and informed on the sign-in page', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await page.goto('/auth/login?redirect=/app/profile')
  await signIn(page, ana)
  await account(page, ana).waitFor()
  await page.waitForLoadState('networkidle')
  await setActive(ana, false)
  await page.waitForURL(/\/auth\/login/)
  const inactiveMessage = 'Error de autenticación: El usuario no esta activo comuniquese con el administrador'
  await page.getByText(inactiveMessage, { exact: true }).waitFor()
  expect(await page.getByText('Su sesión terminó.').count()).toBe(0)
  await page.goto('/auth/login')
  await signIn(page, ana)
  await page
    .getByText('Error de autenticación: El usuario no esta activo comuniquese con el administrador', { exact: true })
    .waitFor()
})

test('a wrong password shows only a generic error, by keyboard alone', async () => {
  const waiting = await anInactiveUser()
  const page = await openPage(browser)
  await page.goto('/auth/login')
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type(waiting.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('otra-clave')
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.textContent()).toBe('Error de autenticación: El correo o la contraseña no son correctos.')
})

test('an invalid password is rejected in the form without a call', async () => {
  const page = await openPage(browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/auth/login')
  await page.getByLabel('Correo electrónico').fill('ana@ejemplo.test')
  const password = page.getByLabel('Contraseña', { exact: true })
  for (const [typed, sentence] of [
    ['', 'Este dato es obligatorio.'],
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
  ] as const) {
    await password.fill(typed)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByText(sentence, { exact: true }).waitFor()
    expect(await password.getAttribute('aria-invalid')).toBe('true')
  }
  expect(asked.filter((url) => url.includes('auth-with-password'))).toEqual([])
})

/** Any address of this machine that a browser does not take for local. */
function elsewhere(): string {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const address = own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (!address) throw new Error('this machine has no address but its own')
  return testServer().url.replace('127.0.0.1', address)
}

test('over plain HTTP away from localhost, sign-in warns that a reload ends the session', async () => {
  const ana = await aUser()
  const page = await openPage(browser, { baseURL: elsewhere() })
  const line = page.getByText('si recarga la página tendrá que iniciar sesión de nuevo')
  await page.goto('/auth/login?redirect=/app/profile')
  await line.waitFor()
  await signIn(page, ana)
  await account(page, ana).waitFor()
  await page.reload()
  await page.waitForURL(/\/auth\/login/)
  await page.goto(`${testServer().url}/auth/login`)
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  expect(await line.count()).toBe(0)
})
