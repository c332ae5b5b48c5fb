import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatOf } from '../support/batch.ts'
import { browser, openPageAs } from '../support/browser.ts'
import { translatePage } from '../support/page-translation.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const [admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Güell' })])

/** Opens a page and translates it. Returns the page and the errors that it throws from then on. */
async function openTranslated(person: Person, path: string): Promise<{ page: Page; errors: string[] }> {
  const page = await openPageAs(browser, person, path)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await translatePage(page)
  await page.locator('main font').first().waitFor()
  return { page, errors }
}

test('18 translated screens are opened and left without an error', async () => {
  const { id, number } = await aRequest(ana, admin, 'submitted')
  const format = await formatOf(admin.pb, 'CL')
  const { page, errors } = await openTranslated(admin, '/app/dashboard')
  for (const [path, heading] of [
    ['/app/request', 'Solicitudes'],
    [`/app/request/${id}`, number],
    ['/app/request/queue', 'Por revisar'],
    ['/app/request/create', 'Nueva solicitud'],
    ['/app/request/create-batch', 'Nuevo lote'],
    ['/app/request/batch', 'Lotes'],
    ['/app/format', 'Formatos'],
    [`/app/format/${format}`, 'Carta laboral'],
    ['/app/user-managment', 'Usuarios'],
    ['/app/settings', 'Ajustes'],
    ['/app/settings/groups', 'Grupos y reemplazos'],
    ['/app/settings/lists', 'Listas'],
    ['/app/report', 'Informe'],
    ['/app/audit', 'Historial'],
    ['/app/notices', 'Avisos'],
    ['/app/profile', 'Mi perfil'],
    ['/verificar', 'Comprobar un documento'],
    ['/ayuda', 'Ayuda'],
  ] as const) {
    // Changes the screen without loading the page, so that the translation goes on.
    await page.evaluate((to) => history.pushState({}, '', to), path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor({ timeout: 10_000 })
    await page.waitForLoadState('networkidle')
    await page.locator('h1 font').first().waitFor()
  }
  expect(errors).toEqual([])
})

test('a translated form shows that the draft is saved', async () => {
  const { page, errors } = await openTranslated(ana, `/app/request/create?format=${await formatOf(ana.pb, 'CL')}`)
  await page.getByLabel('Nombre').first().fill('Luz Peña')
  await page.getByText(/^Borrador guardado · /).waitFor()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Este dato es obligatorio.').first().waitFor()
  expect(await page.getByText('Guardando el borrador').count()).toBe(0)
  expect(errors).toEqual([])
})

test('a translated request is approved, and the translated panel of its requester shows it', async () => {
  const beto = await aUser()
  const { id } = await aRequest(beto, admin, 'submitted')
  const panel = await openTranslated(beto, '/app/dashboard')
  const counts = panel.page.getByRole('list', { name: 'Mis solicitudes' })
  await counts.getByRole('link', { name: 'En revisión 1' }).waitFor()
  const { page, errors } = await openTranslated(admin, `/app/request/${id}`)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('Aprobada').first().waitFor()
  await page.getByRole('button', { name: 'Aprobar' }).waitFor({ state: 'detached' })
  await counts.getByRole('link', { name: 'Aprobadas 1' }).waitFor()
  expect([...errors, ...panel.errors]).toEqual([])
})
