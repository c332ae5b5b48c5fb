import { beforeAll, expect, test } from 'vitest'
import { aCompletedBatch, cartaLaboral, formatOf } from '../support/batch.ts'
import { asPerson, browser, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin, anInactiveUser, aUser, type Person } from '../support/people.ts'
import { aDraft, aRequest } from '../support/requests.ts'
import { findScreenProblems, openScreenPages, type ScreenPages } from '../support/screens.ts'

let admin: Person
let ana: Person
let pages: ScreenPages
const ids: Record<string, string> = {}
beforeAll(async () => {
  ;[admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Ruiz' })])
  await anInactiveUser({ name: 'Quien Espera' })
  const batch = await aCompletedBatch(ana.pb, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' })])
  await aRequest(ana, admin, 'submitted')
  const [draft, format] = await Promise.all([aDraft(admin), formatOf(admin.pb, 'OC')])
  Object.assign(ids, { batch: batch.id, user: ana.id, draft: draft.id, format })
  pages = await openScreenPages(browser, admin)
})

const fill = (path: string) => path.replace(/\$(\w+)/, (_, name: string) => ids[name] ?? name)

// Settings and setup steps are tested in other files.
test.each([
  '/app/dashboard',
  '/app/request/',
  '/app/request/create?draft=$draft',
  '/app/request/batch/$batch',
  '/app/format/',
  '/app/format/$format',
  '/app/user-managment/',
  '/app/user-managment/$user/request',
  '/app/user-managment/guests',
  '/app/profile',
  '/app/audit',
])('%s has no accessibility violations in either theme on desktop, tablet and phone', async (path) => {
  expect(await findScreenProblems(pages, fill(path))).toEqual([])
})

test('the batch of another user shows only tabs that hold rows', async () => {
  const page = await openPageAs(browser, admin, fill('/app/request/batch/$batch'))
  const tabs = page.getByRole('tablist', { name: 'Qué filas se ven' }).getByRole('tab')
  await expect.poll(() => tabs.allTextContents()).toEqual(['Con errores1', 'Todas2'])
})

test.each([
  ['/app/user-managment/', 'Invitar', 'Nombre'],
  ['/app/settings/webhooks', 'Nuevo webhook', 'Dirección'],
  ['/app/format/', 'Nuevo formato', 'Categoría'],
])('%s asks for confirmation before closing an edited dialog', async (path, opens, label) => {
  const page = await openPageAs(browser, admin, path)
  await page.getByRole('button', { name: opens, exact: true }).press('Enter')
  const dialogs = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(0)
  await page.getByRole('button', { name: opens, exact: true }).press('Enter')
  await dialogs.getByLabel(label).fill('algo')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^¿Salir sin guardar est[ea] / }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(1)
  expect(await dialogs.getByLabel(label).inputValue()).toBe('algo')
  await dialogs.getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
  await expect.poll(() => dialogs.count()).toBe(0)
})

test('users without administration see the not-found page, and receive no data of others', async () => {
  const page = await openPage(browser)
  const bodies: string[] = []
  page.on('response', async (response) => bodies.push(await response.text().catch(() => '')))
  await asPerson(page, ana)
  for (const path of [
    '/app/format/',
    '/app/user-managment/',
    '/app/settings',
    '/app/settings/organisation',
    '/app/settings/backups',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Página no encontrada' }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(bodies.length).toBeGreaterThan(5)
  expect(bodies.filter((text) => text.includes(admin.email) || text.includes('Quien Espera'))).toEqual([])
})
