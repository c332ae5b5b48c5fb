import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { abstract, docx, item, num, p, wordStyles } from '../fixtures/word-parts.mjs'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat, read } from '../support/requests.ts'

const admin = await anAdmin()

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/word', name)

async function openImport(path = '/app/format/word', device = {}): Promise<Page> {
  const page = await openPageAs(browser, admin, path, device)
  await page.getByRole('button', { name: 'Suelte aquí el documento de Word' }).waitFor()
  return page
}

const choose = (page: Page, file: Parameters<Page['setInputFiles']>[1]) => page.setInputFiles('input[type=file]', file)

/** Presses Tab until a button has focus. */
const tabTo = (page: Page, name: string) => tabToControl(page, page.getByRole('button', { name, exact: true }).first())

async function tabToControl(page: Page, target: Locator) {
  await target.waitFor()
  for (let turn = 0; turn < 200; turn++) {
    if (await target.evaluate((control) => control === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}.`)
}

/** Moves to a control with Tab and presses Enter. */
async function pressByKeyboard(page: Page, target: Locator) {
  await tabToControl(page, target)
  await page.keyboard.press('Enter')
}

async function typeByKeyboard(page: Page, label: string, text: string) {
  await tabToControl(page, page.getByRole('textbox', { name: label }).first())
  await page.keyboard.type(text)
}

test('proposals are renamed, accepted and joined by keyboard', async () => {
  const page = await openPageAs(browser, admin, '/app/format')
  const link = page.getByRole('link', { name: 'Desde Word' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Suelte aquí el documento de Word' }).waitFor()
  await choose(page, fixture('contrato.docx'))
  await page.getByRole('heading', { name: 'Campos propuestos' }).waitFor()
  await page.getByText('15 propuestas, 15 por revisar.').waitFor()

  await tabTo(page, 'Cambiar Nombre')
  await page.keyboard.press('Enter')
  await page.getByLabel('Nombre del campo').fill('Nombre del contratante')
  await tabTo(page, 'Aceptar Nombre del contratante')
  await page.keyboard.press('Enter')
  // After a decision, the next proposal has the focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Aceptar Número de cédula')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Unir con Número de cédula, párrafo 2')
  await page.keyboard.press('Enter')
  await page.getByText('15 propuestas, 12 por revisar.').waitFor()
  await page.getByRole('button', { name: 'Aceptar todas' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Todas las propuestas están revisadas.').waitFor()
})

/** Contract of three pages: text, a list and blanks. */
function makeContract(): Buffer {
  const pageBreak = '<w:r><w:br w:type="page"/></w:r>'
  return docx({
    styles: wordStyles,
    numbering: abstract(1, [['decimal', '%1.']]) + num(1, 1),
    body: [
      p('Contrato de tres páginas', '<w:pStyle w:val="Ttulo"/>'),
      p('Nombre: ____________'),
      p('Cargo: ____________'),
      p(pageBreak),
      p('Las partes acuerdan:'),
      item(1, 0, 'Entregar el informe.'),
      item(1, 0, 'Pagar el precio.'),
      p(pageBreak),
      p('Se firma en la ciudad de ____________.'),
    ].join(''),
  })
}

/** Checks accessibility in both themes, and that nothing scrolls sideways, on desktop and phone. */
async function expectCleanScreens(page: Page) {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await page.setViewportSize(size)
}

test('a contract of three pages becomes an approved document by keyboard alone, on accessible screens', async () => {
  const ana = await aUser({ name: 'Ana Ruiz' })
  const page = await openPageAs(browser, admin, '/app/format')
  await pressByKeyboard(page, page.getByRole('link', { name: 'Desde Word' }))
  const choosing = page.waitForEvent('filechooser')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Elegir archivo' }))
  await (await choosing).setFiles({
    name: 'contrato.docx',
    mimeType: 'application/octet-stream',
    buffer: makeContract(),
  })
  await page.getByText('3 propuestas, 3 por revisar.').waitFor()
  await expectCleanScreens(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Aceptar todas' }))
  await pressByKeyboard(page, page.getByRole('button', { name: 'Crear el formato' }))
  await typeByKeyboard(page, 'Código', 'TRES')
  await typeByKeyboard(page, 'Categoría', 'Jurídica')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Contrato de tres páginas' }).waitFor()
  await page.getByRole('textbox', { name: 'Redacción' }).waitFor()
  await expectCleanScreens(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Publicar' }))
  await pressByKeyboard(page, page.getByRole('button', { name: 'Publicar la versión 1' }))
  await page.getByText('Formato publicado.').waitFor()

  const own = await openPageAs(browser, ana, '/app/request/create')
  await pressByKeyboard(own, own.getByRole('link', { name: /^TRES / }))
  await typeByKeyboard(own, 'Nombre', 'Íñigo Ñandú')
  await typeByKeyboard(own, 'Cargo', 'Analista')
  await typeByKeyboard(own, 'Ciudad', 'Tunja')
  await expectCleanScreens(own)
  await pressByKeyboard(own, own.getByRole('button', { name: 'Enviar solicitud' }))
  await own.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()

  await page.goto(new URL(own.url()).pathname)
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
  await expectCleanScreens(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Aprobar' }))
  await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: /Aprobar/ }))

  await own.getByRole('button', { name: 'Descargar PDF' }).waitFor()
  await expectCleanScreens(own)
  const pdf = own.waitForEvent('download')
  await pressByKeyboard(own, own.getByRole('button', { name: 'Descargar PDF' }))
  const printed = read(readFileSync(await (await pdf).path()).buffer as ArrayBuffer)
  for (const words of [
    'Nombre: Íñigo Ñandú',
    'Cargo: Analista',
    '2. Pagar el precio.',
    'la ciudad de Tunja.',
    'Página 3 de 3',
  ])
    expect(printed.replace(/ +/g, ' ')).toContain(words)
})

test('a blank of the original text opens its proposal', async () => {
  const page = await openImport()
  await choose(page, fixture('combinacion.docx'))
  await page.getByRole('button', { name: '«Salario»: propuesta «Salario»' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).toBe('proposal-3')
  await page.getByRole('img', { name: 'Imagen del encabezado' }).waitFor()
  await page.getByText('Comercial Andina S. A. S. · NIT 900.123.456-8').waitFor()
})

test('the data of the header become the letterhead', async () => {
  const settings = admin.pb.collection('settings')
  const { id, organisationName, organisationId, address, city } = await settings.getFirstListItem<Settings>('')
  await settings.update(id, { organisationId: '', address: '', city: '' })
  onTestFinished(async () => void (await settings.update(id, { organisationName, organisationId, address, city })))
  const page = await openImport()
  await choose(page, fixture('combinacion.docx'))
  const offer = page.getByRole('group', { name: 'Datos para el membrete' })
  await offer.getByLabel(/: NIT 900\.123\.456-8/).waitFor()
  // Data that replace others are not chosen at first.
  expect(await offer.getByLabel(/: Comercial Andina S\. A\. S\./).isChecked()).toBe(false)
  await offer.getByLabel(/: Bogotá/).press('Space')
  expect(await barriersInBothThemes(page)).toEqual([])
  await offer.getByRole('button', { name: 'Guardar en el membrete' }).press('Enter')
  await page.getByText('Ajustes guardados.').waitFor()
  expect(await settings.getOne<Settings>(id)).toMatchObject({
    organisationName,
    organisationId: 'NIT 900.123.456-8',
    address: 'Calle 1 # 2-3',
    city: '',
  })
})

test('tracked changes are rejected on request', async () => {
  const page = await openImport()
  await choose(page, fixture('cambios.docx'))
  await page.getByRole('heading', { name: 'Hay 9 cambios sin resolver' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Sin los cambios').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('El plazo es de diez días.').waitFor()
})

test('lost content is listed, and a damaged file is refused with a message', async () => {
  const page = await openImport()
  await choose(page, { name: 'roto.docx', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04 nada') })
  await page.getByText('El documento está dañado o incompleto.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await choose(page, fixture('notas.docx'))
  await page.getByText('No se encontraron espacios en blanco').waitFor()
  await page.getByText('Texto oculto').waitFor()
  await page.getByText('Según el manual.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('the text of a document replaces the body of a draft as an unsaved change', async () => {
  const { id } = await aFormat(admin, {
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', example: 'Ana' }],
    body: '{{nombre}}',
  })
  const page = await openImport(`/app/format/word?format=${id}`)
  await choose(page, fixture('google-docs.docx'))
  await page.getByRole('button', { name: 'Aceptar todas' }).click()
  await page.getByRole('button', { name: 'Llevar al formato' }).click()
  await page.getByRole('button', { name: 'Descartar los cambios' }).waitFor()
  const stored = await admin.pb.collection('formats').getOne<Format>(id)
  expect(stored.body).toBe('{{nombre}}')
})
