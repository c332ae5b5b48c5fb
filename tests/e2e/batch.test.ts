import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aBatch, cartaLaboral, formatOf, sendRows } from '../support/batch.ts'
import {
  asPerson,
  barriersInBothThemes,
  browser,
  loseResponse,
  onAPhone,
  openPage,
  openPageAs,
  repeatRequest,
} from '../support/browser.ts'
import { correctWorkbook } from '../support/error-workbook.ts'
import { aUser } from '../support/people.ts'

type Row = Record<(typeof headers)[number], string>
const headers = [
  'Nombre',
  'Tipo doc',
  'Cédula',
  'Cargo',
  'Contrato',
  'Ingreso',
  'Incluir salario',
  'Sueldo',
  'Ciudad',
  'Fecha',
] as const

function row(place: number, change: Partial<Row> = {}): Row {
  return {
    Nombre: `Íñigo Núñez Peña ${place}`,
    'Tipo doc': 'CC',
    Cédula: String(10_000_000 + place).padStart(10, '0'),
    Cargo: 'Analista de nómina',
    Contrato: 'término indefinido',
    Ingreso: '03/04/2019',
    'Incluir salario': 'Sí',
    Sueldo: `2.500.${String(place % 1000).padStart(3, '0')},75`,
    Ciudad: 'Bogotá D. C.',
    Fecha: '20/11/2026',
    ...change,
  }
}

/** Returns a CSV as Excel in Spanish writes it: semicolons, CRLF, Windows-1252 (equal to Latin-1 for these letters). */
function csvOf(rows: readonly Row[]): Buffer {
  const lines = [headers.join(';'), ...rows.map((each) => headers.map((header) => each[header]).join(';'))]
  return Buffer.from(`${lines.join('\r\n')}\r\n;;;;;;;;;\r\n`, 'latin1')
}

async function drop(page: Page, buffer: Buffer, name = 'nómina.csv') {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

const tab = (page: Page, name: string, count: string) =>
  page.getByRole('tab', { name: `${name} ${count}`, exact: true })

const total = 5_000
const wrong: Record<number, Partial<Row>> = {
  ...Object.fromEntries(
    [5, 50, 500, 1000, 2000, 3000, 4000, 4999].map((at) => [at, { Contrato: 'termno indefinido' }]),
  ),
  ...Object.fromEntries([7, 70, 700].map((at) => [at, { Cargo: '' }])),
  ...Object.fromEntries([9, 90, 900, 1900, 2900, 3900].map((at) => [at, { Ingreso: '31/02/2020' }])),
  ...Object.fromEntries([11, 110, 1100].map((at) => [at, { Sueldo: 'mucho' }])),
}

test('5,000 rows with 20 errors are corrected in three ways, across reloads, and become requests', async () => {
  const ana = await aUser({ name: 'Ana Lotes' })
  const page = await openPageAs(browser, ana, `/app/request/create-batch?format=${await formatOf(ana.pb, 'CL')}`)
  await drop(
    page,
    csvOf(
      Array.from({ length: total }, (_, index) =>
        row(index, index ? wrong[index] : { Nombre: `Íñigo Núñez ${Date.now()}` }),
      ),
    ),
  )

  const understood = page.getByRole('region', { name: 'Datos leídos del archivo' })
  expect(await understood.getByLabel('separador').inputValue()).toBe(';')
  expect(await understood.getByLabel('letras').inputValue()).toBe('windows-1252')
  expect(await understood.getByLabel('decimal').inputValue()).toBe(',')
  expect(await understood.getByLabel('fechas').inputValue()).toBe('dmy')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await tab(page, 'Con errores', '20').waitFor()

  // Corrects the empty cells in the grid, one after the other with the keyboard.
  await page.getByRole('button', { name: /^3 Cargo/ }).click()
  const grid = page.getByRole('grid')
  await grid.getByRole('row', { name: /^9 con errores/ }).waitFor()
  await grid.focus()
  for (let left = 3; left > 0; left--) {
    // Waits for the focus, because a key pressed before would be lost.
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await grid.getByRole('textbox', { name: /^Cargo, fila/ }).fill('Tesorera')
    await page.keyboard.press('Enter')
    await tab(page, 'Con errores', String(20 - (4 - left))).waitFor()
  }
  // Corrects all equal cells at once.
  await page.getByRole('button', { name: /^8 Tipo de contrato/ }).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Aplicar a las 8 filas iguales' }).click()
  await tab(page, 'Con errores', '9').waitFor()

  // Closing the page loses no correction.
  await page.reload()
  await tab(page, 'Con errores', '9').waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()
  await page.getByRole('button', { name: 'Enviar 4.991 filas' }).click()
  await page.getByRole('dialog').getByText('9 filas con errores se quedan en el lote').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar 4.991 filas' }).click()
  await page.reload()
  await page.getByText('4.991 solicitudes creadas. Quedan 9 filas con errores').waitFor({ timeout: 45_000 })

  // Corrects the remaining rows in the error workbook and uploads it.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar 9 filas' }).click(),
  ])
  const { bytes, rows } = await correctWorkbook(readFileSync(await download.path()), (header, text) =>
    text === '31/02/2020' ? '28/02/2020' : text === 'mucho' ? '3.000.000,50' : header === 'Error' ? '' : text,
  )
  expect(rows).toBe(9)
  await drop(page, Buffer.from(bytes), 'errores.xlsx')
  await page.getByRole('dialog').getByRole('button', { name: 'Tomar 9 filas' }).click()
  await page.getByText('9 filas tomadas del libro corregido').waitFor()
  await page.getByRole('button', { name: 'Enviar 9 filas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar 9 filas' }).click()
  await page.getByText(/^5\.000 solicitudes creadas/).waitFor()

  const made = await ana.pb.send('/api/app/requests', { method: 'GET', query: { perPage: 1, status: 'submitted' } })
  expect(made.totalItems).toBe(total)
  const mended = await ana.pb
    .collection('requests')
    .getFullList({ batch: 30, filter: 'row = 11 || row = 13 || row = 9 || row = 7', sort: 'row' })
  expect(
    mended.map(({ values }) => [
      values.contrato ?? values.tipo_contrato,
      values.cargo,
      values.fecha_ingreso,
      values.salario_mensual,
    ]),
  ).toEqual([
    ['término indefinido', 'Analista de nómina', '2019-04-03', '2500005.75'],
    ['término indefinido', 'Tesorera', '2019-04-03', '2500007.75'],
    ['término indefinido', 'Analista de nómina', '2020-02-28', '2500009.75'],
    ['término indefinido', 'Analista de nómina', '2019-04-03', '3000000.50'],
  ])
})

