import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  asPerson,
  barriers,
  barriersInBothThemes,
  browser,
  loseResponse,
  onAPhone,
  openPage,
  openPageAs,
} from '../support/browser.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aDraft } from '../support/requests.ts'
import { findLayoutProblems, openScreen } from '../support/screens.ts'

let ana: Person
/** A desktop and a phone that open all screens, so that the browser loads the scripts once. */
let devices: Page[]
beforeAll(async () => {
  ana = await aUser()
  devices = [await openPage(browser), await openPage(browser, onAPhone)]
})

const screens = [
  ['/auth/login', 'Iniciar sesión'],
  ['/auth/register/', 'Crear una cuenta'],
  ['/auth/register/check', 'Confirme su correo'],
  ['/auth/recover', 'Recuperar la contraseña'],
  ['/auth/recover/un-enlace', 'Elija una contraseña nueva'],
  ['/auth/setup?token=x', 'Preparar la instalación'],
  ['/app/profile', 'Mi perfil'],
  ['/no/hay/nada', 'Página no encontrada'],
] as const

test.each(screens)('%s has no accessibility violations in either theme on desktop and phone', async (path, title) => {
  for (const page of devices) {
    if (path.startsWith('/auth')) await page.context().clearCookies()
    else await asPerson(page, ana)
    await openScreen(page, path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} · Formatos preeliminares`)
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await findLayoutProblems(page)).toEqual([])
  }
})

test('the chosen theme is saved and applied before the first paint', async () => {
  const page = await openPageAs(browser, await aUser(), '/app/profile', { colorScheme: 'light' })
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await ground()
  await page.getByRole('main').getByText('Oscuro').click()
  const dark = await ground()
  expect(dark).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await ground()).toBe(dark)
})

test('a page recovers if its first file fails to load', async () => {
  const page = await openPage(browser)
  await page.route('**/assets/*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await page.goto('/auth/setup?token=x', { waitUntil: 'commit' })
  await expect.poll(() => page.getByRole('heading', { name: 'Preparar la instalación' }).count()).toBe(1)
})

test('the sign-in form shows a linked error summary', async () => {
  const page = await openPage(browser)
  await page.goto('/auth/login')
  await page.getByLabel('Correo electrónico').fill('nadie')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Hay 2 datos por corregir' })
  await summary.getByRole('link', { name: /^Correo electrónico: / }).waitFor()
  await summary.getByRole('link', { name: /^Contraseña: / }).press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(focused).toBe('password')
  expect(await barriers(page)).toEqual([])
})

test('a new password keeps the current session and ends the others', async () => {
  const ana = await aUser({ name: 'Ana Llaves' })
  const page = await openPageAs(browser, ana, '/app/profile')
  await page.getByLabel('Contraseña actual').fill('no es esta')
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('nueva-clave-1')
  await page.getByLabel('Confirme la contraseña nueva').fill('nueva-clave-1')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect.poll(() => page.getByLabel('Contraseña actual').getAttribute('aria-invalid')).toBe('true')
  const summary = page.getByRole('alert').filter({ hasText: 'Hay un dato por corregir' })
  await page.getByLabel('Contraseña nueva', { exact: true }).focus()
  await summary.getByRole('link', { name: 'Contraseña actual: La contraseña actual no es correcta.' }).press('Enter')
  await expect
    .poll(() => page.getByLabel('Contraseña actual').evaluate((box) => box === document.activeElement))
    .toBe(true)
  await page.getByLabel('Contraseña actual').fill(ana.password)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByText('Contraseña cambiada').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Cuenta de Ana Llaves' }).waitFor()
  await expect(ana.pb.collection('users').authRefresh()).rejects.toMatchObject({ status: 401 })
})

test('the sign-in after a lost response shows whether the password changed', async () => {
  const ana = await aUser({ name: 'Ana Llaves' })
  const page = await openPageAs(browser, ana, '/app/profile')
  const change = async (from: string, to: string) => {
    await page.getByLabel('Contraseña actual').fill(from)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(to)
    await page.getByLabel('Confirme la contraseña nueva').fill(to)
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  }
  const path = `**/api/collections/users/records/${ana.id}*`
  await page.route(path, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
  await change(ana.password, 'nueva-clave-1')
  await page.getByText('No hay conexión con el servidor.').first().waitFor()
  await page.unrouteAll()

  await loseResponse(page, path, 'PATCH')
  await change(ana.password, 'nueva-clave-1')
  await page.getByText('Contraseña cambiada').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Cuenta de Ana Llaves' }).waitFor()
  await page.unrouteAll()

  await loseResponse(page, path, 'PATCH')
  await page.route('**/users/auth-with-password*', (route) => route.abort())
  await change('nueva-clave-1', 'nueva-clave-2')
  await page.getByText('Se perdió la conexión y la contraseña pudo haber cambiado.').first().waitFor()
  const signIn = ana.pb.collection('users').authWithPassword(ana.email, 'nueva-clave-2')
  await expect(signIn).resolves.toMatchObject({ record: { id: ana.id } })
})

test('name and phone are saved and shown at once', async () => {
  const ana = await aUser({ name: 'Ana Antes' })
  const page = await openPageAs(browser, ana, '/app/profile')
  await page.getByLabel('Nombre completo').fill('Ana Después')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.getByText('Perfil guardado').waitFor()
  await page.getByRole('button', { name: 'Cuenta de Ana Después' }).waitFor()
  expect((await ana.pb.collection('users').getOne(ana.id)).name).toBe('Ana Después')
})

test('skip link, navigation and account menu work by keyboard', async () => {
  const { pb, ...admin } = await theFirstAdmin()
  const page = await openPageAs(browser, { pb, ...admin }, '/app/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Saltar al contenido')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('contenido')
  const places = await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allTextContents()
  const all = ['Panel', 'Solicitudes', 'Nueva solicitud', 'Lotes', 'Informe', 'Formatos', 'Usuarios', 'Ajustes']
  // Removes the counters after the names.
  expect(places.map((place) => place.replace(/\d+\+?$/, ''))).toEqual(all)
  await page.getByRole('button', { name: /Cuenta de/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Mi perfil' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/login')
})

test('navigation focuses and names the heading; slash focuses the search', async () => {
  const page = await openPage(browser)
  const ana = await aUser()
  await aDraft(ana)
  await asPerson(page, ana)
  await page.goto('/app/profile')
  const focused = () => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent])
  await page.getByRole('link', { name: 'Solicitudes' }).click()
  await expect.poll(focused).toEqual(['H1', 'Solicitudes'])
  expect(await page.title()).toBe('Solicitudes · Formatos preeliminares')
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.keyboard.type('a/b')
  expect(await page.getByRole('searchbox').inputValue()).toBe('a/b')
  const gap = await page.getByRole('searchbox').evaluate((input) => {
    const icon = input.parentElement?.querySelector('svg')?.getBoundingClientRect().right ?? Infinity
    return input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft) - icon
  })
  expect(gap).toBeGreaterThan(0)
})

test('users without administration have four navigation entries', async () => {
  const page = await openPageAs(browser, await aUser(), '/app/request/create-batch')
  const places = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  await expect.poll(() => places.allTextContents()).toEqual(['Panel', 'Solicitudes', 'Nueva solicitud', 'Lotes'])
  expect(await places.nth(3).getAttribute('aria-current')).toBe('page')
})

test('on a phone, four entries appear at the bottom and the rest in a drawer', async () => {
  const page = await openPageAs(browser, await aUser({ name: 'Ana Móvil' }), '/app/profile', onAPhone)
  const bar = page.getByRole('navigation', { name: 'Accesos rápidos' })
  await bar.getByRole('button', { name: 'Más' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menú' })
  expect(await barriers(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Cuenta de Ana Móvil' }).click()
  await page.getByRole('menuitem', { name: 'Mi perfil' }).click()
  await drawer.waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Más' }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})
