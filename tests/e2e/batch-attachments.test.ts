import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Attachment } from '../../src/domain/attachments/attachment.ts'
import { aFormatWithFiles, aPdf, aPicture, fetchAttachment } from '../support/attachments.ts'
import { barriers, browser, openSession, withUploadsHeld } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { requests } from '../support/requests.ts'
import { zip } from '../support/sheets.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const format = await aFormatWithFiles(await anAdmin(), { max: 2 })
const folder = temporaryFolder()

/** Uploads a sheet with a row per entry: a generated name, and the entry as the cell of the file field. */
async function rowsOf(page: Page, rows: readonly string[]) {
  const sheet = ['Nombre;Soportes', ...rows.map((cell, index) => `Persona ${index + 2};${cell}`)].join('\r\n')
  await page.goto(`/app/request/create-batch?format=${format.id}`)
  await page
    .getByLabel('Suelte aquí su hoja de cálculo')
    .setInputFiles({ name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await goOn(page)
  await panel(page).waitFor()
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const panel = (page: Page) => page.getByRole('region', { name: 'Archivos de las filas' })
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true })
const lines = (page: Page, name: string) => panel(page).getByRole('list', { name }).getByRole('listitem')
const filesOf = async (ana: Person) => {
  const all = await requests(ana).getFullList<{ values: { nombre: string; soportes: Attachment[] } }>({ batch: 30 })
  return Object.fromEntries(all.map(({ values }) => [values.nombre, values.soportes]))
}

test('a folder of thirty files is sent with its rows, and a missing file is added later', async () => {
  const ana = await aUser()
  const page = await openSession(browser, ana)
  const place = join(folder, 'Soportes', 'Cédulas')
  mkdirSync(place, { recursive: true })
  const nameOf = (row: number) => (row % 3 ? `Cédula ${row}.pdf` : `Cédula ${row}.png`)
  for (let row = 2; row <= 31; row++) {
    const bytes = row === 7 ? '<html>no</html>' : row % 3 ? aPdf(20_000 + row) : aPicture()
    if (row !== 6) writeFileSync(join(place, nameOf(row).normalize('NFD').toUpperCase()), bytes)
  }
  writeFileSync(join(place, 'sobra.pdf'), aPdf())
  writeFileSync(join(place, 'Thumbs.db'), 'x')

  await rowsOf(
    page,
    Array.from({ length: 30 }, (_, at) => (at % 2 ? nameOf(at + 2) : `C:\\Soportes\\Cédulas\\${nameOf(at + 2)}`)),
  )
  await panel(page).getByText('0 de 30 filas tienen sus archivos.').waitFor()
  await panel(page).getByLabel('una carpeta', { exact: false }).setInputFiles(join(folder, 'Soportes'))
  await panel(page).getByText('28 de 30 filas tienen sus archivos.').waitFor()
  expect(await lines(page, 'Faltan').allInnerTexts()).toEqual([
    expect.stringContaining('Fila 6 · Soportes: C:\\Soportes'),
  ])
  await tab(page, 'No se aceptan 1').click()
  await expect
    .poll(() => lines(page, 'No se aceptan').allInnerTexts())
    .toEqual([expect.stringMatching(/Fila 7.*está dañado o no se admite/s)])
  await tab(page, 'Sobran 1').click()
  await expect.poll(() => lines(page, 'Sobran').allInnerTexts()).toEqual(['Soportes/Cédulas/sobra.pdf (400 bytes)'])
  expect(await barriers(page)).toEqual([])
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Descargar la lista' }).click(),
  ])
  expect(list.suggestedFilename()).toBe('personas - archivos que sobran.xlsx')

  await goOn(page)
  await page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()
  await panel(page).getByText('0 de 2 filas tienen sus archivos.').waitFor()
  const go = await withUploadsHeld(page)
  await panel(page)
    .getByLabel('Suelte aquí', { exact: false })
    .first()
    .setInputFiles([
      { name: nameOf(6), mimeType: 'image/png', buffer: aPicture() },
      { name: nameOf(7), mimeType: 'application/pdf', buffer: aPdf(600) },
    ])
  // Leaving the page during the upload asks for confirmation.
  const question = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.dismiss()
    })
  })
  await page.getByText('Guardando…').waitFor()
  await page.getByRole('link', { name: 'Panel' }).first().click()
  expect(await question).toBe('Todavía se guardan correcciones o archivos. Si sale ahora, se pierden. ¿Salir?')
  go()
  await page.getByText('Todo guardado').waitFor()
  await panel(page).getByText('Las 2 filas tienen sus archivos.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar 30 filas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar 30 filas' }).click()
  await expect.poll(async () => Object.keys(await filesOf(ana)).length).toBe(30)

  const files = await filesOf(ana)
  expect(files['Persona 7']).toEqual([{ id: expect.any(String), name: 'Cédula 7.pdf', size: 600 }])
  expect(files['Persona 9']?.[0]?.name).toBe('CÉDULA 9.png')
  const stored = await fetchAttachment(ana, files['Persona 8']?.[0]?.id ?? '')
  expect(Buffer.from(await stored.arrayBuffer()).equals(aPdf(20_008))).toBe(true)
})

