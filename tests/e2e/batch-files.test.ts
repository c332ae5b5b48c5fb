import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatOf } from '../support/batch.ts'
import { barriers, browser, openPageAs, openSession } from '../support/browser.ts'
import { correctWorkbook } from '../support/error-workbook.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { fixture } from '../support/sheets.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

const headers = 'Nombre;Tipo doc;Cédula;Cargo;Contrato;Ingreso;Incluir salario;Sueldo;Ciudad;Fecha'
type Row = Partial<Record<'name' | 'role' | 'start' | 'salary' | 'rest', string>>

const line = ({ name = 'Íñigo Núñez', role = 'Analista', start = '03/04/2019', salary = '2.500.000,75', rest }: Row) =>
  `${name};CC;0012345678;${role};indefinido;${start};Sí;${salary};Bogotá D. C.;20/11/2026${rest ? `;${rest}` : ''}`

/** Returns a CSV as Excel in Spanish writes it: semicolons, CRLF, Windows-1252. */
const csvOf = (rows: readonly Row[], head = headers) =>
  Buffer.from(`${[head, ...rows.map(line)].join('\r\n')}\r\n`, 'latin1')

async function drop(page: Page, name: string, bytes: Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  await page.locator('input[type=file]').setInputFiles(path)
}

async function atNewBatch(name: string): Promise<{ page: Page; ana: Person; open: () => Promise<void> }> {
  const ana = await aUser({ name })
  const page = await openSession(browser, ana)
  const format = await formatOf(ana.pb, 'CL')
  const open = async () => {
    await page.goto(`/app/request/create-batch?format=${format}`)
    await page.getByText('Suelte aquí su hoja de cálculo').waitFor()
  }
  await open()
  return { page, ana, open }
}

const understood = (page: Page) => page.getByRole('region', { name: 'Datos leídos del archivo' })
const target = (page: Page, column: string) => page.getByLabel(`Dato de la columna ${column},`)
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const atBatch = (page: Page) => page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()

/** Returns the import drafts that the browser stores, as text. */
const keptHere = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('batches')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('decisions').objectStore('decisions').getAll()
          all.onsuccess = () => resolve(JSON.stringify(all.result))
        }
      }),
  )

test('proposes the sheet with data, keeps choices per sheet and asks about hidden rows', async () => {
  const { page } = await atNewBatch('Ana Hojas')
  await drop(page, 'nómina.xlsx', fixture('nomina.xlsx'))
  const sheet = understood(page).getByLabel('hoja')
  expect(await sheet.locator('option:checked').textContent()).toBe('Nómina (16 filas)')
  await page.getByText('Una hoja oculta no se lee: Listas.').waitFor()

  await page.getByText('La hoja tiene 2 filas ocultas o filtradas').waitFor()
  await page.getByLabel('Importarlas también').check()
  await target(page, 'K').selectOption({ label: 'Dirigido a' })
  await page.getByLabel('Convertirlos en fechas').check()
  await sheet.selectOption({ label: 'Portada (2 filas)' })
  await page.getByText('Faltan las columnas de 7 datos obligatorios').waitFor()
  await sheet.selectOption({ label: 'Nómina (16 filas)' })
  expect(await target(page, 'K').locator('option:checked').textContent()).toBe('Dirigido a')
  expect(await page.getByLabel('Importarlas también').isChecked()).toBe(true)
  expect(await page.getByLabel('Convertirlos en fechas').isChecked()).toBe(true)

  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 14', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Descartarla' }).click()
  await page.getByRole('tab', { name: 'Descartadas 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Volver a las columnas' }).click()
  await page.getByLabel('No importarlas').check()
  await expect.poll(() => keptHere(page)).not.toContain('"includeHidden":true')
  // The corrections remain, even if the page is closed at the columns step.
  await page.reload()
  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 12', exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Descartadas 1', exact: true }).waitFor()
})

test('imports a LibreOffice sheet with titles, dates and decimals, and previews each document', async () => {
  const { page } = await atNewBatch('Ana Libre')
  await drop(page, 'nómina.ods', fixture('nomina.ods'))
  await page.getByText('Los encabezados están en la fila 3.').waitFor()
  expect(await target(page, 'C').inputValue()).toBe('numero_documento')
  await goOn(page)
  await tab(page, 'Todas').click()
  const grid = page.getByRole('grid')
  await grid.getByRole('row', { name: /^5 Lucía «Lu» Güell/ }).click()
  await page.getByRole('button', { name: 'Ver el documento' }).click()
  const paper = page.getByRole('dialog', { name: 'Documento de la fila 5' })
  await paper.getByText('desde el 31 de diciembre de 2021').waitFor()
  await paper.getByText('$ 1.234.567,89').waitFor()
  await page.keyboard.press('Escape')
  await paper.waitFor({ state: 'detached' })
  await page.getByText('314 filas vacías ignoradas.').waitFor()
})

