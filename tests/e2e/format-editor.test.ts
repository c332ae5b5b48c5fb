import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatOf } from '../support/batch.ts'
import { asPerson, barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aFormat, aPublishedFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([openBrowser(), anAdmin()])
})
afterAll(() => browser.close())

async function anEditor(device = {}): Promise<Page> {
  const { id } = await aPublishedFormat(admin)
  const page = await openPage(browser, device)
  await asPerson(page, admin)
  await page.goto(`/app/format/${id}`)
  return page
}

test('the help on the body has no accessibility violations on desktop and phone', async () => {
  for (const device of [{}, onAPhone]) {
    const page = await anEditor(device)
    await page.getByText('Cómo se escribe').click()
    await page.getByText('Cursiva, cláusulas, listas, firmas y demás').click()
    await page.getByRole('textbox', { name: 'Redacción' }).fill('uno\n{{nadie}}\n{{#si nombre >}}x{{/si}}')
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.context().close()
  }
})

test('an error of the body selects its line', async () => {
  const page = await anEditor()
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill('# Uno\n\nHola {{nadie}}\n\nadiós')
  await page.getByRole('button', { name: /^Línea 3, «nadie»: Ningún campo/ }).click()
  const selected = await body.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(selected).toBe('Hola {{nadie}}')
})

test('the note of an example text is for administrators, in the editor, until a version of their own is published', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${await formatOf(admin.pb, 'CC')}`)
  const note = page.getByText('La redacción es un ejemplo: revísela con su área jurídica antes de usarla.')
  await note.waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const own = await anEditor()
  await own.getByRole('textbox', { name: 'Redacción' }).waitFor()
  expect(await own.getByText('es un ejemplo').count()).toBe(0)
  await own.goto('/app/request/create')
  await own.getByText('Para cobrar un servicio si no está obligado a facturar.').waitFor()
  expect(await own.getByText('es un ejemplo').count()).toBe(0)
})

test('a format without review has no tab for its approval', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${await formatOf(admin.pb, 'CC')}`)
  const names = () => page.getByRole('tab').allTextContents()
  await expect.poll(async () => (await names()).some((name) => name.startsWith('Aprobación'))).toBe(false)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByLabel('Cada solicitud se revisa antes de aprobarse').check()
  await page.getByRole('tab', { name: /^Aprobación/ }).waitFor()
})

test('a dialog of a field shows four inputs, and the rest once something of it is in use or wrong', async () => {
  const { id } = await aFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', example: 'Ana' },
      { key: 'codigo', label: 'Código', type: 'text', pattern: '^[0-9]{4}$' },
      { key: 'dias', label: 'Días', type: 'integer', example: 'muchos' },
    ],
    body: '{{nombre}} {{codigo}} {{dias}}',
  })
  for (const device of [{}, onAPhone]) {
    const page = await openPage(browser, device)
    await asPerson(page, admin)
    await page.goto(`/app/format/${id}`)
    await page.getByRole('tab', { name: /^Campos/ }).click()
    const dialog = page.getByRole('dialog')
    const controls = dialog.locator('input, select, textarea')
    const more = dialog.getByRole('button', { name: 'Más opciones' })
    const open = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await more.waitFor()
    }
    const close = async () => {
      await dialog.getByRole('button', { name: 'Volver' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }

    await open('Agregar campo')
    expect(await dialog.locator('label').allTextContents()).toEqual([
      'Nombre',
      'Tipo',
      'Obligatorio',
      'Ayuda (opcional)',
    ])
    expect(await controls.count()).toBe(4)
    expect(await barriersInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Tipo').selectOption('Una opción')
    await dialog.getByLabel('Opciones').waitFor()
    await dialog.getByLabel('Tipo').selectOption('Texto')
    await more.press('Enter')
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    expect(await controls.count()).toBeGreaterThan(12)
    expect(await barriersInBothThemes(page)).toEqual([])
    await close()

    await open('Editar Nombre')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await dialog.getByText('En uso: ejemplo.').waitFor()
    await close()
    await open('Editar Código')
    expect(await dialog.getByLabel('Patrón').inputValue()).toBe('^[0-9]{4}$')
    await close()
    await open('Editar Días')
    await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor()
    await dialog.getByLabel('Ejemplo').fill('3')
    await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Ejemplo').inputValue()).toBe('3')
    await page.context().close()
  }
})

test('a key that is taken opens the options at its field', async () => {
  const page = await anEditor()
  await page.getByRole('tab', { name: /^Campos/ }).click()
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await dialog.getByRole('alert').getByText('Escriba el nombre.').waitFor()
  expect(await dialog.getByLabel('Clave').count()).toBe(0)
  await dialog.getByLabel('Nombre', { exact: true }).fill('Nombre')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await dialog.getByText('Ya hay otro campo con esta clave.').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id.endsWith('field-key'))).toBe(true)
})
