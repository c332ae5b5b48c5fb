import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriersInBothThemes, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat, aPublishedFormat, requests } from '../support/requests.ts'

const admin = await anAdmin()

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', example: '1500000' },
  { key: 'desde', label: 'Desde', type: 'date', example: '2026-01-01' },
  { key: 'hasta', label: 'Hasta', type: 'date', example: '2026-01-31' },
]

/** Opens the dialog of a new computed field, with the cursor in its formula. */
async function aNewFormula(device = {}) {
  const { id } = await aFormat(admin, { fields })
  const page = await openPageAs(browser, admin, `/app/format/${id}`, device)
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
  expect(await formula.inputValue()).toBe('2 * valor + 1')
  await expect.poll(() => formula.getAttribute('aria-invalid')).toBeNull()
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
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
    await page.getByText('cuenta · Calculado').waitFor()
    await page.context().close()
  }
})

const tripFields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 },
  { key: 'ciudad', label: 'Ciudad', type: 'text', required: true, max: 60 },
  { key: 'viaja', label: 'Viaja', type: 'boolean' },
  { key: 'destino', label: 'Destino', type: 'text', max: 60, visibleIf: { key: 'viaja', equals: true } },
  { key: 'motivo', label: 'Motivo', type: 'text', required: true, max: 60 },
]
const tripLayout: Record<string, Field['before']> = {
  nombre: { section: 'Quién es', note: 'Como en su cédula.\nSin abreviar.' },
  destino: { section: 'Viaje', page: true },
  motivo: { note: 'Una frase basta.', page: true },
}
const endNote = 'Le avisamos por correo.'
const laidOutFields = tripFields.map((field, index) => {
  const before = tripLayout[field.key]
  return {
    ...field,
    ...(before && { before }),
    ...(index === tripFields.length - 1 && { after: { note: endNote } }),
  }
})
const tripBody = 'Consta que {{nombre}} de {{ciudad}}{{#destino}} va a {{destino}}{{/destino}} por {{motivo}}.'

