import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, browser, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat } from '../support/requests.ts'

const admin = await anAdmin()

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
  await page.getByRole('heading', { name: 'Página no encontrada' }).waitFor()
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
