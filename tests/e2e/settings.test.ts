import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { barriers, barriersInBothThemes, openBrowser, openPage, openPageAs } from '../support/browser.ts'
import { startServer } from '../support/container.ts'
import { firstAdmin } from '../support/environment.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  browser = await openBrowser()
  admin = await anAdmin()
})
afterAll(() => browser.close())

const readSettings = () => admin.pb.collection('settings').getFirstListItem('')

async function at(path: string): Promise<Page> {
  const page = await openPageAs(browser, admin, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('the settings are six groups, and their search jumps to a field by the keyboard alone', async () => {
  const page = await at('/app/settings')
  const groups = page.getByRole('navigation', { name: 'Ajustes' }).getByRole('heading', { level: 2 })
  expect(await groups.allTextContents()).toEqual([
    'Organización',
    'Personas y grupos',
    'Documentos',
    'Datos',
    'Integraciones',
    'Sistema',
  ])
  await page.keyboard.press('/')
  await page.keyboard.type('MARGENES')
  await page.getByRole('link', { name: 'Márgenes' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/settings/paper#field-pageMargins')
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await expect.poll(focused).toBe('field-pageMargins')
  await page.getByRole('link', { name: 'Ajustes' }).last().click()
  await page.getByLabel('Buscar un ajuste').fill('zzz')
  await page.getByText('Ningún ajuste coincide con «zzz»').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Buscar un ajuste').fill('registro de usuarios')
  await page.getByRole('link', { name: 'Registro de usuarios' }).click()
  await page.waitForURL('**/app/settings/registration#field-registration')
  await expect.poll(focused).toBe('field-registration')
})

test('each result of the search leads to a field that exists', async () => {
  const page = await at('/app/settings')
  for (const [path, fields] of [
    ['organisation', ['organisationName', 'organisationId', 'address', 'city', 'phone', 'web', 'country', 'logo']],
    ['registration', ['registration', 'allowedDomains']],
    ['paper', ['pageSize', 'pageMargins', 'pageCountry', 'pageRagged']],
  ] as const) {
    await page.goto(`/app/settings/${path}`)
    for (const field of fields) await expect.poll(() => page.locator(`#field-${field}`).count()).toBe(1)
  }
  await page.goto('/app/settings/nada')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('a setting is saved, reports it, and can be undone', async () => {
  const { city } = await readSettings()
  const page = await at('/app/settings/organisation')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  const input = page.getByLabel('Ciudad')
  // The text is saved while the user goes on typing, but the input is not replaced.
  await input.fill('Santiago ')
  await status(page, 'Guardado: Ciudad.').waitFor()
  await input.pressSequentially('de   Cali')
  expect(await input.inputValue()).toBe('Santiago de   Cali')
  await input.press('Tab')
  await expect.poll(() => input.inputValue()).toBe('Santiago de Cali')
  expect(await readSettings()).toMatchObject({ city: 'Santiago de Cali' })
  expect(sent).toEqual([{ city: 'Santiago' }, { city: 'Santiago de Cali' }])
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Deshacer el cambio de Ciudad' }).press('Enter')
  await status(page, 'Se deshizo el cambio: Ciudad.').waitFor()
  expect(await readSettings()).toMatchObject({ city: 'Santiago' })
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
  await input.fill(city)
  await input.press('Tab')
  await status(page, 'Guardado: Ciudad.').waitFor()
})

test('an error is shown at its field, the typed text stays, and other settings are saved', async () => {
  const { organisationName, phone } = await readSettings()
  const page = await at('/app/settings/organisation')
  const name = page.getByLabel('Nombre de la organización')
  await name.fill('')
  await name.press('Tab')
  await page.getByText('Este dato es obligatorio.', { exact: true }).waitFor()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Ciudad').fill('Wrocław 東')
  await page.getByLabel('Ciudad').press('Tab')
  await page.locator('#field-city-note').waitFor()
  await page.getByLabel('Teléfono').fill('601 555 0000')
  await page.getByLabel('Teléfono').press('Tab')
  await status(page, 'Guardado: Teléfono.').waitFor()
  expect(await readSettings()).toMatchObject({ organisationName, phone: '601 555 0000' })
  expect(await barriers(page)).toEqual([])

  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Panel' }).click()
  await expect.poll(() => questions).toEqual(['Hay un ajuste sin guardar. ¿Salir y perderlo?'])
  expect(await page.getByLabel('Ciudad').inputValue()).toBe('Wrocław 東')
  await name.fill('Ñandú y Cía. S. A. S.')
  await page.getByLabel('Ciudad').fill('Cali')
  await page.getByRole('link', { name: 'Panel' }).click()
  await page.waitForURL('**/app/dashboard')
  expect(await readSettings()).toMatchObject({ organisationName: 'Ñandú y Cía. S. A. S.', city: 'Cali' })
  const { id } = await readSettings()
  await admin.pb.collection('settings').update(id, { organisationName, phone, city: '' })
})

test('two windows that edit different settings do not overwrite each other', async () => {
  const { id, phone, web, address } = await readSettings()
  const [one, other] = await Promise.all([at('/app/settings/organisation'), at('/app/settings/organisation')])
  // Realtime is blocked, so that each window misses the other one's change.
  for (const page of [one, other]) await page.route('**/api/realtime', (route) => route.abort())
  await Promise.all([one, other].map((page) => page.reload()))
  await one.getByLabel('Teléfono').fill('311')
  await other.getByLabel('Página web').fill('ejemplo.test')
  await other.getByLabel('Página web').press('Tab')
  await status(other, 'Guardado: Página web.').waitFor()
  await one.getByLabel('Teléfono').press('Tab')
  await status(one, 'Guardado: Teléfono.').waitFor()
  await other.getByLabel('Dirección').fill('Calle 1')
  await other.getByLabel('Dirección').press('Tab')
  await status(other, 'Guardado: Dirección.').waitFor()
  expect(await readSettings()).toMatchObject({ phone: '311', web: 'ejemplo.test', address: 'Calle 1' })
  await admin.pb.collection('settings').update(id, { phone, web, address })
})

test('without a connection the value remains, and is saved once the server answers again', async () => {
  const { id, address } = await readSettings()
  const page = await at('/app/settings/organisation')
  const cut = (url: URL) => url.pathname.includes('/collections/settings/records/')
  await page.route(cut, (route) => route.abort())
  await page.getByLabel('Dirección').fill('Carrera 7')
  await page.getByLabel('Dirección').press('Tab')
  await page.getByText('No hay conexión con el servidor.', { exact: false }).first().waitFor()
  await page.unroute(cut)
  await status(page, 'Guardado: Dirección.').waitFor()
  expect(await readSettings()).toMatchObject({ address: 'Carrera 7' })
  await admin.pb.collection('settings').update(id, { address })
})

test('the page setup of documents is saved for the organisation', async () => {
  const { id, pageSize, pageMargins, pageRagged, pageCountry } = await readSettings()
  const page = await at('/app/settings/paper')
  try {
    await page.getByLabel('Tamaño del papel').selectOption('A4 (21 × 29,7 cm)')
    await page.getByLabel('Márgenes').selectOption('Amplios (3,5 cm)')
    await page.getByRole('checkbox', { name: /^Párrafos alineados solo a la izquierda/ }).press('Space')
    await page.getByLabel('Números y fechas como en').selectOption('México')
    await page.getByText('Así se escriben: 1,234,567.50 · 03/04/2025').waitFor()
    const chosen = { pageSize: 'a4', pageMargins: 'wide', pageRagged: true, pageCountry: 'MX' }
    await expect.poll(readSettings).toMatchObject(chosen)
    const format = await aFormat(admin, {})
    await page.goto(`/app/format/${format.id}`)
    await page.locator('svg[viewBox="0 0 595.28 841.89"]').first().waitFor()
    await page.getByRole('tab', { name: 'Papel' }).click()
    expect(await page.getByLabel('Números y fechas como en').locator('option:checked').textContent()).toBe(
      'Como la organización: México',
    )
  } finally {
    await admin.pb.collection('settings').update(id, { pageSize, pageMargins, pageRagged, pageCountry })
  }
})

test('the registration is closed and opened again with one key each', async () => {
  const page = await at('/app/settings/registration')
  await page.getByRole('radio', { name: /^Abierto/ }).press('ArrowDown')
  await status(page, 'Guardado: Registro de usuarios.').waitFor()
  expect(await readSettings()).toMatchObject({ registration: 'closed' })
  await page.getByLabel('Dominios de correo permitidos').fill('empresa')
  await page.getByLabel('Dominios de correo permitidos').press('Tab')
  await expect.poll(() => page.locator('#field-allowedDomains-note').count()).toBe(1)
  await page.getByLabel('Dominios de correo permitidos').fill('')
  await page.getByLabel('Dominios de correo permitidos').press('Tab')
  await expect.poll(() => page.locator('#field-allowedDomains-note').count()).toBe(0)
  await page.getByRole('button', { name: 'Deshacer el cambio de Registro de usuarios' }).click()
  await expect.poll(readSettings).toMatchObject({ registration: 'open', allowedDomains: '' })
})

test('a logo is fitted to the letterhead, and its removal is undone', async () => {
  const page = await at('/app/settings/organisation')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'malo.png', mimeType: 'image/png', buffer: Buffer.from('ninguna imagen') })
  await page.getByText('El logo no es una imagen que se pueda leer. Use una PNG o JPG.').waitFor()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(page, 1600, 500) })
  const logo = page.getByAltText('Logo de la organización')
  await status(page, 'Guardado: Logo.').waitFor()
  await page.reload()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await page.getByRole('button', { name: 'Quitar' }).click()
  await status(page, 'Guardado: Logo.').waitFor()
  expect(await readSettings()).toMatchObject({ logo: '' })
  await page.getByRole('button', { name: 'Deshacer el cambio de Logo' }).click()
  await status(page, 'Se deshizo el cambio: Logo.').waitFor()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  const { id, logo: stored } = await readSettings()
  expect(stored).toMatch(/\.png$/)
  await admin.pb.collection('settings').update(id, { logo: null })
})

test('a logo that cannot be downloaded is not removed, and the page reports it', async () => {
  const page = await at('/app/settings/organisation')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(page, 480, 150) })
  await status(page, 'Guardado: Logo.').waitFor()
  const { id, logo } = await readSettings()
  await page.route('**/api/files/**', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Algo salió mal. Inténtelo de nuevo.').first().waitFor()
  expect(await readSettings()).toMatchObject({ logo })
  await page.unroute('**/api/files/**')
  await admin.pb.collection('settings').update(id, { logo: null })
})

test('the settings lead to the open steps of the setup and to the test of the mail', async () => {
  const fresh = await startServer(inject('image'))
  onTestFinished(() => fresh.stop().then(() => undefined))
  const page = await openPage(browser, { baseURL: fresh.url })
  await page.goto('/auth/login?redirect=%2Fapp%2Fsettings')
  await page.getByLabel('Correo electrónico').fill(firstAdmin.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(firstAdmin.password)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Termine de preparar la instalación' })
  await panel.getByRole('link', { name: 'Firmante' }).click()
  await page.getByRole('heading', { level: 1, name: 'Firmante' }).waitFor()
  await page.goto('/app/settings')
  await page.getByLabel('Buscar un ajuste').fill('smtp')
  await expect.poll(() => panel.count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/settings/mail')
  await page.getByText('No hay servidor de correo').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: `Enviar una prueba a ${firstAdmin.email}` }).press('Enter')
  await page.getByText('La prueba quedó en la carpeta outbox del servidor; no se envió.').waitFor()
  await page.goto('/app/settings')
  await panel.getByRole('button', { name: 'No mostrar más' }).click()
  await panel.waitFor({ state: 'detached' })
})

test('two administrators who change the profile fields lose nothing', async () => {
  const { id } = await readSettings()
  const define = (profileFields: unknown) => admin.pb.collection('settings').update(id, { profileFields })
  const post = { key: 'cargo', label: 'Cargo', type: 'text', own: true }
  const date = { key: 'ingreso', label: 'Ingreso', type: 'date', own: true }
  await define([post])
  const page = await at('/app/settings/profile-fields')
  // Realtime is blocked, so that the page misses the other administrator's change.
  await page.route('**/api/realtime', (route) => route.abort())
  await page.reload()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Editar Cargo' }).click()
  await dialog.getByLabel('Nombre', { exact: true }).fill('Cargo actual')
  await define([{ ...post, label: 'Cargo en nómina', own: false }, date])
  await dialog.getByRole('button', { name: 'Guardar el dato' }).click()
  const notice = 'Otra persona cambió este dato. Ahora es «Cargo en nómina» (Texto, lo diligencia un administrador).'
  await dialog.getByText(notice, { exact: false }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await dialog.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Cargo actual')
  await dialog.getByRole('button', { name: 'Guardar el dato' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await readSettings()).toMatchObject({ profileFields: [{ ...post, label: 'Cargo actual' }, date] })
  await define(null)
})

test('two administrators who change the data of a user lose nothing', async () => {
  const { id } = await readSettings()
  const profileFields = [
    { key: 'cargo', label: 'Cargo', type: 'text', own: true },
    { key: 'sede', label: 'Sede', type: 'text', own: true },
  ]
  await admin.pb.collection('settings').update(id, { profileFields })
  const eva = await aUser({ name: 'Eva Ñáñez' })
  const write = (change: object) => admin.pb.collection('users').update(eva.id, change)
  const page = await at(`/app/user-managment?search=${encodeURIComponent('nanez ')}${eva.email.slice(0, 8)}`)
  const dialog = page.getByRole('dialog')
  const open = async (item: string) => {
    await page.getByRole('button', { name: /^Más acciones/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const save = () => dialog.getByRole('button', { name: 'Guardar los datos' }).click()
  const conflict = dialog.getByText('Otra persona cambió estos datos al mismo tiempo.', { exact: false })
  await open('Completar sus datos')
  await dialog.getByLabel(/^Cargo/).fill('Analista')
  await write({ profile: { cargo: 'Auxiliar', sede: 'Pasto' } })
  await save()
  await conflict.waitFor()
  await expect.poll(() => dialog.getByLabel(/^Sede/).inputValue()).toBe('Pasto')
  expect(await dialog.getByLabel(/^Cargo/).inputValue()).toBe('Analista')
  await save()
  await dialog.waitFor({ state: 'detached' })

  await open('Corregir nombre, correo o teléfono')
  await dialog.getByLabel('Nombre completo').fill('Eva Peña')
  await write({ phone: '+573009998877' })
  await save()
  await conflict.waitFor()
  await expect.poll(() => dialog.getByLabel(/^Teléfono/).inputValue()).toBe('+573009998877')
  await save()
  await dialog.waitFor({ state: 'detached' })
  expect(await admin.pb.collection('users').getOne(eva.id)).toMatchObject({
    name: 'Eva Peña',
    phone: '+573009998877',
    profile: { cargo: 'Analista', sede: 'Pasto' },
  })
  await admin.pb.collection('settings').update(id, { profileFields: null })
})

/** A picture of one colour as a PNG file, drawn by the browser. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([width, height]) => Object.assign(document.createElement('canvas'), { width, height }).toDataURL('image/png'),
    [width, height] as const,
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
