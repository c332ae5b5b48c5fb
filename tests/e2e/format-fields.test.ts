import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { asPerson, barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([openBrowser(), anAdmin()])
})
afterAll(() => browser.close())

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', example: '1500000' },
  { key: 'desde', label: 'Desde', type: 'date', example: '2026-01-01' },
  { key: 'hasta', label: 'Hasta', type: 'date', example: '2026-01-31' },
]

/** Opens the dialog of a new computed field, with the cursor in its formula. */
async function aNewFormula(device = {}) {
  const { id } = await aFormat(admin, { fields })
  const page = await openPage(browser, device)
  await asPerson(page, admin)
  await page.goto(`/app/format/${id}`)
  await page.getByRole('tab', { name: /^Campos/ }).press('Enter')
  await page.getByRole('button', { name: 'Agregar campo' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Cuenta')
  await dialog.getByLabel('Tipo').selectOption('Calculado')
  const formula = dialog.getByRole('textbox', { name: 'Fórmula' })
  await formula.focus()
  return { page, dialog, formula, keys: page.keyboard }
}

const describe = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )

test('the error of a formula is marked, described and selected', async () => {
  const { page, dialog, formula, keys } = await aNewFormula()
  await keys.type('2 * valr')
  // The end of a formula is not an error while the user types.
  expect(await formula.getAttribute('aria-invalid')).toBeNull()
  await keys.press('Shift+Tab')
  await dialog.getByText('Posición 5: Ningún campo tiene la clave «valr». ¿Quiso decir «valor»?').waitFor()
  expect(await dialog.locator('mark').textContent()).toBe('valr')
  expect(await barriersInBothThemes(page)).toEqual([])
  await keys.press('Tab')
  expect(await describe(page)).toMatch(/\+ - \* \/\.$/)
  await keys.press('End')
  await keys.type(' + 1')
  expect(await describe(page)).toMatch(/Posición 5: Ningún campo tiene la clave «valr»\. ¿Quiso decir «valor»\?$/)
  await keys.press('Tab')
  await keys.press('Enter')
  await keys.type('valor')
  await dialog.getByText('Resultado: 3.000.001').waitFor()
  await dialog.getByLabel('Valor', { exact: true }).fill('20')
  await dialog.getByText('Resultado: 41').waitFor()
  await dialog.getByLabel('Valor', { exact: true }).fill('veinte')
  await dialog.getByText('Sin resultado con estos datos.').waitFor()
})

test('fields and functions are inserted at the cursor by keyboard', async () => {
  for (const device of [{}, onAPhone]) {
    const { page, dialog, formula, keys } = await aNewFormula(device)
    const insert = async (search: string) => {
      await keys.press('Shift+Tab')
      await keys.press('Enter')
      await dialog.getByRole('combobox', { name: 'Buscar un campo o una función' }).waitFor()
      await keys.type(search)
      await keys.press('Enter')
      await expect.poll(() => formula.evaluate((area) => area === document.activeElement)).toBe(true)
    }
    await insert('díasentre')
    await insert('desde')
    await keys.type(', ')
    await keys.press('Shift+Tab')
    await keys.press('Enter')
    // Texts are not offered, because a formula cannot use them.
    expect(await dialog.getByRole('option', { name: 'Nombre' }).count()).toBe(0)
    expect(await barriersInBothThemes(page)).toEqual([])
    await keys.press('Escape')
    await expect.poll(() => formula.evaluate((area) => area === document.activeElement)).toBe(true)
    await insert('hasta')
    await keys.press('End')
    await keys.type(' + 1')
    expect(await formula.inputValue()).toBe('diasEntre(desde, hasta) + 1')
    await dialog.getByText('Resultado: 31', { exact: true }).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
    await page.getByText('cuenta · Calculado').waitFor()
    await page.context().close()
  }
})

test('the list of fields says where a formula has its error', async () => {
  const broken: Field = { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * * 2' }
  const { id } = await aFormat(admin, { fields: [...fields, broken] })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${id}`)
  await page.getByRole('tab', { name: /^Campos/ }).press('Enter')
  const item = page.getByRole('listitem').filter({ hasText: 'Doble' })
  await expect
    .poll(() => item.textContent())
    .toContain('Fórmula. Posición 9: Falta un número, un campo o una función antes de «*».')
})