/** Imports a file with two valid rows, up to the step that sends them. */
async function sendTwoRows(
  page: Page,
  format: string,
  file = csvOf([row(1, { Nombre: `Eva ${Date.now()}` }), row(2)]),
) {
  await page.goto(`/app/request/create-batch?format=${format}`)
  await drop(page, file)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await tab(page, 'Todas', '2').waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('goes on with the new batch if the response to its creation is lost or the call is repeated', async () => {
  const ana = await aUser()
  const [page, format] = await Promise.all([openPage(browser), formatOf(ana.pb, 'CL')])
  await asPerson(page, ana)
  const title = page.getByRole('heading', { level: 1, name: /^LOT-/ })
  await loseResponse(page, '**/api/app/batches')
  await sendTwoRows(page, format)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await title.waitFor()
  await page.getByRole('button', { name: 'Enviar 2 filas' }).waitFor()
  expect(await ana.pb.collection('batches').getFullList()).toHaveLength(1)

  await page.unrouteAll()
  await repeatRequest(page, '**/api/app/batches')
  await sendTwoRows(page, format)
  await title.waitFor()
  await page.getByRole('button', { name: 'Enviar 2 filas' }).waitFor()
  expect(await ana.pb.collection('batches').getFullList()).toHaveLength(2)
})

test('closes the confirmation of a batch that is sent although the response is lost', async () => {
  const ana = await aUser()
  const batch = await aBatch(ana.pb, { total: 1 })
  await sendRows(ana.pb, batch, [cartaLaboral()])
  const page = await openPageAs(browser, ana, `/app/request/batch/${batch.id}`)
  await loseResponse(page, '**/confirm')
  await page.getByRole('button', { name: 'Enviar 1 fila' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar 1 fila' }).click()
  await page.getByText(/^1 solicitud creada/).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
})

test('a repeated file names its earlier batch and requires confirmation', async () => {
  const ana = await aUser({ name: 'Ana Repite' })
  const [page, format] = await Promise.all([openPage(browser), formatOf(ana.pb, 'CL')])
  await asPerson(page, ana)
  const file = csvOf([row(Date.now()), row(Date.now() + 1)])
  const load = () => sendTwoRows(page, format, file)
  await load()
  const title = page.getByRole('heading', { level: 1, name: /^LOT-/ })
  const first = await title.textContent()
  await load()
  await page.getByText('Ana Repite lo cargó el').waitFor()
  await page.getByRole('link', { name: first ?? '' }).waitFor()
  await page.getByRole('button', { name: 'Crear de todas formas' }).click()
  await title.waitFor()
  expect(await title.textContent()).not.toBe(first)
})

test('every step has no accessibility violations in either theme on desktop and phone', async () => {
  const ana = await aUser({ name: 'Ana Accesible' })
  const format = await formatOf(ana.pb, 'CL')
  for (const device of [{}, onAPhone]) {
    const page = await openPageAs(browser, ana, `/app/request/create-batch?format=${format}`, device)
    await page.getByText('Suelte aquí su hoja de cálculo').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await drop(page, csvOf([row(1), row(2, { Ingreso: '31/02/2020' }), row(3, { Contrato: 'termno indefinido' })]))
    await page.getByText('Qué dato trae cada columna').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: /^1 Tipo de contrato/ }).click()
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.context().close()
  }
})
