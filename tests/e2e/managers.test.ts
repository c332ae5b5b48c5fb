import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat, requests } from '../support/requests.ts'

const [admin, ana, boss, backup] = await Promise.all([
  anAdmin(),
  aUser({ name: 'Ana Güell' }),
  aUser({ name: 'Sol Paz Jefe' }),
  aUser({ name: 'Talía Respaldo' }),
])

/** Accessibility violations found on any of these screens. */
const found: string[] = []
const check = async (page: Page) => found.push(...(await barriersInBothThemes(page)))

/** Adds the step of the immediate manager in the editor, with a person who decides if there is none. */
async function addManagerStep(format: string) {
  const page = await openPageAs(browser, admin, `/app/format/${format}`)
  await page.getByRole('tab', { name: /^Aprobación/ }).click()
  await page.getByRole('button', { name: 'Agregar paso' }).press('Enter')
  await page.getByLabel('Nombre del paso').fill('Visto bueno')
  await page.getByRole('radio', { name: 'Jefe inmediato' }).press('Space')
  await page.getByRole('radio', { name: 'Deciden personas determinadas' }).press('Space')
  await page.getByText('Este dato es obligatorio.').waitFor()
  await page.getByLabel('Jefe de quién').selectOption({ label: 'De quien solicita' })
  await page.getByRole('combobox', { name: 'Agregar una persona' }).pressSequentially(backup.name)
  await page.getByRole('option', { name: backup.name }).first().click()
  await check(page)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Formato publicado.').waitFor()
  await page.context().close()
}

/** Sets the manager of Ana on her page, by keyboard. */
async function chooseManager() {
  const page = await openPageAs(browser, admin, `/app/user-managment/${ana.id}/request`)
  await page.getByText('Sin jefe inmediato').waitFor()
  await page.getByRole('button', { name: 'Elegir el jefe' }).press('Enter')
  await page.getByRole('combobox', { name: 'Jefe inmediato' }).pressSequentially(boss.name)
  await page.getByRole('option', { name: boss.name }).first().click()
  await check(page)
  await page.getByRole('button', { name: 'Guardar el jefe' }).press('Enter')
  await page.getByText('Jefe inmediato guardado.').waitFor()
  await page.getByRole('definition').filter({ hasText: boss.name }).waitFor()
  await page.context().close()
}

test('an administrator names a manager, the form says who decides, and the manager approves on a phone', async () => {
  const fields = [{ key: 'correo', label: 'Correo del empleado', type: 'email' as const }]
  const format = await aFormat(admin, { name: 'Permiso con jefe', fields, body: 'Permiso de {{correo}}.' })
  await addManagerStep(format.id)

  const form = await openPageAs(browser, ana, `/app/request/create?format=${format.id}`)
  await form.getByText(`Sin jefe inmediato que pueda decidir. Decide ${backup.name}.`).waitFor()
  await chooseManager()
  await form.reload()
  await form.getByText(`Decide ${boss.name}, jefe inmediato.`).waitFor()
  await form.getByLabel('Correo del empleado').fill('ana@empresa.co')
  await check(form)
  await form.getByRole('button', { name: 'Enviar solicitud' }).click()
  await form.getByText('Solicitud enviada.').waitFor()
  await form.getByText(`Decide ${boss.name}, jefe inmediato.`).waitFor()
  await form.goto('/app/profile')
  await form.getByRole('definition').filter({ hasText: boss.name }).waitFor()
  await check(form)

  const queue = await openPageAs(browser, boss, '/app/request/queue', onAPhone)
  await queue.getByRole('button', { name: 'Aprobar' }).first().click()
  await queue
    .getByRole('region', { name: /^¿Aprobar/ })
    .getByRole('button', { name: 'Aprobar' })
    .click()
  await queue.getByText('No queda nada por revisar').waitFor()
  await check(queue)
  const { items } = await requests(ana).getList(1, 1, { filter: `format = "${format.id}"` })
  expect(items).toMatchObject([{ status: 'approved', reviewer: boss.id }])
  expect(found).toEqual([])
})
