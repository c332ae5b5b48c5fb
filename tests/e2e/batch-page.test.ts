import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatTemplateCsv } from '../../src/sheets/writing/template.ts'
import { aBatch, aCompletedBatch, cartaLaboral as cartaLaboralValues, formatOf, post } from '../support/batch.ts'
import { barriers, browser, onAPhone, openPageAs, openSession } from '../support/browser.ts'
import { cartaLaboral } from '../support/initial-formats.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { fixture } from '../support/sheets.ts'

test('administrators find all batches by every filter; other users find only their own', async () => {
  const [ana, luis, boss] = await Promise.all([aUser({ name: 'Ana Lotes' }), aUser(), anAdmin()])
  const first = await aBatch(ana.pb, { total: 3, fileName: 'nómina de octubre.xlsx' })
  const second = await aBatch(luis.pb, { total: 2 })
  await post(luis.pb, `/${second.id}/cancel`)
  const page = await openPageAs(browser, boss, '/app/dashboard', { viewport: { width: 1366, height: 768 } })
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Lotes', exact: true }).click()
  await page.getByRole('link', { name: first.number }).waitFor()
  await page.getByRole('link', { name: second.number }).waitFor()
  const row = page.getByRole('row').filter({ hasText: first.number })
  for (const text of ['nómina de octubre.xlsx', 'Cargado', 'Carta laboral', 'Ana Lotes', '3'])
    await row
      .getByText(text, { exact: text !== 'Cargado' })
      .first()
      .waitFor()
  expect(await barriers(page)).toEqual([])
  const hasOnly = async (there: string, gone: string) => {
    await page.getByRole('link', { name: gone }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: there }).waitFor()
  }
  await page.getByLabel('Estado').selectOption({ label: 'Cancelado' })
  await page.waitForURL(/status=cancelled/)
  await hasOnly(second.number, first.number)
  await page.goto(`/app/request/batch/?owner=${ana.id}`)
  await hasOnly(first.number, second.number)
  await page.goto('/app/request/batch/?search=OCTUBRE')
  await hasOnly(first.number, second.number)
  await page.goto(`/app/request/batch/?search=${second.number}`)
  await hasOnly(second.number, first.number)
  await page.goto('/app/request/batch/?to=2001-01-01')
  await page.getByText('Ningún lote coincide').waitFor()

  const own = await openPageAs(browser, ana, '/app/request/batch')
  await own.getByRole('link', { name: first.number }).waitFor()
  expect(await own.getByRole('link', { name: second.number }).count()).toBe(0)
  await own.getByRole('button', { name: 'Filtros' }).click()
  await own.getByLabel('Formato').waitFor()
  expect(await own.getByLabel('Solicitante').count()).toBe(0)
  await Promise.all([page, own].map((each) => each.context().close()))
})

const headers = 'Cargo;Tipo doc;Cédula;Nombre;Contrato;Ingreso;Incluir salario;Sueldo;Ciudad;Fecha;Dirigido a'
const line = (name: string, role = 'Analista', start = '03/04/2019') =>
  `${role};CC;0012345678;${name};indefinido;${start};Sí;2.500.000,75;Bogotá D. C.;20/11/2026;A quien interese`
const csvOf = (lines: readonly string[], head = headers) => Buffer.from(`${[head, ...lines].join('\r\n')}\r\n`)

async function atFile(name: string) {
  const ana = await aUser({ name })
  const page = await openSession(browser, ana)
  await page.setViewportSize({ width: 1366, height: 768 })
  const format = await formatOf(ana.pb, 'CL')
  const open = async () => {
    await page.goto(`/app/request/create-batch?format=${format}`)
    await page.getByText('Suelte aquí su hoja de cálculo').waitFor()
  }
  await open()
  return { page, open, ana }
}

