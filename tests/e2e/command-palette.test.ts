import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, holdRequests, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const [ana, boss] = await Promise.all([aUser({ name: 'Ñáñez Paleta' }), anAdmin()])
const number = (await aRequest(ana, boss, 'submitted')).number

async function at(path: string, person: Person, options = {}): Promise<Page> {
  const page = await openPageAs(browser, person, path, options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
const box = (page: Page) => palette(page).getByRole('combobox')
const active = (page: Page) => palette(page).locator('[role=option][data-highlighted]')

async function openByKeys(page: Page) {
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
}

test('Ctrl+K opens the palette, arrows choose a screen, and Escape returns the focus', async () => {
  const page = await at('/app/request/', ana)
  await page.getByRole('searchbox').focus()
  await openByKeys(page)
  await expect.poll(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').evaluate((input) => input === document.activeElement)).toBe(true)

  const button = page.getByRole('button', { name: 'Buscar', exact: true })
  await button.press('Enter')
  await box(page).fill('PERFIL')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Mi perfil'])
  expect(await box(page).getAttribute('aria-activedescendant')).toBe(await active(page).getAttribute('id'))
  await box(page).fill('')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Nuevo lote'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Cerrar sesión'])
  await page.keyboard.press('Control+k')
  await palette(page).waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.press('Enter')
  await box(page).fill('avisos')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/notices')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Avisos')
})

test('finds a request by its number, also by the last digits', async () => {
  const page = await at('/app/dashboard', ana)
  await openByKeys(page)
  await box(page).fill(String(Number(number.slice(-6))).padStart(2, '0'))
  await palette(page)
    .getByRole('option', { name: new RegExp(number) })
    .waitFor()
  await box(page).fill(number.toLowerCase())
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect.poll(() => active(page).allTextContents()).toEqual([expect.stringContaining(number)])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: number }).waitFor()

  const other = await at('/app/dashboard', await aUser())
  await openByKeys(other)
  await box(other).fill(number)
  await palette(other).getByText(`Sin resultados para «${number}».`).waitFor()
})

test('an administrator finds users; others find neither users nor settings', async () => {
  const page = await at('/app/dashboard', boss)
  await page.waitForLoadState('networkidle')
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/collections/users/records?')) lists.push(request.url())
  })
  await openByKeys(page)
  const person = palette(page).getByRole('option', { name: /^Ñáñez Paleta/ })
  for (const text of [`PAL nanez ${ana.email.slice(0, 8)}`, ana.email, `ñáñez pal ${ana.email.slice(0, 8)}`]) {
    await box(page).fill(text)
    await person.waitFor()
    await box(page).fill('')
    await person.waitFor({ state: 'detached' })
  }
  expect(lists).toEqual([])
  await box(page).fill('ñáñez pal')
  await person.click()
  await page.waitForURL(`**/app/user-managment/${ana.id}/request`)
  await openByKeys(page)
  await box(page).fill('ajustes gru')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Ajustes › Grupos'])
  await box(page).fill('margenes')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Ajustes › Papel'])
  await box(page).fill('festivos')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Ajustes › Organización'])
  await box(page).fill('plazo')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Formatos › Plazo para decidir'])

  const own = await at('/app/dashboard', ana)
  await openByKeys(own)
  await box(own).fill('ajustes')
  await palette(own).getByText('Sin resultados para «ajustes».').waitFor()
  await box(own).fill('ñáñez pal')
  await palette(own).getByRole('status').filter({ hasNotText: 'Buscando' }).waitFor({ state: 'attached' })
  expect(await palette(own).getByRole('group', { name: 'Usuarios' }).count()).toBe(0)
})

test('actions start a request of a format, change the theme and sign out', async () => {
  const page = await at('/app/dashboard', ana)
  await openByKeys(page)
  await box(page).fill('carta')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Nueva solicitud: Carta laboral'])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/request\/create\?format=/)
  await openByKeys(page)
  await box(page).fill('certificado de trabajo')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Nueva solicitud: Carta laboral'])
  await box(page).fill('cambiar contraseña')
  await expect.poll(() => active(page).allTextContents()).toEqual(['Mi perfil'])
  await box(page).fill('oscuro')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await openByKeys(page)
  await box(page).fill('cerrar sesion')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/login')
})

test('on a phone, the button opens the palette, which fits the screen', async () => {
  const page = await at('/app/request/', ana, onAPhone)
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).tap()
  await box(page).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await palette(page).getByRole('button', { name: 'Cerrar' }).tap()
  await palette(page).waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).tap()
  await box(page).fill('avisos')
  await page.mouse.click(5, 5)
  await palette(page).waitFor({ state: 'detached' })
})

test('without a connection, the search reports it and still offers the screens', async () => {
  const page = await at('/app/dashboard', ana)
  await openByKeys(page)
  await page.route('**/api/app/requests?**', (route) => route.abort())
  await box(page).fill('avisos')
  await palette(page).getByText('No se pudo buscar en las solicitudes.').waitFor()
  expect(await active(page).textContent()).toBe('Avisos')
})

test('letters typed before the palette is loaded go to its input, not to the shortcuts of the page', async () => {
  const page = await openPageAs(browser, boss, '/auth/login')
  const load = await holdRequests(page, /\/assets\/command-search-/)
  await page.goto('/app/request/queue')
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
  const decisions: string[] = []
  page.on('request', (request) => request.method() === 'POST' && decisions.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('avizo')
  for (let n = 0; n < 2; n++) await page.keyboard.press('Backspace')
  load()
  await box(page).waitFor()
  expect(await box(page).inputValue()).toBe('avi')
  expect(decisions.filter((path) => path.startsWith('/api/app/requests/'))).toEqual([])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await openByKeys(page)
  expect(await box(page).inputValue()).toBe('')
})