test('asks once about mixed date orders and applies the answer to the whole column', async () => {
  const { page } = await atNewBatch('Ana Fechas')
  const starts = ['04/13/2019', '14/03/2019', '05/03/2019']
  await drop(page, 'nómina.csv', csvOf(starts.map((start) => ({ start }))))
  const summary = understood(page)
  expect(await summary.getByLabel('separador').inputValue()).toBe(';')
  expect(await summary.getByLabel('letras').inputValue()).toBe('windows-1252')
  expect(await summary.getByLabel('decimal').inputValue()).toBe(',')
  await page.getByText('Responda la pregunta que falta.').waitFor()
  expect(await page.getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)

  await page.getByRole('radio', { name: /^Mes\/día\/año/ }).check()
  await goOn(page)
  const grid = page.getByRole('grid')
  await grid.getByRole('row', { name: /^3 con errores/ }).waitFor()
  await tab(page, 'Todas').click()
  await grid.getByRole('row', { name: /^4 / }).getByText('05/03/2019').click()
  await page.getByText('Se entiende: 3 de mayo de 2019.').waitFor()

  await page.getByRole('button', { name: 'Volver a las columnas' }).click()
  await target(page, 'H').selectOption('')
  await summary.getByLabel('fechas').selectOption('dmy')
  // Another encoding does not change the user's choices.
  await summary.getByLabel('letras').selectOption('macintosh')
  await page.getByRole('cell', { name: 'Íñigo Núñez' }).first().waitFor({ state: 'detached' })
  await summary.getByLabel('letras').selectOption('windows-1252')
  await page.getByRole('cell', { name: 'Íñigo Núñez' }).first().waitFor()
  expect(await target(page, 'H').inputValue()).toBe('')
  await goOn(page)
  await grid.getByRole('row', { name: /^2 con errores/ }).waitFor()
  await summary.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Volver a las columnas' }).click()
  await summary.getByLabel('separador').selectOption(',')
  await page.getByText('Faltan las columnas de 7 datos obligatorios').waitFor()
})

const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(480),
])

