import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import {
  barriers,
  barriersInBothThemes,
  browser,
  loseResponse,
  onAPhone,
  openPageAs,
  repeatRequest,
} from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, read, requests, settled, take } from '../support/requests.ts'
import { unzip } from '../support/sheets.ts'

const boss = await anAdmin()

/** Opens a page as a signed-in user, with the cookie that a sign-in sets. The sign-in form has its own tests. */
const at = (path: string, person: Person, options = {}) => openPageAs(browser, person, path, options)

const paper = (page: Page) => page.getByRole('article', { name: 'Vista previa del documento' })
const saved = (page: Page) => page.getByText(/^Borrador guardado/)
const status = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}$`) })
const draftIn = (page: Page) => new URL(page.url()).searchParams.get('draft') ?? ''

/** Opens the editor of a draft with another name than the prefilled name of its user, which is saved on the server. */
async function beginCL(person: Person): Promise<Page> {
  const page = await at('/app/request/create', person)
  await page.getByRole('link', { name: /^CL Carta laboral/ }).click()
  await page.getByLabel('Nombre completo').fill('Íñigo Núñez')
  await saved(page).waitFor()
  return page
}

const saves = '**/api/collections/requests/records**'

/** Opens a new draft whose first save failed without connection. The clock of its page is fake. */
async function beginInOutage(person: Person): Promise<Page> {
  const page = await at('/app/request/create', person)
  await page.clock.install()
  await page.getByRole('link', { name: /^CL Carta laboral/ }).click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
  await page.context().route(saves, (route) => route.abort())
  await page.getByLabel('Nombre completo').fill('Ana en la caída')
  await page.getByText(/Lo que escribió se guardó en este navegador/).waitFor()
  return page
}

async function signOut(page: Page, { name }: Person) {
  await page.getByRole('button', { name: `Cuenta de ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Borrar y cerrar sesión' }).click()
  await page.waitForURL(/\/auth\/login/)
}

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/app\//)
}

async function fillCL(page: Page) {
  await page.getByLabel('Nombre completo').fill('María José Güell Peña')
  await page.getByRole('radio', { name: 'CC', exact: true }).check()
  await page.getByLabel('Número de documento').fill('0.012.345.678')
  await page.getByLabel('Cargo').fill('Analista de nómina')
  await page.getByRole('radio', { name: 'término indefinido' }).check()
  await page.getByLabel('Fecha de ingreso', { exact: true }).fill('3/2/2020')
  await page.getByRole('radio', { name: 'Sí', exact: true }).check()
  await page.getByLabel('Salario mensual').fill('2500000')
  await page.getByLabel('Ciudad de expedición').fill('Bogotá D. C.')
}

test('a requester completes an employment certificate up to the PDF, approved by an administrator', async () => {
  const ana = await aUser({ name: 'Ana Ruiz' })
  const page = await at('/app/dashboard', ana)
  await page.getByRole('link', { name: 'Crear una solicitud' }).click()
  await page.getByRole('searchbox', { name: 'Buscar un formato' }).fill('laboral')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Carta laboral')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Carta laboral' }).waitFor()

  expect(await page.getByLabel('Nombre completo').inputValue()).toBe('Ana Ruiz')
  await page.getByLabel('Nombre completo').fill('')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  const summary = page.getByRole('alert')
  await summary.getByText('Hay 8 datos por corregir').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-nombre_completo')
  await summary.getByRole('link', { name: /^Cargo/ }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-cargo')

  await fillCL(page)
  await page.getByLabel('Fecha de ingreso', { exact: true }).fill('31/02/2020')
  await page.getByLabel('Dirigido a').fill('A quien interese')
  await summary.getByText('Hay un dato por corregir').waitFor()
  await page
    .getByText(/No es una fecha que exista/)
    .nth(1)
    .waitFor()
  await page.getByLabel('Fecha de ingreso', { exact: true }).fill('3/2/2020')
  await page.getByLabel('Cargo').focus()
  await expect.poll(() => page.getByLabel('Fecha de ingreso', { exact: true }).inputValue()).toBe('03/02/2020')
  expect(await page.getByLabel('Salario mensual').inputValue()).toBe('$ 2.500.000,00')
  expect(await page.getByLabel('Número de documento').inputValue()).toBe('0012345678')
  await paper(page).getByText('María José Güell Peña').waitFor()
  await paper(page).getByText('DOS MILLONES QUINIENTOS MIL PESOS M/CTE').waitFor()
  await paper(page).getByText('3 de febrero de 2020').waitFor()
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draftIn(page))).values).toMatchObject({ numero_documento: '0012345678' })

  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(/\/app\/request\/[a-z0-9]{15}$/)
  const id = page.url().slice(-15)
  await status(page, 'Enviada').waitFor()
  const { number } = await requests(ana).getOne(id)
  await page.getByRole('heading', { name: number }).waitFor()

  await take(boss, 'approve', { ids: [id] })
  await status(page, 'Aprobada').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ])
  const text = read(new Uint8Array(readFileSync(await file.path())).buffer)
  const { documentNumber } = await requests(ana).getOne(id)
  expect(file.suggestedFilename()).toBe(`${documentNumber}.pdf`)
  for (const word of ['María José Güell Peña', '0012345678', 'PRELIMINAR', documentNumber]) expect(text).toContain(word)
  expect(text).toMatch(/DOS MILLONES QUINIENTOS MIL/)
  await page.getByText(`${boss.name} aprobó la solicitud`).waitFor()

  await page.getByRole('button', { name: 'Comentar' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Escriba el comentario.' }).waitFor()
  await page.getByRole('textbox', { name: 'Comentario' }).fill('¿Me la firman el lunes?')
  await page.getByRole('button', { name: 'Comentar' }).click()
  await page.getByRole('listitem').filter({ hasText: '¿Me la firman el lunes?' }).waitFor()
  await boss.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Sí, a las diez.' } })
  await page.getByText('Sí, a las diez.').waitFor()

  await page.getByRole('link', { name: 'Usar como base' }).click()
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Analista de nómina')
  expect(draftIn(page)).not.toBe(id)
  await page.getByLabel('Cargo').fill('Jefa de nómina')
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draftIn(page))).status).toBe('draft')
  expect((await requests(ana).getOne(id)).values.cargo).toBe('Analista de nómina')
})