test('a closed page resumes its uploads when the ZIP is added again, without duplicates', async () => {
  const ana = await aUser()
  const page = await openSession(browser, ana)
  const nameOf = (row: number) => `${row}.pdf`
  const archive = join(folder, 'todo.zip')
  const bytes = Uint8Array.from(aPdf(3_000))
  writeFileSync(archive, zip(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [nameOf(at + 2), bytes]))))
  await rowsOf(
    page,
    Array.from({ length: 60 }, (_, at) => nameOf(at + 2)),
  )
  await panel(page).getByLabel('Suelte aquí', { exact: false }).first().setInputFiles(archive)
  await panel(page).getByText('Las 60 filas tienen sus archivos.').waitFor()

  const sent: string[] = []
  let breaks = true
  await page.context().route('**/api/app/attachments', async (route) => {
    if (breaks && sent.length >= 55) return route.abort()
    sent.push((route.request().postDataJSON() as { id: string }).id)
    return route.continue()
  })
  await goOn(page)
  await page.getByText('No hay conexión con el servidor.', { exact: false }).waitFor()
  await page.getByText(/^55 de 60 archivos/).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('heading', { name: 'Vuelva a soltar la carpeta' }).waitFor()
  // The first fifty rows are stored with their files.
  await page.getByText('Faltan 10 archivos').waitFor()
  expect(await barriers(page)).toEqual([])
  breaks = false
  await page.getByLabel('Suelte aquí', { exact: false }).first().setInputFiles(archive)
  await page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()
  await page.getByRole('button', { name: 'Enviar 60 filas' }).waitFor()
  expect(new Set(sent).size).toBe(60)
  expect(sent).toHaveLength(60)
})

test('asks about files of the same name; rows sent without files list them as missing', async () => {
  const ana = await aUser()
  const page = await openSession(browser, ana)
  for (const who of ['ana', 'luz']) {
    mkdirSync(join(folder, 'dos', who), { recursive: true })
    writeFileSync(join(folder, 'dos', who, 'cédula.pdf'), aPdf(who === 'ana' ? 500 : 700))
  }
  await rowsOf(page, ['cédula.pdf', 'ana/cédula.pdf'])
  await panel(page).getByLabel('una carpeta', { exact: false }).setInputFiles(join(folder, 'dos'))
  await panel(page).getByText('1 de 2 filas tienen sus archivos.').waitFor()
  expect(await barriers(page)).toEqual([])
  await panel(page).getByLabel('cédula.pdf (1 fila)').selectOption('dos/luz/cédula.pdf')
  await panel(page).getByText('Las 2 filas tienen sus archivos.').waitFor()

  // The choice remains after a reload, but the browser does not store the files.
  await page.reload()
  await panel(page).getByText('Faltan 2 archivos: vuelva a soltar la carpeta').waitFor()
  await panel(page).getByText('Las 2 filas tienen sus archivos.').waitFor()
  await goOn(page)
  await page.getByRole('button', { name: 'Seguir sin ellos', exact: false }).click()
  await page.getByRole('heading', { level: 1, name: /^LOT-/ }).waitFor()
  await panel(page).getByText('0 de 2 filas tienen sus archivos.').waitFor()
  expect(await lines(page, 'Faltan').allInnerTexts()).toEqual([
    expect.stringContaining('Fila 2 · Soportes: cédula.pdf'),
    expect.stringContaining('Fila 3 · Soportes: ana/cédula.pdf'),
  ])
})
