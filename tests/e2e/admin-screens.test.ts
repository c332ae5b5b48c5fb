import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch, cartaLaboral, formatOf, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { asPerson, barriers, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, anInactiveUser, aUser, type Person } from '../support/people.ts'

let browser: Browser
let admin: Person
let ana: Person
let places: Record<string, string>
beforeAll(async () => {
  browser = await openBrowser()
  ;[admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Ruiz' })])
  await anInactiveUser({ name: 'Quien Espera' })
  const batch = await aBatch(ana.pb, { total: 2 })
  await sendRows(ana.pb, batch, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' })])
  await post(ana.pb, `/${batch.id}/confirm`)
  await progressWhen(ana.pb, batch, isDone)
  places = {
    $batch: batch.id,
    $user: ana.id,
    $format: await formatOf(admin.pb, 'OC'),
  }
})
afterAll(() => browser.close())

const fill = (path: string) => path.replace(/\$\w+/, (name) => places[name] ?? name)

const screens = [
  '/app/request/batch/$batch',
  '/app/format/',
  '/app/format/$format',
  '/app/user-managment/',
  '/app/user-managment/$user/request',
  '/app/settings',
]

test.each(screens)('%s has no barrier in light and dark, on a desk and on a phone', async (path) => {
  for (const device of [{}, onAPhone]) {
    const page = await openPage(browser, device)
    await asPerson(page, admin)
    await page.goto(fill(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await barriers(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.context().close()
  }
})

test.each(['/app/format/', '/app/user-managment/', '/app/settings'])('%s is no page of a user', async (path) => {
  const page = await openPage(browser)
  await asPerson(page, ana)
  await page.goto(path)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('a format is made, published and can be asked for', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const code = String.fromCharCode(...Array.from({ length: 4 }, () => 65 + Math.floor(Math.random() * 26)))
  await page.goto('/app/format/')
  await page.getByRole('button', { name: 'Nuevo formato' }).click()
  await page.getByLabel('Código').fill(code)
  await page.getByLabel('Nombre').fill(`Permiso ${code}`)
  await page.getByLabel('Categoría').fill('Pruebas')
  await page.getByRole('button', { name: 'Crear el borrador' }).click()
  await page.getByRole('heading', { level: 1, name: `Permiso ${code}` }).waitFor()
  expect(await page.getByRole('button', { name: 'Publicar' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Número de días')
  expect(await page.getByLabel('Clave').inputValue()).toBe('numero_de_dias')
  await page.getByLabel('Tipo').selectOption('Número entero')
  await page.getByLabel('Ejemplo').fill('3')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('tab', { name: 'Redacción' }).click()
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dia}} días.')
  await page.getByText('Línea 3, «numero_de_dia»').waitFor()
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dias}} días.')
  await page.getByRole('article').getByText('Por 3 días.').waitFor()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Versión 1').waitFor()
  const asker = await openPage(browser)
  await asPerson(asker, ana)
  await asker.goto('/app/request/create')
  await asker.getByRole('link', { name: `Permiso ${code}` }).click()
  await asker.getByLabel('Número de días').waitFor()
})

test('the organisation is named by its settings, and what is missing is said at its field', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto('/app/settings')
  const name = page.getByLabel('Nombre de la organización')
  const before = await name.inputValue()
  await name.fill('')
  await page.getByRole('button', { name: 'Guardar los ajustes' }).click()
  await page.getByRole('alert').getByText('Nombre de la organización').waitFor()
  await name.fill('Ñandú y Cía. S. A. S.')
  await page.getByRole('button', { name: 'Guardar los ajustes' }).click()
  await page.getByText('Ajustes guardados.').waitFor()
  await page.reload()
  expect(await name.inputValue()).toBe('Ñandú y Cía. S. A. S.')
  await name.fill(before)
  await page.getByRole('button', { name: 'Guardar los ajustes' }).click()
  await page.getByText('Ajustes guardados.').waitFor()
})