test('closing the tab loses no text, not even text that never reached the server', async () => {
  const ana = await aUser()
  const page = await beginCL(ana)
  const id = draftIn(page)

  // Replaces `fetch`, because a call with `keepalive` while the page closes ignores the browser's offline mode.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('no network'))
  })
  await page.getByLabel('Cargo').fill('Jefe de bodega')
  await page.getByText(/Lo que escribió se guardó en este navegador/).waitFor()
  await page.goto('about:blank')
  expect((await requests(ana).getOne(id)).values).not.toHaveProperty('cargo')

  await page.goto(`/app/request/create?draft=${id}`)
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Jefe de bodega')
  await expect.poll(async () => (await requests(ana).getOne(id)).values.cargo).toBe('Jefe de bodega')
})

test('text typed during an outage is not saved for the next user of the browser', async () => {
  for (const where of ['here', 'elsewhere']) {
    const [ana, beto] = [await aUser(), await aUser({ name: 'Beto Ruiz' })]
    const page = await beginInOutage(ana)
    const other = where === 'here' ? page : await page.context().newPage()
    if (where === 'elsewhere') await other.goto('/app/profile')
    else await page.getByRole('link', { name: 'Panel' }).first().click()
    await other.getByRole('heading', { level: 1, name: where === 'here' ? /^Hola/ : 'Mi perfil' }).waitFor()
    await signOut(other, ana)
    await signIn(other, beto)
    // The window may receive the sign-out only after the next user signed in, and then opens the dashboard for that
    // user.
    await page.waitForURL(/\/auth\/login|\/app\/dashboard/)
    await page.context().unroute(saves)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    await page.clock.fastForward(120_000)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    // Any pending call is sent before this page of the same window is loaded.
    await page.goto('/app/request/')
    await page.getByText('Aún no hay solicitudes').waitFor()
    expect(sent.filter((path) => path.endsWith('/requests/records'))).toEqual([])
    for (const person of [ana, beto]) expect((await requests(person).getList(1, 1)).totalItems).toBe(0)
    await page.context().close()
  }
})

test('a closed form saves nothing, and its text remains for its owner', async () => {
  const ana = await aUser()
  const page = await beginInOutage(ana)
  // The form tries to save once more when it closes.
  const lastTry = page.waitForEvent('requestfailed', (request) => /\/requests\/records/.test(request.url()))
  await page.getByRole('link', { name: 'Nueva solicitud' }).first().click()
  await page.getByText('Solo en este navegador').waitFor()
  await lastTry
  await page.context().unroute(saves)
  await page.clock.fastForward(120_000)
  await page.reload()
  await page.getByRole('link', { name: /Solo en este navegador/ }).waitFor()
  expect((await requests(ana).getList(1, 1)).totalItems).toBe(0)
  await page.getByRole('link', { name: /Solo en este navegador/ }).click()
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draftIn(page))).values).toMatchObject({ nombre_completo: 'Ana en la caída' })
})

test('a draft is deleted when all changes are undone, and created again by new text', async () => {
  const ana = await aUser()
  const page = await beginCL(ana)
  const stored = async () => (await requests(ana).getList(1, 1)).totalItems
  expect(await stored()).toBe(1)
  await page.getByLabel('Nombre completo').fill(ana.name)
  await expect.poll(stored).toBe(0)
  await saved(page).waitFor({ state: 'hidden' })
  await page.getByLabel('Nombre completo').fill('Eva')
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draftIn(page))).values).toMatchObject({ nombre_completo: 'Eva' })
  await page.getByLabel('Nombre completo').fill(ana.name)
  await expect.poll(stored).toBe(0)
  await page.goto('/app/request/create')
  await page.getByRole('link', { name: /^CL Carta laboral/ }).waitFor()
  expect(await page.getByText('Continúe donde quedó').count()).toBe(0)
})