test('rejects unusable files with advice, and another file can be added at once', async () => {
  const { page } = await atNewBatch('Ana Rechazos')
  const refused: [string, Uint8Array, RegExp][] = [
    ['niveles.xls', fixture('niveles.xls'), /Excel 97-2003.*Guardar como › Libro de Excel/],
    ['clave.xlsx', encrypted, /tiene contraseña.*quítela/],
    ['vacío.csv', Buffer.alloc(0), /está vacío\. Revise/],
    ['nómina.xlsx', Buffer.from('%PDF-1.4 nada'), /Es un PDF\. Pida la hoja de cálculo original/],
    ['foto.xlsx', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /Es una imagen\. Pida la hoja/],
    ['grande.csv', Buffer.alloc(26 * 1024 * 1024, 'a;b\n'), /más de 25 MB\. Divídalo/],
    ['roto.xlsx', fixture('nomina.xlsx').subarray(0, 9_000), /dañado o incompleto\. Ábralo en Excel/],
  ]
  for (const [name, bytes, sentence] of refused) {
    await drop(page, name, bytes)
    const alert = page.getByRole('alert').filter({ hasText: `No se pudo usar «${name}»` })
    await alert.getByText(sentence).waitFor()
  }
  await drop(page, 'bien.csv', csvOf([{}]))
  await page.getByText('Qué dato trae cada columna').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('remembers manual column mappings, also with an additional column, until reset', async () => {
  const { page, open } = await atNewBatch('Ana Recuerda')
  const own = headers.replace('Nombre', 'Fulano').replace('Cargo', 'Labor que hace')
  await drop(page, 'enero.csv', csvOf([{}], own))
  await page.getByText('Faltan las columnas de 2 datos obligatorios').waitFor()
  await page.getByLabel('Nombre completo', { exact: true }).selectOption({ label: 'A · Fulano (Íñigo Núñez)' })
  await target(page, 'D').selectOption('cargo')
  await page.getByText(/^Faltan? la/).waitFor({ state: 'detached' })
  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 1', exact: true }).waitFor()

  await open()
  await page.getByRole('link', { name: /enero\.csv/ }).waitFor()
  await drop(page, 'febrero.csv', csvOf([{ name: 'Ana', rest: 'x' }], `${own};Nota`))
  await page.getByText('Se usaron las columnas de la última vez.').waitFor()
  expect(await target(page, 'A').inputValue()).toBe('nombre_completo')
  expect(await target(page, 'D').inputValue()).toBe('cargo')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('Faltan las columnas de 2 datos obligatorios').waitFor()
  expect(await target(page, 'A').inputValue()).toBe('')
})

test('by keyboard alone, equal cells are replaced, undone and redone, and an edit is cancelled', async () => {
  const { page } = await atNewBatch('Ana Teclas')
  const tabTo = async (name: RegExp) => {
    for (let presses = 1; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const here = await page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent)
      if (name.test(here ?? '')) return presses
    }
    throw new Error(`no Tab leads to ${name}`)
  }
  await drop(page, 'teclas.csv', csvOf([{ name: 'Uno', role: '' }, { name: 'Dos', role: '' }, { start: '31/02/2020' }]))
  await page.getByText('Qué dato trae cada columna').waitFor()
  await tabTo(/^Continuar/)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Con errores 3', exact: true }).waitFor()
  // Few tab stops precede the grid.
  expect(await tabTo(/^Filas: con errores/)).toBeLessThan(4)
  await page.keyboard.press('F2')
  await page.keyboard.type('Nadie')
  await page.keyboard.press('Escape')
  await page.getByText('Nadie').waitFor({ state: 'detached' })
  await tabTo(/Cargo/)
  await page.keyboard.press('Enter')
  await tabTo(/cambiar por|^$/)
  await page.keyboard.type('Tesorera')
  await tabTo(/^Aplicar a las 2 filas iguales/)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Con errores 1', exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('tab', { name: 'Con errores 3', exact: true }).waitFor()
  await page.keyboard.press('Control+y')
  await page.getByRole('tab', { name: 'Con errores 1', exact: true }).waitFor()
  expect(await tabTo(/Fecha de ingreso/)).toBeLessThan(3)
})

test('a lost connection is reported, and sending resumes at the missing rows, although later rows are stored', async () => {
  const { page, ana } = await atNewBatch('Ana Sin Red')
  const key = Date.now()
  await drop(page, 'red.csv', csvOf(Array.from({ length: 3_500 }, (_, index) => ({ name: `Íñigo ${key} ${index}` }))))
  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 3.500', exact: true }).waitFor()
  const sent: number[] = []
  let isCut = true
  const firstRow = (request: Request): number => request.postDataJSON().rows[0].row
  await page.route(/\/rows$/, async (route) => {
    if (isCut && (firstRow(route.request()) === 1_002 || sent.length === 3)) return route.abort()
    sent.push(firstRow(route.request()))
    await route.continue()
  })
  const later = page.waitForResponse((answer) => /\/rows$/.test(answer.url()) && firstRow(answer.request()) === 1_502)
  await goOn(page)
  await later
  await page.getByText('No hay conexión con el servidor. Se intenta de nuevo automáticamente').waitFor()
  const leaving = page.waitForEvent('dialog').then((dialog) => dialog.dismiss().then(() => dialog.message()))
  await page.getByRole('link', { name: 'Panel' }).click()
  expect(await leaving).toContain('Faltan filas por guardar.')
  page.once('dialog', (dialog) => void dialog.accept())
  page.once('domcontentloaded', () => {
    isCut = false
  })
  await page.reload()
  await atBatch(page)
  expect(sent).toEqual([2, 502, 1_502, 1_002, 1_502, 2_002, 2_502, 3_002])
  await page.getByText('3.500 filas guardadas y listas para enviar.').waitFor()

  await page.getByRole('button', { name: 'Cancelar el lote' }).click()
  await page.getByRole('dialog').getByText('Ninguna fila se envía. No se puede deshacer.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancelar el lote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar el lote' }).click()
  await page.getByText('Se canceló sin crear solicitudes.').waitFor()
  expect((await ana.pb.send('/api/app/requests', { method: 'GET' })).totalItems).toBe(0)
})