test('sections, notes and pages are added and moved by keyboard', async () => {
  const format = await aFormat(admin, { fields: tripFields, body: tripBody })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: /^Campos/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  await press('Agregar sección, nota o página')
  await press('Aceptar')
  await dialog.getByText('Escriba un título o una nota, o empiece una página.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await press('Volver')
  for (const { key, label } of tripFields) {
    const layout = tripLayout[key]
    if (!layout) continue
    await press('Agregar sección, nota o página')
    await dialog.getByLabel('Antes del campo').selectOption(label)
    await dialog.getByLabel('Título de la sección').fill(layout.section ?? '')
    await dialog.getByLabel('Nota').fill(layout.note ?? '')
    if (layout.page) await dialog.getByLabel('Empieza una página del formulario').press('Space')
    await press('Aceptar')
    await dialog.waitFor({ state: 'detached' })
  }
  await press('Agregar sección, nota o página')
  await dialog.getByLabel('Antes del campo').selectOption('Ninguno: al final del formulario')
  await press('Aceptar')
  await dialog.getByText('Escriba la nota.').waitFor()
  await dialog.getByLabel('Nota').fill(endNote)
  await press('Aceptar')
  // The buttons below the list cover part of a row, unless the end of the list is in view.
  const last = page.getByRole('button', { name: 'Mover la nota al final del formulario' })
  await last.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  expect(await barriersInBothThemes(page)).toEqual([])

  // The first field of a section leaves the title to the next field.
  const rows = () =>
    page.getByRole('button', { name: /^Mover / }).evaluateAll((all) => all.map((one) => one.ariaLabel?.slice(6)))
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
  const before = await rows()
  expect(before).toEqual([
    'la sección Quién es',
    ...['Nombre', 'Ciudad', 'Viaja', 'la sección Viaje', 'Destino', 'la página antes de Motivo', 'Motivo'],
    'la nota al final del formulario',
  ])
  await page.getByRole('button', { name: 'Mover Nombre' }).press('ArrowDown')
  await page.getByText('«Nombre»: posición 2 de 5, en «Quién es».').waitFor()
  expect((await rows()).slice(0, 3)).toEqual(['la sección Quién es', 'Ciudad', 'Nombre'])
  await page.keyboard.press('Control+z')
  await expect.poll(rows).toEqual(before)
  // A section moves over its fields.
  await page.getByRole('button', { name: 'Mover la sección Viaje' }).press('ArrowUp')
  await page.getByText('«Viaje»: antes de «Viaja».').waitFor()
  await expect.poll(focused).toBe('Mover la sección Viaje')
  await page.keyboard.press('ArrowUp')
  await page.getByText('«Viaje»: antes de «Ciudad».').waitFor()
  // The moved row takes the focus back, which the next key needs.
  await expect.poll(focused).toBe('Mover la sección Viaje')
  await page.keyboard.press('Control+z')
  await expect.poll(rows).toEqual(before)
  await expect.poll(focused).toBe('Mover la sección Viaje')
  await press('Editar la página antes de Motivo')
  await dialog.getByLabel('Nota').fill('Otra nota')
  await press('Aceptar')
  await press('Quitar la página antes de Motivo')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Mover Motivo')
  await press('Agregar sección, nota o página')
  await dialog.getByLabel('Antes del campo').selectOption('Motivo')
  await dialog.getByLabel('Nota').fill('Una frase basta.')
  await dialog.getByLabel('Empieza una página del formulario').press('Space')
  await press('Aceptar')

  await page.getByRole('tab', { name: /^Probar/ }).press('Enter')
  await page.getByRole('heading', { name: 'Página 1 de 2' }).waitFor()
  await press('Siguiente')
  await page.getByRole('heading', { name: 'Página 2 de 2' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await press('Guardar')
  const stored = () => admin.pb.collection<Format>('formats').getOne(format.id)
  await expect.poll(async () => (await stored()).fields).toEqual(laidOutFields)
})

test('a form is filled in page by page, and errors lead to their page', async () => {
  const format = await aPublishedFormat(admin, { fields: laidOutFields, body: tripBody })
  for (const device of [{}, onAPhone]) {
    const ana = await aUser()
    const page = await openPageAs(browser, ana, `/app/request/create?format=${format.id}`, device)
    const group = page.getByRole('group', { name: 'Quién es' })
    const isOnPage = (name: string) => page.getByRole('heading', { name }).waitFor()
    const next = () => page.getByRole('button', { name: 'Siguiente' }).press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
    await group.getByText('Sin abreviar.').waitFor()
    await isOnPage('Página 1 de 2')
    expect(await page.getByRole('button', { name: 'Enviar solicitud' }).count()).toBe(0)
    await group.getByLabel('Nombre').fill('Ana')
    // The page of the trip is skipped until it has a field.
    await page.getByRole('radio', { name: 'Sí' }).press('Space')
    await isOnPage('Página 1 de 3')
    expect(await barriersInBothThemes(page)).toEqual([])
    await group.getByLabel('Nombre').press('Enter')
    await expect.poll(focused).toBe('Página 2 de 3')
    await page.getByRole('group', { name: 'Viaje' }).getByLabel('Destino').fill('Cali')
    await next()
    await page.getByRole('group', { name: 'Una frase basta.' }).getByLabel('Motivo').fill('Trabajo')
    expect(await page.getByText(endNote).count()).toBe(1)
    await page.getByText(endNote).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.getByRole('button', { name: 'Anterior' }).press('Enter')
    await expect.poll(focused).toBe('Página 2 de 3')
    expect(await page.getByLabel('Destino').inputValue()).toBe('Cali')

    // The draft has the values of all pages.
    await page.getByText(/^Borrador guardado/).waitFor()
    await page.reload()
    await isOnPage('Página 1 de 3')
    expect(await group.getByLabel('Nombre').inputValue()).toBe('Ana')
    await next()
    await next()
    await page.getByRole('button', { name: 'Enviar solicitud' }).press('Enter')
    await page.getByRole('alert').getByText('Hay un dato por corregir').waitFor()
    await isOnPage('Página 1 de 3')
    await expect.poll(focused).toBe('field-ciudad')
    await next()
    await isOnPage('Página 2 de 3')
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Ciudad/ })
      .press('Enter')
    await expect.poll(focused).toBe('field-ciudad')
    await page.keyboard.type('Bogotá')
    await page.getByRole('button', { name: 'Enviar solicitud' }).press('Enter')
    const sent = () => requests(ana).getFirstListItem('status = "submitted"')
    await expect
      .poll(async () => (await sent().catch(() => null))?.values)
      .toEqual({ nombre: 'Ana', ciudad: 'Bogotá', viaja: true, destino: 'Cali', motivo: 'Trabajo' })
    await page.context().close()
  }
})