test('a draft deleted before its first save stays deleted; a failed deletion keeps it', async () => {
  const ana = await aUser()
  const page = await beginInOutage(ana)
  await page.getByRole('button', { name: 'Borrar borrador' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Borrar' }).click()
  await dialog.getByText('No hay conexión con el servidor.').waitFor()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  expect(await page.getByLabel('Nombre completo').inputValue()).toBe('Ana en la caída')
  await page.getByText(/Lo que escribió se guardó en este navegador/).waitFor()

  await page.context().unroute(saves)
  await page.getByRole('button', { name: 'Borrar borrador' }).click()
  await dialog.getByRole('button', { name: 'Borrar' }).click()
  await page.getByText('Borrador borrado.').waitFor()
  await page.clock.fastForward(120_000)
  await page.goto('/app/request/create')
  await page.getByRole('link', { name: /^CL Carta laboral/ }).waitFor()
  expect(await page.getByText('Continúe donde quedó').count()).toBe(0)
  expect((await requests(ana).getList(1, 1)).totalItems).toBe(0)
})

test('returning to a draft shows its current values', async () => {
  const ana = await aUser()
  const page = await beginCL(ana)
  await page.getByRole('link', { name: 'Panel' }).first().click()
  await page.waitForURL('**/app/dashboard')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Nombre completo').inputValue()).toBe('Íñigo Núñez')
})

test('an expired session is reported in the form, which is restored after sign-in', async () => {
  const ana = await aUser()
  const page = await beginCL(ana)
  const id = draftIn(page)
  // A new password ends all sessions; the page notices it by its next refused call.
  await ana.pb
    .collection('users')
    .update(ana.id, { oldPassword: ana.password, password: 'otra-1', passwordConfirm: 'otra-1' })
  await page.getByLabel('Cargo').fill('Jefe de bodega')
  await page.getByText('Su sesión terminó.').waitFor()
  await page.getByLabel('Correo electrónico').fill(ana.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('otra-1')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL((url) => url.searchParams.get('draft') === id)
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Jefe de bodega')
  await expect.poll(() => page.getByLabel('Nombre completo').inputValue()).toBe('Íñigo Núñez')
})

/** Returns the number of other drafts in the browser than the opened draft. */
const localDrafts = (page: Page) =>
  page.evaluate(
    (id) => Object.keys(localStorage).filter((key) => key.startsWith('draft:') && !key.endsWith(id)).length,
    draftIn(page),
  )

const replacedText = 'Este borrador tenía otro texto, guardado en otra ventana o en otro equipo.'

test('the last save of a draft wins, and the text that it replaces is in a draft of its own', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${draft.id}`, ana)
  await page.getByLabel('Cargo').fill('Escrito aquí')
  await saved(page).waitFor()
  await requests(ana).update(draft.id, { values: { ...draft.values, cargo: 'Escrito en otro equipo' } })
  await page.getByLabel('Dirigido a').fill('Banco')
  await page.getByText(replacedText).waitFor()
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draft.id)).values).toMatchObject({ cargo: 'Escrito aquí', dirigido_a: 'Banco' })
  expect(await barriers(page)).toEqual([])
  // A second replacement keeps the text of the first.
  await requests(ana).update(draft.id, { values: { ...draft.values, cargo: 'Escrito después' } })
  await page.getByLabel('Dirigido a').fill('Banco de Bogotá')
  await expect.poll(() => localDrafts(page)).toBe(2)
  await page.getByRole('link', { name: 'borrador aparte' }).click()
  await page.waitForURL((url) => url.searchParams.get('draft') !== draft.id)
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Escrito después')
  await saved(page).waitFor()
  const values = [draft.id, draftIn(page)].map(async (id) => (await requests(ana).getOne(id)).values.cargo)
  expect(await Promise.all(values)).toEqual(['Escrito aquí', 'Escrito después'])
})

test('a replaced text stays in the window if the browser has no space for it', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${draft.id}`, ana)
  await page.getByLabel('Cargo').fill('Escrito aquí')
  await saved(page).waitFor()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await requests(ana).update(draft.id, { values: { ...draft.values, cargo: 'Escrito en otro equipo' } })
  await page.getByLabel('Dirigido a').fill('Banco')
  await page.getByText('solo en esta ventana: ábralo antes de cerrarla', { exact: false }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'borrador aparte' }).click()
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Escrito en otro equipo')
  await saved(page).waitFor()
  expect((await requests(ana).getOne(draftIn(page))).values.cargo).toBe('Escrito en otro equipo')
  expect((await requests(ana).getOne(draft.id)).values.cargo).toBe('Escrito aquí')
})

test('submitting an untouched draft leaves the unsent text of another tab', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const address = `/app/request/create?draft=${draft.id}`
  const one = await at(address, ana)
  await one.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
  const two = await one.context().newPage()
  await two.goto(address)
  await two.getByLabel('Cargo').waitFor()
  await two.route(saves, (route) => route.abort())
  await two.getByLabel('Cargo').fill('De la segunda')
  await two.getByText(/Lo que escribió se guardó en este navegador/).waitFor()
  await one.getByRole('button', { name: 'Enviar solicitud' }).click()
  await one.waitForURL(`**/app/request/${draft.id}`)
  await one.goto('/app/request/create')
  await one.getByRole('link', { name: /Solo en este navegador/ }).click()
  await expect.poll(() => one.getByLabel('Cargo').inputValue()).toBe('De la segunda')
})

test('submitting replaces no text of another device without a question', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${draft.id}`, ana)
  await page.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
  await requests(ana).update(draft.id, { values: { ...draft.values, cargo: 'Escrito en el celular' } })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByText(replacedText).waitFor()
  await page.getByText('La solicitud no se envió: el borrador tenía otro texto.').waitFor()
  expect((await requests(ana).getOne(draft.id)).status).toBe('draft')
  expect(await localDrafts(page)).toBe(1)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(`**/app/request/${draft.id}`)
  expect(await requests(ana).getOne(draft.id)).toMatchObject({ status: 'submitted', values: draft.values })
})

test('two tabs of one draft: each save wins, and the text of the other tab is not lost', async () => {
  const ana = await aUser()
  const one = await at('/app/request/create', ana)
  await one.getByRole('link', { name: /^CL Carta laboral/ }).click()
  await one.waitForURL(/draft=/)
  const two = await one.context().newPage()
  await two.goto(one.url())
  await two.getByLabel('Cargo').waitFor()
  await one.getByLabel('Cargo').fill('De la primera')
  await saved(one).waitFor()
  expect(await one.getByText(replacedText).count()).toBe(0)
  // The second tab was opened before the draft was stored, so its first save creates the draft again.
  await two.getByLabel('Cargo').fill('De la segunda')
  await two.getByText(replacedText).waitFor()
  const id = draftIn(one)
  await expect.poll(async () => (await requests(ana).getOne(id)).values.cargo).toBe('De la segunda')
  await one.getByLabel('Dirigido a').fill('Banco')
  await one.getByText(replacedText).waitFor()
  await expect
    .poll(async () => (await requests(ana).getOne(id)).values)
    .toMatchObject({ cargo: 'De la primera', dirigido_a: 'Banco' })
  await one.goto('/app/request/create')
  await expect.poll(() => one.getByRole('link', { name: /Solo en este navegador/ }).count()).toBe(2)
})

test('a draft that another window deleted is created again by new text', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${draft.id}`, ana)
  await page.getByLabel('Cargo').fill('Jefa')
  await saved(page).waitFor()
  await requests(ana).delete(draft.id)
  await page.getByLabel('Cargo').fill('Jefa de bodega')
  await expect
    .poll(async () => (await requests(ana).getList(1, 1)).items[0])
    .toMatchObject({ id: draft.id, values: { cargo: 'Jefa de bodega' } })
})

