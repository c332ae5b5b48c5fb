import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch, cartaLaboral, confirmAndWait, formatOf, sendRows } from '../support/batch.ts'
import { asPerson, browser, openBrowser, openPage } from '../support/browser.ts'
import { describeLosses } from '../support/losses.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aDraft, aRequest } from '../support/requests.ts'
import { openScreen } from '../support/screens.ts'

/** Browser with a default font of 32 px instead of 16 px, as its user may choose. */
const largeText = ['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26']
let withLargeText: Browser
let zoomed: Page
let large: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  withLargeText = await openBrowser(largeText)
  const admin = await anAdmin({ name: 'Amparo del Pilar Núñez Echeverri' })
  const ana = await aUser({ name: 'María Fernanda Hincapié Castaño' })
  for (const status of ['submitted', 'returned', 'approved'] as const) {
    ids[status] = (await aRequest(ana, admin, status)).id
    await aRequest(admin, admin, status)
  }
  await aDraft(admin)
  const batch = await aBatch(admin.pb, { fileName: 'nómina de la sede principal, noviembre de 2026.xlsx' })
  await sendRows(admin.pb, batch, [
    cartaLaboral(),
    cartaLaboral({ numero_documento: '52000111' }),
    cartaLaboral({ cargo: '' }),
  ])
  await confirmAndWait(admin.pb, batch)
  const columns = [
    { key: 'cedula', label: 'Número de cédula', type: 'text' },
    { key: 'nombre', label: 'Nombre completo del empleado', type: 'text' },
    { key: 'cargo', label: 'Cargo', type: 'text' },
  ]
  const list = await admin.pb.collection('lists').create({
    name: 'Empleados de la sede principal',
    columns,
    keyColumn: 'cedula',
    access: 'everybody',
    groups: [],
  })
  await admin.pb.collection('groups').create({ name: 'Jefes de área', members: [ana.id, admin.id] })
  Object.assign(ids, { batch: batch.id, user: ana.id, list: list.id, format: await formatOf(admin.pb, 'CL') })
  zoomed = await openPage(browser, {
    viewport: { width: 640, height: 512 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  large = await openPage(withLargeText, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  for (const page of [zoomed, large]) await asPerson(page, admin)
})
afterAll(() => withLargeText.close())

/** Screens of the product. `:word` is an id of the fixtures; the words after the path are buttons to press. */
const screens: [path: string, ...press: string[]][] = [
  ['/app/dashboard'],
  ['/app/dashboard', 'Más'],
  ['/app/dashboard', 'Ayuda'],
  ['/app/notices'],
  ['/app/profile'],
  ['/app/request/'],
  ['/app/request/', 'Filtros'],
  ['/app/request/:submitted'],
  ['/app/request/:submitted', 'Devolver'],
  ['/app/request/:submitted', 'Aprobar'],
  ['/app/request/:approved'],
  ['/app/request/queue'],
  ['/app/request/create'],
  ['/app/request/create?format=:format'],
  ['/app/request/create?format=:format', 'Enviar solicitud'],
  ['/app/request/create-batch'],
  ['/app/request/create-batch?format=:format'],
  ['/app/request/batch'],
  ['/app/request/batch/:batch'],
  ['/app/report'],
  ['/app/format'],
  ['/app/format/:format'],
  ['/app/format/:format', 'Datos'],
  ['/app/format/:format', 'Campos'],
  ['/app/format/:format', 'Campos', 'Editar Nombre completo'],
  ['/app/format/:format', 'Aprobación'],
  ['/app/format/:format', 'Firmas'],
  ['/app/format/:format', 'Papel'],
  ['/app/user-managment/'],
  ['/app/user-managment/', 'Invitar'],
  ['/app/user-managment/:user/request'],
  ['/app/settings'],
  ['/app/settings/groups'],
  ['/app/settings/lists'],
  ['/app/settings/lists/:list'],
  ['/app/settings/lists/:list/import'],
  ['/app/settings/seal'],
  ['/app/settings/keys'],
  ['/app/settings/webhooks'],
  ['/app/settings/backups'],
  ['/app/audit'],
  ['/ayuda'],
  ['/ayuda/lotes'],
  ['/verificar'],
  ['/solicitar'],
  ['/verificar/7K3M-9QXW-2TBD'],
]

function open(page: Page, [path, ...press]: (typeof screens)[number]) {
  const address = path.replace(/:(\w+)/, (_, word: string) => ids[word] ?? word)
  return openScreen(page, address, press)
}

test.each(screens.map((screen) => [screen.join(' · '), screen] as const))(
  '%s loses nothing at 200 % zoom, at 320 px and with large text',
  async (_, screen) => {
    const describeZoomed = async () => {
      await zoomed.setViewportSize({ width: 640, height: 512 })
      await open(zoomed, screen)
      const losses = await describeLosses('zoom', zoomed)
      await zoomed.setViewportSize({ width: 320, height: 640 })
      return losses + (await describeLosses('320 px', zoomed))
    }
    const describeLarge = async () => {
      await open(large, screen)
      return describeLosses('large text', large)
    }
    const losses = (await Promise.all([describeZoomed(), describeLarge()])).join('')
    expect(losses, losses).toBe('')
  },
)

test('the steps of a batch lose no content', async () => {
  const header =
    'Nombre completo;Tipo de documento;Número de documento;Cargo;Tipo de contrato;Fecha de ingreso;Incluir salario;Ciudad de expedición'
  const row = (name: string, date: string) =>
    `${name};CC;1020304050;Analista de nómina;término indefinido;${date};No;Bogotá D. C.`
  const text = [header, row('María José Güell Peña', '03/02/2020'), row('Íñigo Ñandú', '31/02/2020')].join('\r\n')
  let losses = ''
  for (const page of [zoomed, large]) {
    const describeBoth = async (step: string) => {
      if (page === large) return describeLosses(`large text, ${step}`, page)
      await page.setViewportSize({ width: 640, height: 512 })
      const zoom = await describeLosses(`zoom, ${step}`, page)
      await page.setViewportSize({ width: 320, height: 640 })
      return zoom + (await describeLosses(`320 px, ${step}`, page))
    }
    await open(page, ['/app/request/create-batch?format=:format'])
    const file = { name: 'nómina.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Suelte aquí su hoja de cálculo').setInputFiles(file)
    await page.getByRole('button', { name: 'Continuar' }).waitFor()
    losses += await describeBoth('columns')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Íñigo Ñandú').first().waitFor()
    losses += await describeBoth('rows')
  }
  expect(losses, losses).toBe('')
})

test.each(['/auth/login', '/auth/register/', '/auth/recover'])(
  '%s loses nothing either, before the sign-in',
  async (path) => {
    const page = await openPage(browser, { viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 })
    await open(page, [path])
    let losses = await describeLosses('zoom', page)
    await page.setViewportSize({ width: 320, height: 640 })
    losses += await describeLosses('320 px', page)
    const reader = await openPage(withLargeText, { viewport: { width: 1280, height: 800 } })
    await open(reader, [path])
    losses += await describeLosses('large text', reader)
    expect(losses, losses).toBe('')
  },
)
