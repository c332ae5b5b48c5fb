import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aFormatWithFiles, aPdf, aPicture } from '../support/attachments.ts'
import { barriers, browser, openPageAs, withUploadsHeld } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { requests, take } from '../support/requests.ts'

const boss = await anAdmin()
const format = await aFormatWithFiles(boss, { max: 3 })

const picker = (page: Page) => page.getByLabel('Suelte aquí', { exact: false })
const pdf = (name: string, size = 700_000) => ({ name, mimeType: 'application/pdf', buffer: aPdf(size) })

async function formOf(person: Person): Promise<Page> {
  const page = await openPageAs(browser, person, `/app/request/create?format=${format.id}`)
  await page.getByLabel('Nombre').fill('Ana Peña')
  await picker(page).waitFor({ state: 'attached' })
  return page
}

test('a requester attaches, removes and submits files, and the approver opens them', async () => {
  const ana = await aUser()
  const page = await formOf(ana)
  const files = page.getByRole('list', { name: 'Soportes' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect.poll(() => page.getByText('Adjunte al menos un archivo.').count()).toBeGreaterThan(0)

  await picker(page).setInputFiles([
    pdf('contrato.pdf'),
    { name: 'foto.png', mimeType: 'image/png', buffer: aPicture() },
    { name: 'carta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no</html>') },
  ])
  await expect.poll(() => files.count()).toBe(3)
  await page.getByRole('alert').filter({ hasText: 'está dañado o no se admite' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByText('Quite los archivos que no se aceptaron.').first().waitFor()
  await page.getByRole('button', { name: 'Quitar carta.pdf' }).click()
  await expect.poll(() => files.count()).toBe(2)

  // The draft keeps its attachments after a reload.
  await page.getByText(/^Borrador guardado/).waitFor()
  await page.reload()
  await expect
    .poll(() => files.allInnerTexts())
    .toEqual([expect.stringContaining('contrato.pdf'), expect.stringContaining('foto.png')])
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()

  const [request] = (await requests(ana).getList(1, 1)).items
  const other = await openPageAs(browser, boss, `/app/request/${request?.id}`)
  await other.getByRole('button', { name: 'Ver foto.png' }).click()
  const picture = other.getByRole('dialog').getByRole('img', { name: 'foto.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4)
  expect(await barriers(other)).toEqual([])
  await other.keyboard.press('Escape')
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: 'Descargar contrato.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contrato.pdf')
  await take(boss, 'approve', { ids: [request?.id ?? ''] })
})

test('a text that a save replaced is sent from a draft of its own, with its files attached again', async () => {
  const ana = await aUser()
  const page = await formOf(ana)
  await picker(page).setInputFiles([pdf('contrato.pdf')])
  await page.getByText(/^Borrador guardado/).waitFor()
  const files = page.getByRole('list', { name: 'Soportes' }).getByRole('listitem')
  const stored = async () => (await requests(ana).getList(1, 1)).items[0]
  await expect.poll(async () => (await stored())?.values).toHaveProperty('soportes')
  const { id = '', values } = (await stored()) ?? {}
  await requests(ana).update(id, { values: { ...values, nombre: 'Escrito en otro equipo' } })
  await page.getByLabel('Nombre').fill('Ana Peña Ruiz')
  await page.getByText('Sus archivos no se copiaron: adjúntelos de nuevo allí.').waitFor()
  await page.getByRole('link', { name: 'borrador aparte' }).click()
  await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Escrito en otro equipo')
  expect(await files.count()).toBe(0)
  await picker(page).setInputFiles([pdf('contrato.pdf')])
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
})

test('a text that was not sent is copied to a new draft without its files', async () => {
  const ana = await aUser()
  const page = await formOf(ana)
  await picker(page).setInputFiles([pdf('contrato.pdf')])
  const stored = async () => (await requests(ana).getList(1, 1)).items[0]
  await expect.poll(async () => (await stored())?.values).toHaveProperty('soportes')
  await take(ana, 'submit', { ids: [(await stored())?.id ?? ''] })
  await page.getByLabel('Nombre').fill('Ana Peña Ruiz')
  await page.getByText('Esta solicitud ya se envió.').waitFor()
  await page.getByText('En un borrador nuevo, adjunte otra vez los archivos.').waitFor()
  await page.getByRole('button', { name: 'Guardarlo como borrador nuevo' }).click()
  await expect.poll(async () => (await requests(ana).getList(1, 1, { filter: "status = 'draft'" })).totalItems).toBe(1)
  await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Ana Peña Ruiz')
  expect(await page.getByRole('list', { name: 'Soportes' }).getByRole('listitem').count()).toBe(0)
  await picker(page).setInputFiles([pdf('contrato.pdf')])
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
})

test('resumes an upload after a failed request', async () => {
  const page = await formOf(await aUser())
  let parts = 0
  await page
    .context()
    .route('**/api/app/attachments/*/bytes**', (route) => (parts++ === 1 ? route.abort() : route.continue()))
  await picker(page).setInputFiles([pdf('contrato.pdf', 1_400_000)])
  await page.getByText('1,3 MB').waitFor()
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  expect(parts).toBe(4)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
})

test('sends the request once its files are uploaded, and not at all after leaving or removing one', async () => {
  const ana = await aUser()
  const [left, reduced, page] = [await formOf(ana), await formOf(ana), await formOf(ana)]
  await withUploadsHeld(left)
  // Without the removed file, this form is complete.
  await picker(reduced).setInputFiles([pdf('cédula.pdf')])
  await expect.poll(() => reduced.getByRole('progressbar').count()).toBe(0)
  await withUploadsHeld(reduced)
  const go = await withUploadsHeld(page)
  for (const each of [left, reduced, page]) {
    await picker(each).setInputFiles([pdf('contrato.pdf')])
    await each.getByRole('button', { name: 'Enviar solicitud' }).click()
    await each.getByText('Espere a que los archivos terminen de subir.').waitFor()
  }
  left.once('dialog', (dialog) => dialog.accept())
  await left.getByRole('link', { name: 'Solicitudes' }).first().click()
  await left.getByRole('heading', { level: 1, name: 'Solicitudes' }).waitFor()
  await reduced.getByRole('button', { name: 'Quitar contrato.pdf' }).click()
  go()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
  const { items } = await requests(ana).getList(1, 10)
  expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'draft', 'submitted'])
})

test('asks for confirmation before leaving during an upload', async () => {
  const page = await formOf(await aUser())
  const go = await withUploadsHeld(page)
  await picker(page).setInputFiles([pdf('contrato.pdf'), pdf('cédula.pdf')])
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(2)
  const asked: string[] = []
  const answer = (stays: boolean) =>
    page.once('dialog', (dialog) => {
      asked.push(dialog.message())
      return stays ? dialog.dismiss() : dialog.accept()
    })
  answer(true)
  await page.getByRole('link', { name: 'Solicitudes' }).first().click()
  await expect.poll(() => asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Quitar cédula.pdf' }).click()
  answer(false)
  await page.getByRole('link', { name: 'Solicitudes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Solicitudes' }).waitFor()
  expect(asked).toEqual([
    '2 archivos no han terminado de subir. Si sale ahora, no quedan en la solicitud. ¿Salir?',
    'Un archivo no ha terminado de subir. Si sale ahora, no queda en la solicitud. ¿Salir?',
  ])
  // After the upload has finished, leaving the page asks nothing.
  await page.goBack()
  await page.getByLabel('Nombre').waitFor()
  go()
  await picker(page).setInputFiles([pdf('contrato.pdf')])
  await page.getByText(/^Borrador guardado/).waitFor()
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await page.getByRole('link', { name: 'Solicitudes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Solicitudes' }).waitFor()
  expect(asked).toHaveLength(2)
})

test('rejects files over the limit of the field and announces removals', async () => {
  const page = await formOf(await aUser())
  await picker(page).setInputFiles(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => pdf(name, 1_000)))
  await page.getByRole('status').filter({ hasText: '3 archivos como máximo. No se adjuntó d.pdf.' }).waitFor()
  await page.getByRole('button', { name: 'Quitar c.pdf' }).press('Enter')
  await page.getByText('Se quitó c.pdf.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Elegir archivos')
  const files = page.getByRole('list', { name: 'Soportes' }).getByRole('listitem')
  await expect.poll(() => files.count()).toBe(2)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
})

test('rejected files do not count toward the limit and offer no retry', async () => {
  const page = await formOf(await aUser())
  const fake = { name: 'carta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no</html>') }
  const photo = { name: 'foto.heic', mimeType: 'image/heic', buffer: aPicture() }
  await picker(page).setInputFiles([pdf('a.pdf', 1_000), fake, photo, pdf('b.pdf', 1_000), pdf('c.pdf', 1_000)])
  const files = page.getByRole('list', { name: 'Soportes' }).getByRole('listitem')
  // The last file is uploaded once the server has refused the second one.
  await expect.poll(() => files.count()).toBe(5)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(2)
  expect(await page.getByText('archivos como máximo').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Subir .* de nuevo$/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByText('Quite los archivos que no se aceptaron.').first().waitFor()
  expect(await page.getByText('terminen de subir').count()).toBe(0)
  for (const name of ['carta.pdf', 'foto.heic']) await page.getByRole('button', { name: `Quitar ${name}` }).click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
})

test('pending uploads are not sent in the session of the next user', async () => {
  const [ana, beto] = [await aUser(), await aUser({ name: 'Beto Ruiz' })]
  const page = await formOf(ana)
  const sent: string[] = []
  await page.context().route('**/api/app/attachments/**', (route) => {
    sent.push(route.request().headers().authorization ?? '')
    return route.abort()
  })
  await picker(page).setInputFiles(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => pdf(name)))
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  await page.getByText(/^Borrador guardado/).waitFor()
  await page.getByRole('button', { name: `Cuenta de ${ana.name}` }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.waitForURL(/\/auth\/login/)
  await page.getByLabel('Correo electrónico').fill(beto.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(beto.password)
  const before = sent.length
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/app\//)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(sent.slice(before)).toEqual([])
})