test('a save of one tab does not remove the unsent text of another tab', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const address = `/app/request/create?draft=${draft.id}`
  const one = await at(address, ana)
  const two = await one.context().newPage()
  await two.goto(address)
  await two.getByLabel('Cargo').waitFor()
  const update = await holdUpdate(one, draft.id)
  await one.getByLabel('Cargo').fill('De la primera')
  await update.sent
  await two.route(saves, (route) => route.abort())
  await two.getByLabel('Cargo').fill('De la segunda')
  await two.getByText(/Lo que escribió se guardó en este navegador/).waitFor()
  await update.release()
  await saved(one).waitFor()
  await two.close()
  await one.goto(address)
  await expect.poll(() => one.getByLabel('Cargo').inputValue()).toBe('De la segunda')
})

/** Holds the next update of a draft until `release`, which resolves after its response. */
async function holdUpdate(page: Page, id: string) {
  let go = () => {}
  const released = new Promise<void>((resolve) => {
    go = resolve
  })
  let count = 0
  await page.route(`**/api/collections/requests/records/${id}?**`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    if (++count > 1) return route.continue()
    await released
    return route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  async function release() {
    const response = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    go()
    await response
  }
  return { sent, release }
}

test('a save that ends after the draft was opened again is no change made elsewhere', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${draft.id}`, ana)
  const update = await holdUpdate(page, draft.id)
  await page.getByLabel('Cargo').fill('Jefe')
  await update.sent
  await page.getByRole('link', { name: 'Panel' }).first().click()
  await page.waitForURL('**/app/dashboard')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Cargo').inputValue()).toBe('Jefe')
  await update.release()
  await page.getByLabel('Cargo').fill('Jefe de bodega')
  await saved(page).waitFor()
  await expect.poll(async () => (await requests(ana).getOne(draft.id)).values.cargo).toBe('Jefe de bodega')
})

test('a returned request shows the reason, is corrected and submitted again', async () => {
  const ana = await aUser()
  const { id } = await aRequest(ana, boss, 'returned')
  const page = await at(`/app/request/${id}`, ana)
  await page.getByText('Falta el cargo.').first().waitFor()
  await page.getByRole('link', { name: 'Corregir' }).click()
  await page.getByText('Esta solicitud fue devuelta para corregir').waitFor()
  await page.getByLabel('Cargo').fill('Jefa de nómina')
  await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await page.waitForURL(`**/app/request/${id}`)
  await status(page, 'Enviada').waitFor()
  expect(await requests(ana).getOne(id)).toMatchObject({ revision: 1, values: { cargo: 'Jefa de nómina' } })
})

const submitCall = '**/api/app/requests/submit'

test.each([
  ['lost', loseResponse],
  ['repeated by the browser', repeatRequest],
])('a submit whose response is %s sends one request and opens it', async (_, disturb) => {
  const ana = await aUser()
  const { id } = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${id}`, ana)
  await page.getByLabel('Cargo').fill('Jefa de nómina')
  await saved(page).waitFor()
  await disturb(page, submitCall)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(`**/app/request/${id}`)
  await status(page, 'Enviada').waitFor()
  expect((await pageOf(ana, {})).totalItems).toBe(1)
})

test('a second attempt finds the submitted request; text typed in between is not lost', async () => {
  const ana = await aUser()
  for (const text of ['', 'Jefa de bodega']) {
    const { id } = await aDraft(ana)
    const page = await at(`/app/request/create?draft=${id}`, ana)
    await loseResponse(page, submitCall)
    // The page cannot read the request either, because the connection is lost for a moment.
    const reading = `**/api/collections/requests/records/${id}`
    await page.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
    await page.route(reading, (route) => route.abort())
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await page.getByText('No hay conexión con el servidor.').waitFor()
    await page.unroute(reading)
    if (text) await page.getByLabel('Cargo').fill(text)
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    if (text) {
      await page.getByText('Esta solicitud ya se envió.').waitFor()
      expect(await page.getByLabel('Cargo').inputValue()).toBe(text)
      await page.getByRole('button', { name: 'Guardarlo como borrador nuevo' }).waitFor()
      await page.getByRole('link', { name: 'Ver la solicitud' }).click()
    }
    await page.waitForURL(`**/app/request/${id}`)
    await status(page, 'Enviada').waitFor()
    await page.context().close()
  }
  expect((await pageOf(ana, {})).totalItems).toBe(2)
})