async function drop(page: Page, name: string, buffer: Buffer) {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const atBatch = (page: Page) => page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()

/** Returns whether no element covers the center of an element with this text. Does not scroll. */
const isUncovered = (page: Page, role: 'button' | 'status', name: RegExp) =>
  page.getByRole(role).filter({ hasText: name }).first().evaluate(isOnTop)

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2)
  return there !== null && (element === there || element.contains(there))
}

test('on a small screen, cell buttons, messages and names stay visible', async () => {
  const { page } = await atFile('Ana Mesa')
  const rows = Array.from({ length: 30 }, (_, index) =>
    line(`Persona ${index}`, index % 3 ? 'Analista' : '', index % 5 ? '03/04/2019' : '31/02/2019'),
  )
  await drop(page, 'mesa.csv', csvOf(rows))
  await page.getByText('Qué dato trae cada columna').waitFor()
  await goOn(page)
  const grid = page.getByRole('grid')
  await grid.getByRole('row', { name: /^2 con errores/ }).waitFor()
  await page.getByRole('button', { name: 'Corregir la celda' }).waitFor()
  // Before any key is pressed, at every scroll position of the page.
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    await page.evaluate((at) => scrollTo(0, at * (document.body.scrollHeight - innerHeight)), part)
    for (const name of [/^Corregir la celda/, /^Descartar la fila/])
      expect(await isUncovered(page, 'button', name), `${name} at ${part}`).toBe(true)
  }
  await grid.getByRole('gridcell').filter({ hasText: 'vacío' }).nth(1).click()
  for (const name of [/^Corregir la celda/, /^Descartar la fila/, /^Ver el documento/])
    expect(await isUncovered(page, 'button', name), String(name)).toBe(true)

  await page.getByRole('button', { name: 'Descartar la fila', exact: true }).click()
  await page.getByRole('status').filter({ hasText: '1 fila fuera del envío.' }).waitFor()
  expect(await isUncovered(page, 'status', /1 fila fuera del envío/)).toBe(true)
  const messageBox = await page.getByRole('status').filter({ hasText: '1 fila fuera' }).boundingBox()
  const tabs = await page.getByRole('tablist').boundingBox()
  expect((messageBox?.y ?? 0) + (messageBox?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 1)

  await grid.focus()
  await page.keyboard.press('End')
  await grid.getByText('A quien interese').first().waitFor()
  const name = await grid.getByText('Persona 3', { exact: true }).boundingBox()
  const frame = await grid.boundingBox()
  expect(name && frame && name.x >= frame.x && name.x < frame.x + 300).toBe(true)
  expect(await barriers(page)).toEqual([])
})

test('typed text stays in its cell while the grid scrolls, and the next control keeps the focus', async () => {
  const { page } = await atFile('Ana Tecla')
  const rows = Array.from({ length: 300 }, (_, index) => line(`Persona ${index}`, index ? 'Analista' : ''))
  await drop(page, 'tecla.csv', csvOf(rows))
  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 300', exact: true }).click()
  const grid = page.getByRole('grid')
  // The tab shows its rows: this one has no errors.
  await grid.getByText('Persona 1', { exact: true }).waitFor()
  await grid.getByRole('gridcell').filter({ hasText: 'vacío' }).dblclick()
  const box = grid.getByRole('textbox', { name: 'Cargo, fila 2' })
  await box.fill('Tesorera')
  const scroll = (left: number, top: number) =>
    grid.evaluate((frame, to) => frame.scrollTo(...to), [left, top] as const)
  await scroll(0, 100_000)
  await grid.getByText('Persona 299', { exact: true }).waitFor()
  await scroll(100_000, 0)
  await grid.getByText('A quien interese').first().waitFor()
  await expect.poll(() => box.inputValue()).toBe('Tesorera')
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)

  const tab = page.getByRole('tab', { name: 'Todas 300', exact: true })
  await tab.click()
  await page.getByRole('tab', { name: 'Con errores 0', exact: true }).waitFor()
  expect(await tab.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  // After Enter, the focus returns to the grid.
  await grid.getByText('Persona 1', { exact: true }).dblclick()
  await grid.getByRole('textbox', { name: 'Nombre completo, fila 3' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => grid.evaluate((frame) => frame === document.activeElement)).toBe(true)
})

test('at 1280 × 800, the first row of a batch in error stays visible above its details', async () => {
  const ana = await aUser({ name: 'Ana Lote' })
  const batch = await aCompletedBatch(
    ana.pb,
    Array.from({ length: 6 }, (_, index) => cartaLaboralValues(index === 5 ? {} : { cargo: '' })),
  )
  const page = await openPageAs(browser, ana, `/app/request/batch/${batch.id}`, {
    viewport: { width: 1280, height: 800 },
  })
  const isRowUncovered = (place: number) =>
    page
      .getByRole('grid')
      .getByRole('row')
      .nth(place)
      .getByRole('rowheader')
      .evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 40, y)))
      })
  await page.getByRole('button', { name: 'Corregir la celda' }).waitFor()
  for (const place of [1, 2, 3]) expect(await isRowUncovered(place), `row ${place}`).toBe(true)
  expect(await isUncovered(page, 'button', /^Corregir la celda/)).toBe(true)
  expect(await barriers(page)).toEqual([])
})