test('a batch is decided, its documents and results are downloaded, and its last row is corrected', async () => {
  const { page, ana } = await atNewBatch('Ana Termina')
  const rows: Row[] = [
    { name: `Íñigo Núñez ${Date.now()}`, rest: '@SUMA(1)' },
    { name: '=CMD|calc', rest: '+57 300' },
    { role: '', rest: 'falta' },
  ]
  await drop(page, 'marzo.csv', csvOf(rows, `${headers};Observación interna`))
  await goOn(page)
  await page.getByRole('tab', { name: 'Todas 3', exact: true }).waitFor()
  await goOn(page)
  await page.getByRole('button', { name: 'Enviar 2 filas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar 2 filas' }).click()
  await page.getByText('2 solicitudes creadas. Queda 1 fila con errores').waitFor()

  const desk = await openPageAs(browser, await anAdmin(), page.url())
  await desk.getByRole('link', { name: 'Enviadas: 2' }).click()
  await desk.getByRole('link', { name: /^SOL-/ }).nth(1).waitFor()
  await desk.goBack()
  await desk.getByRole('button', { name: 'Aprobar todas' }).click()
  await desk.getByRole('dialog', { name: '¿Aprobar 2 solicitudes?' }).getByRole('button', { name: 'Aprobar' }).click()
  await desk.getByText('2 solicitudes aprobadas.').waitFor()

  await page.getByRole('button', { name: 'Descargar 2 documentos' }).click({ timeout: 40_000 })
  const choices = page.getByRole('dialog', { name: 'Descargar documentos' })
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    choices.getByRole('button', { name: 'Un ZIP con 2 archivos' }).click(),
  ])
  await choices.getByRole('checkbox', { name: 'Para imprimir por ambas caras' }).check()
  const [print] = await Promise.all([
    page.waitForEvent('download'),
    choices.getByRole('button', { name: 'Un solo PDF para imprimir' }).click(),
  ])
  expect(print.suggestedFilename()).toMatch(/^LOT-2026-\d{6} CL-2026-\d{6} a CL-2026-\d{6}\.pdf$/)
  expect(execFileSync('pdfinfo', [await print.path()], { encoding: 'utf8' })).toMatch(/Pages:\s+3\n/)
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await choices.waitFor({ state: 'hidden' })
  expect(zip.suggestedFilename()).toMatch(/^LOT-2026-\d{6}\.zip$/)
  const names = execFileSync('unzip', ['-Z1', await zip.path()], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(names).toHaveLength(2)
  const pdf = execFileSync('unzip', ['-p', await zip.path(), names[1] ?? ''])
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  expect(text).toContain('PRELIMINAR')
  expect(text).toContain('=CMD|calc')

  const exported = async (from: Page, then = async () => {}) => {
    const download = from.waitForEvent('download')
    await from.getByRole('button', { name: 'Exportar el resultado' }).click()
    await from.getByRole('menuitem', { name: 'CSV para Excel' }).click()
    await then()
    return readFileSync(await (await download).path(), 'utf8')
      .split('\r\n')
      .filter(Boolean)
  }
  const own = await exported(page)
  expect(own[0]).toBe(`\ufeff${headers};Observación interna;Número;Estado`)
  expect(own[1]).toMatch(/;'@SUMA\(1\);SOL-2026-\d{6};Aprobada$/)
  expect(own[2]).toMatch(/^'=CMD\|calc;.*;'\+57 300;SOL-2026-\d{6};Aprobada$/)
  expect(own[3]).toMatch(/;falta;;Con errores$/)
  const byFormat = await exported(desk, async () => {
    const ask = desk.getByRole('dialog', { name: '¿Con qué columnas?' })
    const choose = (name: string, text: string) =>
      ask.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('abril.csv', 'Nombre\r\nOtra persona')
    await ask.getByText('Ese no es el archivo de este lote.').waitFor()
    await choose('marzo.xlsx', '')
    await ask.getByText('El archivo está vacío').waitFor()
    await ask.getByRole('button', { name: 'Usar las columnas del formato' }).click()
  })
  expect(byFormat.slice(1).map((each) => each.split(';')[0])).toEqual(['2', '3', '4'])
  expect(byFormat[2]).toMatch(/^3;'=CMD\|calc;.*;Aprobada$/)

  // Corrects and sends with the keyboard only, while the connection is interrupted.
  let refusing = true
  await page.route(/\/rows$/, (route) => (refusing ? route.abort() : route.continue()))
  await page.getByRole('grid').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Tesorera')
  await page.keyboard.press('Enter')
  const again = page.getByRole('button', { name: 'Guardar de nuevo' })
  await again.waitFor()
  refusing = false
  await again.click()
  await page.getByRole('button', { name: 'Enviar 1 fila' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar 1 fila' }).click()
  await page.getByText(/^3 solicitudes creadas/).waitFor()
  const last = await ana.pb.collection('requests').getFirstListItem('row = 4')
  expect(last.values.cargo).toBe('Tesorera')
})

/** Downloads the error workbook of a page. */
async function errorBook(page: Page, rows: string): Promise<Uint8Array> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Descargar ${rows}` }).click()
  return readFileSync(await (await download).path())
}

test('an error workbook is accepted only for its own file, and changes are reviewed before saving', async () => {
  const { page, ana, open } = await atNewBatch('Ana Libros')
  const key = Date.now()
  await drop(page, 'marzo.csv', csvOf([{ name: `Marzo ${key}` }, { name: `Rosa ${key}`, role: '' }]))
  await goOn(page)
  const march = await errorBook(page, '1 fila')

  await open()
  const april = [
    { name: `Abril ${key}` },
    { name: `Iván ${key}`, role: '' },
    { name: `Luz ${key}`, start: '31/02/2020' },
    { name: `Paz ${key}`, role: 'Auxiliar', salary: 'mucho' },
  ]
  await drop(page, 'abril.csv', csvOf(april))
  await goOn(page)
  const asBoss = (header: string, text: string) => (header === 'Cargo' && text !== 'Auxiliar' ? 'Jefa' : text)
  await drop(page, 'errores.xlsx', (await correctWorkbook(march, asBoss)).bytes)
  const alert = page.getByRole('alert')
  await alert.getByText('Este libro es de «marzo.csv», no de «abril.csv». No se cambió nada.').waitFor()
  await page.getByRole('tab', { name: 'Con errores 3', exact: true }).waitFor()

  // The workbook is exported before the batch exists and uploaded on the batch's page. Meanwhile, one cell is corrected
  // there.
  const book = await errorBook(page, '3 filas')
  await goOn(page)
  await atBatch(page)
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Tesorera')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Con errores 2', exact: true }).waitFor()
  const readCorrectedRows = async () => {
    const rows = await ana.pb
      .collection('batch_rows')
      .getFullList({ batch: 30, sort: 'row', filter: 'row = 3 || row = 4' })
    return rows.map(({ values, status }) => [values.cargo, status])
  }
  await expect.poll(readCorrectedRows).toEqual([
    ['Tesorera', 'valid'],
    ['Analista', 'error'],
  ])
  const { bytes } = await correctWorkbook(book, (header, text) =>
    text === '31/02/2020' ? '28/02/2020' : asBoss(header, text),
  )
  await drop(page, 'errores.xlsx', bytes)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: '¿Tomar del libro los cambios de 1 fila?' }).waitFor()
  await dialog.getByText('Se guardan en el lote en cuanto los acepte.').waitFor()
  await dialog.getByText('1 fila por decidir').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await readCorrectedRows()).toEqual([
    ['Tesorera', 'valid'],
    ['Analista', 'error'],
  ])

  await drop(page, 'errores.xlsx', bytes)
  await dialog.getByRole('checkbox', { name: 'Fila 3' }).check()
  await dialog.getByRole('button', { name: 'Tomar 2 filas' }).waitFor()
  await dialog.getByRole('button', { name: 'No marcar ninguna' }).click()
  await dialog.getByRole('button', { name: 'Tomar 1 fila' }).click()
  await page.getByText('1 fila tomada del libro corregido.').waitFor()
  await expect.poll(readCorrectedRows).toEqual([
    ['Tesorera', 'valid'],
    ['Jefa', 'valid'],
  ])

  // The page reports which rows have become requests, although it no longer shows them.
  await page.getByRole('button', { name: 'Enviar 3 filas' }).click()
  await dialog.getByRole('button', { name: 'Enviar 3 filas' }).click()
  await page.getByText('3 solicitudes creadas. Queda 1 fila con errores').waitFor()
  await drop(page, 'errores.xlsx', bytes)
  await page.getByText('El libro no cambia ninguna fila.').waitFor()
  await page.getByText('2 filas ya son solicitudes y no cambian (3, 4).').waitFor()

  // The row is corrected in another window, which this page does not know.
  const [last] = await ana.pb.collection('batch_rows').getFullList({ batch: 30, filter: 'row = 5' })
  const values = { ...last?.values, salario_mensual: '2000000.00' }
  const path = `/api/app/batches/${last?.batch}/rows`
  await ana.pb.send(path, { method: 'POST', body: { rows: [{ row: 5, values }] } })
  const late = await correctWorkbook(book, (_, text) => (text === 'mucho' ? '3.000.000' : text))
  await drop(page, 'errores.xlsx', late.bytes)
  await page.getByText('1 fila ya está bien y se queda como está (5).').waitFor()
})