test('a request that was not sent because its draft could not be saved is reported', async () => {
  const ana = await aUser()
  const { id } = await aDraft(ana)
  const page = await at(`/app/request/create?draft=${id}`, ana)
  await page.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
  await page.route(saves, (route) => route.abort(), { times: 1 })
  await page.getByLabel('Cargo').fill('Jefa de nómina')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByText('La solicitud no se envió: no se pudo guardar lo que escribió.').waitFor()
  await saved(page).waitFor()
  expect((await requests(ana).getOne(id)).status).toBe('draft')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(`**/app/request/${id}`)
})

test('a comment whose response is lost or repeated is added once', async () => {
  const ana = await aUser()
  const { id } = await aRequest(ana, boss, 'submitted')
  const page = await at(`/app/request/${id}`, ana)
  const box = page.getByRole('textbox', { name: 'Comentario' })
  const shown = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const comments = '**/api/app/requests/*/comments'
  await repeatRequest(page, comments)
  await box.fill('Es urgente.')
  await page.getByRole('button', { name: 'Comentar' }).click()
  await shown('Es urgente.').first().waitFor()
  await expect.poll(() => box.inputValue()).toBe('')
  await loseResponse(page, comments)
  await box.fill('Para el lunes.')
  await page.getByRole('button', { name: 'Comentar' }).click()
  await page.getByText('No hay conexión con el servidor.').waitFor()
  await page.getByRole('button', { name: 'Comentar' }).click()
  await expect.poll(() => box.inputValue()).toBe('')
  await page.reload()
  await shown('Para el lunes.').first().waitFor()
  expect([await shown('Es urgente.').count(), await shown('Para el lunes.').count()]).toEqual([1, 1])
})

test('a request is rejected with a reason, and the next pending request is one key away', async () => {
  const ana = await aUser()
  const first = await aRequest(ana, boss, 'submitted')
  await aRequest(ana, boss, 'submitted')
  const page = await at(`/app/request/${first.id}`, boss)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Rechazar' }).click()
  const dialog = page.getByRole('dialog', { name: `¿Rechazar ${first.number}?` })
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await dialog.getByText('Escriba el motivo.').waitFor()
  await dialog.getByLabel('Por qué se rechaza').fill('La persona no labora aquí.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Rechazar' }).click()
  expect(await dialog.getByLabel('Por qué se rechaza').inputValue()).toBe('La persona no labora aquí.')
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await status(page, 'Rechazada').waitFor()
  await page.getByRole('link', { name: /^Siguiente por revisar/ }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Siguiente por revisar/)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== `/app/request/${first.id}`)
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
  expect(await requests(ana).getOne(first.id)).toMatchObject({ reason: 'La persona no labora aquí.' })
})

test('all but some requests of a batch are decided, and the unchanged requests can be opened', async () => {
  const ana = await aUser({ name: 'Yolanda Quiñones' })
  const batch = await aCompletedBatch(
    ana.pb,
    ['Uno', 'Dos', 'Tres'].map((cargo) => cartaLaboral({ cargo })),
  )
  const page = await at(`/app/request/batch/${batch.id}`, boss)
  await page.getByRole('link', { name: 'Todas menos algunas' }).click()
  await page.getByText('3 solicitudes elegidas').waitFor()
  // A selection of all results ends if the filter changes, and does not return with the Back button.
  await page.waitForURL((url) => url.hash === '')
  await page.getByLabel('Estado').selectOption('')
  await page.getByText('3 solicitudes elegidas').waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(/status=submitted/)
  await page.getByRole('row').nth(3).waitFor()
  expect(await page.getByText(/elegidas/).count()).toBe(0)
  await page.goto(`/app/request/batch/${batch.id}`)
  await page.getByRole('link', { name: 'Todas menos algunas' }).click()
  await page.getByText('3 solicitudes elegidas').waitFor()
  const first = (await pageOf(boss, { batch: batch.id, sort: 'number' })).items[0]
  await page.getByRole('checkbox', { name: `Elegir ${first?.number}` }).uncheck()
  await page.getByText('2 solicitudes elegidas, menos 1 que quitó').waitFor()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Aprobar 2 solicitudes?' })
  await dialog.getByText('1 solicitud que quitó queda como está.').waitFor()
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('2 solicitudes aprobadas.').waitFor()
  expect((await requests(boss).getOne(first?.id ?? '')).status).toBe('submitted')

  const other = await aDraft(ana)
  await take(ana, 'submit', { ids: [other.id] })
  await page.goto(`/app/request/?owner=${ana.id}&status=submitted`)
  await page.getByRole('row').nth(2).waitFor()
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  // Another administrator decides one of them while the dialog is open.
  await page.getByRole('dialog', { name: '¿Aprobar 2 solicitudes?' }).waitFor()
  await take(boss, 'reject', { ids: [other.id], reason: 'No procede.' })
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText(/1 solicitud aprobada\. 1 quedó como estaba/).waitFor()
  await page.getByRole('button', { name: 'Ver cuál quedó' }).click()
  const stayed = page.getByRole('dialog', { name: '1 solicitud quedó como estaba' })
  const { number } = await requests(boss).getOne(other.id)
  await stayed.getByRole('link', { name: number }).waitFor()
  await stayed.getByText('Yolanda Quiñones').waitFor()
  expect(await barriers(page)).toEqual([])
})

