import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { aFormat, nextCode } from '../support/requests.ts'
import { testServer } from '../support/test-server.ts'

const admin = await anAdmin()

const formats = () => admin.pb.collection<Format>('formats')

async function openImport(): Promise<Page> {
  const page = await openPageAs(browser, admin, '/app/format/')
  await page.getByRole('button', { name: 'Importar formato' }).press('Enter')
  await page.getByRole('dialog', { name: 'Importar formato' }).waitFor()
  return page
}

const choose = (page: Page, content: string | object) =>
  page.setInputFiles('input[type=file]', {
    name: 'formato.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  })

async function expectNoBarriers(page: Page) {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
}

test('exports the edited format and imports it as a draft with another code', async () => {
  const format = await aFormat(admin, {
    description: 'De prueba.',
    paper: { textSize: 10 },
    dueDays: 3,
    route: [{ key: 'uno', name: 'Uno', people: [admin.id] }],
  })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByLabel('Descripción').fill('Sin guardar.')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Exportar' }).press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`formato-${format.code}.json`)
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    formatFile: 1,
    references: { people: [{ id: admin.id, name: admin.name }] },
  })

  const importing = await openImport()
  await choose(importing, text)
  const dialog = importing.getByRole('dialog', { name: 'Nuevo formato' })
  await dialog.getByText('Todo el formato se puede importar.').waitFor()
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Constancia de prueba')
  await dialog.getByRole('button', { name: 'Crear el borrador' }).press('Enter')
  await dialog.getByText('Ya hay otro formato con este código, o está reservado.').first().waitFor()
  const code = nextCode()
  await dialog.getByLabel('Código').fill(code)
  await dialog.getByRole('button', { name: 'Crear el borrador' }).press('Enter')
  await importing.getByRole('heading', { level: 1, name: 'Constancia de prueba' }).waitFor()
  const made = await formats().getFirstListItem(`code = "${code}"`)
  const { fields, body, paper, route, dueDays, name, category } = format
  expect(made).toMatchObject({ fields, body, paper, route, dueDays, name, category })
  expect(made).toMatchObject({ description: 'Sin guardar.', status: 'draft', version: 0 })
})

test('lists what this installation does not have', async () => {
  const page = await openImport()
  const code = nextCode()
  const format = {
    code,
    name: 'De otra parte',
    description: '',
    category: 'Pruebas',
    requiresReview: true,
    color: 'rojo',
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', from: 'profile.no_existe' }],
    body: '{{nombre}}',
    signatures: [{ by: 'signatory', signatory: 'firmante0000001' }],
    route: [{ key: 'uno', name: 'Uno', group: 'grupo0000000001' }],
  }
  const references = { signatories: [{ id: 'firmante0000001', name: 'Ana Otra' }], groups: [], people: [], lists: [] }
  await choose(page, { formatFile: 1, format, references })
  const dialog = page.getByRole('dialog', { name: 'Nuevo formato' })
  await dialog.getByText('4 partes no se pueden importar').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Firma 1: el firmante «Ana Otra» no existe aquí.',
    'Paso 1: el grupo «grupo0000000001» no existe aquí.',
    'Campo «Nombre»: el dato inicial «profile.no_existe» no existe aquí.',
    'El dato «color» no se conoce.',
  ])
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Crear el borrador' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'De otra parte' }).waitFor()
  const made = await formats().getFirstListItem(`code = "${code}"`)
  expect(made).toMatchObject({ signatures: [{ by: 'organisation' }], route: [{ key: 'uno', name: 'Uno' }] })
  expect(JSON.stringify(made)).not.toMatch(/grupo0000000001|no_existe|rojo/)
})

test('publishes the schema of format files', async () => {
  const response = await fetch(`${testServer().url}/formato.schema.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toMatchObject({ properties: { formatFile: { const: 1 } } })
})