test('on a phone, cells are corrected and rows discarded in the same grid', async () => {
  const ana = await aUser({ name: 'Ana Móvil' })
  const address = `/app/request/create-batch?format=${await formatOf(ana.pb, 'CL')}`
  const page = await openPageAs(browser, ana, address, onAPhone)
  await page.getByText('Suelte aquí su hoja de cálculo').waitFor()
  await drop(page, 'móvil.csv', csvOf([line('Persona 1', ''), line('Persona 2', ''), line('Persona 3')]))
  await goOn(page)
  const grid = page.getByRole('grid')
  await page.getByText('· Persona 1').waitFor()
  // The corrected cell is brought back into view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Corregir la celda' }).tap()
  const box = grid.getByRole('textbox', { name: 'Cargo, fila 2' })
  expect(await box.evaluate(isOnTop)).toBe(true)
  await box.fill('Tesorera')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Con errores 1', exact: true }).waitFor()
  await page.getByText('· Persona 2').waitFor()
  await page.getByRole('button', { name: 'Descartar la fila', exact: true }).tap()
  await page.getByRole('tab', { name: 'Descartadas 1', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Todas 3', exact: true }).tap()
  await grid.getByText('Persona 3', { exact: true }).tap()
  await page.getByRole('button', { name: 'Corregir la celda' }).tap()
  await grid.getByRole('textbox', { name: 'Nombre completo, fila 4' }).fill('Persona 4')
  await page.keyboard.press('Escape')
  await grid.getByText('Persona 3', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await barriers(page)).toEqual([])
})

test('selects the first warning, and names a similar column that is not imported', async () => {
  const { page } = await atFile('Ana Avisos')
  await page.setViewportSize({ width: 1280, height: 800 })
  const rows = Array.from({ length: 12 }, (_, index) => line(`Persona ${index}`).replace(';Sí;', ';No;'))
  await drop(page, 'avisos.csv', csvOf(rows, headers.replace('Incluir salario', 'Inclur salario')))
  const note = page.getByText('La columna G (Inclur salario) no se importa: ¿es «Incluir salario»?')
  await note.waitFor()
  await page.getByRole('button', { name: '¿Es «Incluir salario»? Usar' }).click()
  await note.waitFor({ state: 'detached' })
  await goOn(page)
  await page.getByRole('tab', { name: 'Con avisos 12', exact: true }).click()
  await page.getByText('Este dato no aplica según las otras respuestas: se descartó.').waitFor()
  expect(await isUncovered(page, 'button', /^Continuar/)).toBe(true)
  expect(await isUncovered(page, 'button', /^Corregir la celda/)).toBe(true)
})

test('names both columns of one field, marks hidden rows and shows amounts as in the sheet', async () => {
  const { page } = await atFile('Ana Columnas')
  await drop(page, 'doble.csv', csvOf([line('Ana')], headers.replace('Dirigido a', 'Nombre completo')))
  await page.getByText('Las columnas D (Nombre) y K (Nombre completo) van al mismo dato: deje solo una.').waitFor()
  await page.getByText('La columna K (Nombre completo) va al mismo dato: deje solo una.').waitFor()
  expect(await page.getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Elegir otro archivo' }).click()
  await drop(page, 'nómina.xlsx', Buffer.from(fixture('nomina.xlsx')))
  await page.getByRole('button', { name: 'Mostrar 16' }).click()
  expect(await page.getByRole('row', { name: /^Los encabezados están en la fila 6 Oculta/ }).count()).toBe(1)
  expect(await page.getByRole('row', { name: /Oculta/ }).count()).toBe(2)
})

test('offers to discard identical rows and the example, and warns about a repeated file', async () => {
  const { page, open, ana } = await atFile('Ana Repite')
  const [head = '', example = ''] = formatTemplateCsv(cartaLaboral.fields, { today: '2026-11-20', country: 'CO' })
    .replace('\ufeff', '')
    .split('\r\n')
  const cells = example.split(';')
  const named = (name: string, role = cells[4]) => [name, ...cells.slice(1, 4), role, ...cells.slice(5)].join(';')
  const key = Date.now()
  const bytes = csvOf([example, named(`Eva ${key}`), named(`Iván ${key}`), named(`Eva ${key}`), named('Luz', '')], head)
  await drop(page, 'repite.csv', bytes)
  await page.getByText('Qué dato trae cada columna').waitFor()
  expect(await page.getByText('Este archivo ya se cargó').count()).toBe(0)
  await goOn(page)
  await page.getByText('La fila 5 es idéntica a la 3').waitFor()
  await page.getByRole('button', { name: 'Descartar la repetida' }).click()
  await page.getByRole('tab', { name: 'Descartadas 1', exact: true }).waitFor()
  await page.getByText('es idéntica a').waitFor({ state: 'detached' })
  await page.getByText('La fila 2 es el ejemplo de la plantilla').waitFor()
  await page.getByRole('button', { name: 'Dejarla' }).click()
  await page.getByText('La fila 2 es el ejemplo de la plantilla').waitFor({ state: 'detached' })
  // The answer is stored with the corrections.
  await page.reload()
  await page.getByRole('tab', { name: 'Descartadas 1', exact: true }).waitFor()
  expect(await page.getByText('La fila 2 es el ejemplo de la plantilla').count()).toBe(0)
  await goOn(page)
  await atBatch(page)

  // All rows of the file are counted, not only the loaded rows in error.
  await page.getByRole('tab', { name: 'Todas 4', exact: true }).click()
  await page.getByText('Otras 3 ya están listas, descartadas o enviadas.').waitFor()
  await page.getByRole('button', { name: 'Enviar 3 filas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('La fila 2 es el ejemplo de la plantilla').waitFor()
  await dialog.getByRole('button', { name: 'Descartarla' }).click()
  await dialog.getByRole('button', { name: 'Enviar 2 filas' }).click()
  await page.getByText(/^2 solicitudes creadas/).waitFor()
  const { items } = await ana.pb.send('/api/app/requests', { method: 'GET' })
  expect(items).toHaveLength(2)

  await open()
  await drop(page, 'otro nombre.csv', bytes)
  const notice = page.getByRole('status').filter({ hasText: 'Este archivo ya se cargó para este formato' })
  await notice.getByText(/con 4 filas, en el lote/).waitFor()
  await notice.getByRole('link', { name: /^LOT-/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Continuar' }).isEnabled()).toBe(true)
})