test.each([
  ['requests', '/app/request/', 'Buscar solicitudes', '**/api/app/requests?**'],
  ['people', '/app/user-managment/', 'Buscar por nombre, correo o teléfono', '**/api/collections/users/records?**'],
])('the search of %s keeps typed text during a slow response', async (_, path, label, calls) => {
  const page = await at(path, boss)
  const box = page.getByRole('searchbox', { name: label })
  await box.waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.install()
  const held: (() => void)[] = []
  await page.route(calls, async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue().catch(() => undefined)
  })
  await box.focus()
  await page.keyboard.type('zo')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  // Longer than the time after which a page shows that it is loading.
  await page.clock.fastForward(1_500)
  await page.keyboard.type('rai')
  for (const go of held.splice(0)) go()
  await page.waitForURL((url) => url.searchParams.has('search'))
  await page.keyboard.type('da')
  await page.waitForURL((url) => url.searchParams.get('search') === 'zoraida')
  await page.unroute(calls)
  for (const go of held.splice(0)) go()
  expect(await box.inputValue()).toBe('zoraida')
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page
    .getByRole('button', { name: 'Limpiar' })
    .or(page.getByRole('link', { name: 'Todos' }))
    .first()
    .click()
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => box.inputValue()).toBe('')
})

/** Returns how many decisions and files the browser stores. */
const countStored = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('batches')
    await new Promise((resolve) => {
      opened.onsuccess = resolve
    })
    const stores = ['decisions', 'files'].filter((store) => opened.result.objectStoreNames.contains(store))
    const counts = stores.map((store) => {
      const asked = opened.result.transaction(store).objectStore(store).count()
      return new Promise<number>((resolve) => {
        asked.onsuccess = () => resolve(asked.result)
      })
    })
    const found = await Promise.all(counts)
    opened.result.close()
    return found
  })

test('local data outlives an expired session for its owner only, and is deleted at sign-out', async () => {
  const [ana, beto] = [await aUser(), await aUser()]
  const { id, format } = await aRequest(ana, boss, 'submitted')
  const page = await at(`/app/request/${id}`, ana)
  await page.getByRole('textbox', { name: 'Comentario' }).fill('¿Para cuándo?')
  await page.goto(`/app/request/create-batch?format=${format}`)
  const buffer = Buffer.from('Nombre;Cargo\r\nÍñigo;Jefe\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'nómina.csv', mimeType: 'text/csv', buffer })
  await page.waitForURL((url) => url.searchParams.has('draft'))
  await expect.poll(() => countStored(page)).toEqual([1, 1])
  const begun = page.getByText('nómina.csv')

  const change = { oldPassword: ana.password, password: 'otra-1', passwordConfirm: 'otra-1' }
  await ana.pb.collection('users').update(ana.id, change)
  await page.goto('/app/request/create-batch')
  await page.waitForURL(/\/auth\/login/)
  await signIn(page, beto)
  await page.goto('/app/request/create-batch')
  await page.getByRole('heading', { level: 1, name: 'Nuevo lote' }).waitFor()
  await page.getByRole('link', { name: /^CL Carta laboral/ }).waitFor()
  expect(await begun.count()).toBe(0)
  await page.getByRole('button', { name: `Cuenta de ${beto.name}` }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.waitForURL(/\/auth\/login/)

  await signIn(page, { ...ana, password: 'otra-1' })
  await page.goto('/app/request/create-batch')
  await begun.waitFor()
  const other = await page.context().newPage()
  await other.goto(`/app/request/${id}`)
  expect(await other.getByRole('textbox', { name: 'Comentario' }).inputValue()).toBe('¿Para cuándo?')

  await page.getByRole('button', { name: `Cuenta de ${ana.name}` }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cerrar la sesión?' })
  await dialog.getByText('1 comentario sin enviar').waitFor()
  await dialog.getByText('la hoja «nómina.csv», sin enviar').waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await begun.waitFor()
  await signOut(page, ana)
  await other.waitForURL(/\/auth\/login/)
  const keys = await page.evaluate((owner) => Object.keys(localStorage).filter((key) => key.includes(owner)), ana.id)
  expect([keys, await countStored(page)]).toEqual([[], [0, 0]])
})

test('an action on a filter sends the expected count and asks again if the list changed', async () => {
  const ana = await aUser()
  for (let made = 0; made < 31; made++) await aDraft(ana)
  const page = await at(`/app/request/?owner=${ana.id}`, boss)
  await page.getByText('1–30 de 31').waitFor()
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Elegir las 31 que coinciden' }).click()
  await page.route('**/api/app/requests?**', (route) => route.abort(), { times: 50 })
  await aDraft(ana)
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Por qué se anula').fill('Se hicieron por error.')
  await dialog.getByRole('button', { name: 'Anular' }).click()
  await dialog.getByText(/La lista cambió mientras usted la veía/).waitFor()
  await page.unroute('**/api/app/requests?**')
  expect((await requests(ana).getList(1, 1, { filter: "status = 'cancelled'" })).totalItems).toBe(0)
})

test('a request previews its document, and the history opens earlier documents', async () => {
  const ana = await aUser()
  // The format has no date field, so documents have the date of the decision.
  const format = await aPublishedFormat(boss)
  const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Ana' } })
  await take(ana, 'submit', { ids: [id] })
  await take(boss, 'approve', { ids: [id] })
  const { decidedAt, document } = await settled(ana, id)
  await take(boss, 'regenerate', { ids: [id] })
  const page = await at('/app/dashboard', ana)
  // Sets the clock to another day than the decision. An earlier day, so that the session does not expire.
  await page.clock.setFixedTime(Date.now() - 40 * 86_400_000)
  await page.goto(`/app/request/${id}`)
  const inBogota = { timeZone: 'America/Bogota', day: 'numeric', month: 'long', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat('es-CO', inBogota).format(new Date(decidedAt.replace(' ', 'T')))
  await paper(page).getByText(day).first().waitFor()
  const opened = page.context().waitForEvent('request', (request) => request.url().includes(`/${document}?token=`))
  await page.getByRole('button', { name: 'Abrir el documento anterior' }).click()
  expect((await opened).url()).toContain('/api/files/')
  expect(await barriers(page)).toEqual([])
})

test('on a phone, the tap after a date reaches its target despite new messages', async () => {
  const { id } = await aPublishedFormat(boss, {
    fields: [
      { key: 'ingreso', label: 'Fecha de ingreso', type: 'date', required: true },
      { key: 'activo', label: 'Sigue activo', type: 'boolean', required: true },
      { key: 'cargo', label: 'Cargo', type: 'text', required: true },
    ],
    body: '{{ingreso}} {{activo}} {{cargo}}',
  })
  for (const device of [onAPhone, { viewport: onAPhone.viewport }]) {
    const page = await at(`/app/request/create?format=${id}`, boss, device)
    const date = page.getByLabel('Fecha de ingreso', { exact: true })
    const middleOf = async (name: string) => {
      const box = await page.getByRole('radio', { name }).boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
    }
    // A two-digit year shows the day in words and a warning; an impossible date shows an error.
    for (const [typed, name, said] of [
      ['3/2/20', 'No', 'El año tenía dos cifras: revise el siglo.'],
      ['31/2/2020', 'Sí', 'No es una fecha que exista'],
    ] as const) {
      await date.fill('')
      await date.pressSequentially(typed)
      await date.evaluate((box) => box.scrollIntoView({ block: 'center' }))
      const [x, y] = await middleOf(name)
      if ('hasTouch' in device) await page.touchscreen.tap(x, y)
      else {
        await page.mouse.move(x, y)
        await page.mouse.down()
        // Duration of a human click in ms.
        await page.waitForTimeout(80)
        await page.mouse.up()
      }
      await page.getByText(said).first().waitFor()
      expect(await page.getByRole('radio', { name }).isChecked(), `${typed} ${JSON.stringify(device)}`).toBe(true)
    }
    // The space for the date in words is reserved before a date is typed.
    await page.goto(`/app/request/create?format=${id}`)
    await date.focus()
    const before = await middleOf('No')
    await date.pressSequentially('3/2/2020')
    await page.getByText('3 de febrero de 2020').first().waitFor()
    expect(await middleOf('No')).toEqual(before)
    await page.context().close()
  }
})

test('a document is issued as final and annulled, and its requester sees both live', async () => {
  const ana = await aUser()
  const { id } = await aRequest(ana, boss, 'approved')
  const [page, hers] = await Promise.all([at(`/app/request/${id}`, boss), at(`/app/request/${id}`, ana)])
  await hers.getByText('Preliminar: lleva la marca PRELIMINAR.').waitFor()
  for (const step of ['Emitir como definitivo', 'Más acciones'])
    expect(await hers.getByRole('button', { name: step }).count()).toBe(0)
  await page.getByRole('button', { name: 'Emitir como definitivo' }).click()
  const issuing = page.getByRole('dialog', { name: /^¿Emitir como definitivo el documento de SOL-/ })
  await issuing.getByText(/con el mismo número y sin la marca PRELIMINAR/).waitFor()
  expect(await barriers(page)).toEqual([])
  // No reason is required.
  await issuing.getByRole('button', { name: 'Emitir como definitivo' }).click()
  await page.getByText('El documento es definitivo y ya no lleva la marca.').waitFor()
  for (const one of [page, hers]) await one.getByText('Definitivo: no lleva marca.').waitFor()
  await hers.getByText('Documento definitivo generado, sin la marca').waitFor()
  await hers.getByRole('button', { name: 'Abrir el documento anterior (preliminar)' }).waitFor()
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Generar de nuevo' }).waitFor()
  await page.getByRole('menuitem', { name: 'Anular documento' }).press('Enter')
  const annulling = page.getByRole('dialog', { name: /^¿Anular el documento de SOL-/ })
  await annulling.getByRole('button', { name: 'Anular documento' }).click()
  await annulling.getByText('Escriba el motivo.').waitFor()
  await annulling.getByLabel('Por qué se anula el documento').fill('Se repitió por error.')
  await page.keyboard.press('Tab')
  await annulling.getByRole('button', { name: 'Anular documento' }).click()
  for (const one of [page, hers]) {
    await one.getByText('El documento está anulado').waitFor()
    await one.getByText('Anulado: lleva la marca ANULADO y ya no es válido.').waitFor()
    await one.getByText('Documento generado con la marca ANULADO').waitFor()
    expect(await one.getByText('Se repitió por error.').count()).toBeGreaterThan(0)
    expect(await barriers(one)).toEqual([])
  }
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Anonimizar' }).waitFor()
  for (const step of ['Emitir como definitivo', 'Anular documento', 'Generar de nuevo'])
    expect(await page.getByRole('menuitem', { name: step }).count()).toBe(0)
})

test('the list is filtered by document status, and several documents are issued at once', async () => {
  const ana = await aUser()
  const made = [await aRequest(ana, boss, 'approved'), await aRequest(ana, boss, 'approved')]
  const annulled = await aRequest(ana, boss, 'approved')
  await take(boss, 'annul', { ids: [annulled.id], reason: 'Se repite.' })
  const page = await at(`/app/request/?owner=${ana.id}`, boss)
  await page.getByRole('button', { name: 'Filtros (1)' }).click()
  await page.getByLabel('Documentos', { exact: true }).selectOption('Anulados')
  await page.waitForURL(/documentKind=annulled/)
  await page.getByRole('link', { name: annulled.number }).waitFor()
  await page.getByRole('cell', { name: 'Documento anulado' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Documentos', { exact: true }).selectOption('Preliminares')
  await page.getByRole('link', { name: made[0]?.number ?? '' }).waitFor()
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Emitir como definitivo' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Emitir como definitivo el documento de 2 solicitudes?' })
  await dialog.getByRole('button', { name: 'Emitir como definitivo' }).click()
  await page.getByText('2 solicitudes con documento definitivo.').waitFor()
  await page.getByLabel('Documentos', { exact: true }).selectOption('Definitivos')
  await page.getByRole('cell', { name: 'Documento definitivo' }).nth(1).waitFor()
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Descargar documentos' }).waitFor()
  for (const name of ['Generar de nuevo', 'Anular documento'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Anular documento' }).waitFor()
  await page.getByRole('menuitem', { name: 'Generar de nuevo' }).press('Enter')
  await page.getByRole('dialog', { name: '¿Generar de nuevo el documento de 2 solicitudes?' }).waitFor()
  expect(await barriers(page)).toEqual([])
})

/** Exports the list and returns the downloaded file. */
async function exported(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()])
  return file
}

test('exports the filtered list as a workbook with the values of each request', async () => {
  const ana = await aUser()
  const draft = await aDraft(ana)
  await take(ana, 'submit', { ids: [(await aDraft(ana, cartaLaboral({ cargo: 'Otro cargo' }))).id] })
  const page = await at('/app/request/?status=draft', ana)
  const book = await exported(page, 'Libro de Excel (.xlsx)')
  expect(book.suggestedFilename()).toMatch(/^solicitudes-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheet = unzip(readFileSync(await book.path()))['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('>0012345678<')
  expect(sheet).toContain('<v>2500000.00</v>')
  expect(sheet).toContain(`>${draft.values.cargo}<`)
  expect(sheet).not.toContain('Otro cargo')
})

test('reports a failed export and saves no file', async () => {
  const ana = await aUser()
  await aDraft(ana)
  const page = await at('/app/request/', ana)
  await page.route('**/api/app/requests/export*', (route) => route.abort())
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Libro de Excel (.xlsx)' }).click()
  await page.getByText(/No hay conexión/).waitFor()
  expect(await page.getByText('Lista exportada.').count()).toBe(0)
})

test('pasted table rows are corrected in place and computed', async () => {
  const ana = await aUser()
  const page = await at('/app/request/create', ana)
  await page.getByRole('link', { name: /^OC Orden de compra/ }).click()
  await page.getByLabel('Descripción, fila 1').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Papel carta\tresma\t10,5\t18.500\t19\r\nSobre\tunidad\tcien\t200\t0\r\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByText('Escriba un número, por ejemplo 1.234,56.').waitFor()
  await page.getByLabel('Cantidad, fila 2').fill('100')
  await page.keyboard.press('Enter')
  await page.getByLabel('Cantidad, fila 3').waitFor()
  await expect.poll(() => page.getByLabel('Total sin IVA, fila 1').textContent()).toBe('194.250,00')
  await expect.poll(() => page.getByLabel('Subtotal', { exact: true }).textContent()).toBe('214.250,00')
  await page.getByRole('button', { name: 'Quitar la fila 2' }).click()
  await page.getByText('Fila 2 quitada.').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => page.getByLabel('Cantidad, fila 2').inputValue()).toBe('100')
})

/** Returns the cells, controls and frames of the page whose content is clipped. */
const cutIn = (page: Page) =>
  page.evaluate(() => {
    const frames = ':is(div, section):has(> table)'
    return [...document.querySelectorAll(`main :is(${frames}, td, th, td input:not([type=date]), td textarea, output)`)]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.tagName} ${each.id || each.textContent}: ${each.scrollWidth} > ${each.clientWidth}`)
  })

test('a wide table cuts no amount or word in the form and the request, on any screen', async () => {
  const ana = await aUser()
  const item = (valor_unitario: string, cantidad: string) => ({
    codigo: '000871',
    descripcion: 'Resma de papel carta de 75 gramos, blanca, caja por diez unidades',
    unidad: 'caja',
    cantidad,
    valor_unitario,
    iva_pct: '19',
  })
  const values = {
    proveedor: 'Papelería El Cóndor S. A. S.',
    proveedor_nit: '890903938-8',
    fecha: '2026-11-20',
    fecha_entrega: '2026-12-04',
    lugar_entrega: 'Bodega central',
    condiciones_pago: 'contado',
    moneda: 'COP',
    items: [item('1231250.00', '12.5'), item('98500.00', '3')],
    solicitado_por: 'Nubia Ibáñez Rey',
  }
  const large = { ...values, items: [item('12345678901234.55', '1000'), item('1231250.00', '12.5')] }
  const [usual, huge] = [await aDraft(ana, values, 'OC'), await aDraft(ana, large, 'OC')]
  for (const width of [1366, 768, 390]) {
    const page = await at(`/app/request/create?draft=${usual.id}`, ana, { viewport: { width, height: 768 } })
    await expect.poll(() => page.getByLabel('Valor unitario, fila 1').inputValue()).toBe('1.231.250,00')
    expect(await cutIn(page)).toEqual([])
    // Wide screens still show table rows below their headers.
    expect(await page.getByRole('columnheader', { name: 'Valor unitario' }).isVisible()).toBe(width === 1366)
    await page.goto(`/app/request/create?draft=${huge.id}`)
    await expect.poll(() => page.getByLabel('Valor unitario, fila 1').inputValue()).toBe('12.345.678.901.234,55')
    expect(await cutIn(page)).toEqual([])
    await page.goto(`/app/request/${huge.id}`)
    await page.getByRole('region', { name: 'Ítems' }).getByText('12.345.678.901.234.550,00').waitFor()
    expect(await cutIn(page)).toEqual([])
    await page.context().close()
  }
})
