import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompletedBatch, cartaLaboral, formatOf } from '../support/batch.ts'
import { asPerson, barriers, onAPhone, openBrowser, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin, anInactiveUser, aUser, type Person } from '../support/people.ts'
import { aDraft, aRequest } from '../support/requests.ts'
import { findLooseIds, findScreenProblems, openScreen, openScreenPages, type ScreenPages } from '../support/screens.ts'

let browser: Browser
let admin: Person
let ana: Person
let pages: ScreenPages
const ids: Record<string, string> = {}
beforeAll(async () => {
  browser = await openBrowser()
  ;[admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Ruiz' })])
  await anInactiveUser({ name: 'Quien Espera' })
  const batch = await aCompletedBatch(ana.pb, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' })])
  await aRequest(ana, admin, 'submitted')
  const [draft, format] = await Promise.all([aDraft(admin), formatOf(admin.pb, 'OC')])
  Object.assign(ids, { batch: batch.id, user: ana.id, draft: draft.id, format })
  pages = await openScreenPages(browser, admin)
})
afterAll(() => browser.close())

const fill = (path: string) => path.replace(/\$(\w+)/, (_, name: string) => ids[name] ?? name)

// Settings and setup steps are tested in other files.
test.each([
  '/app/dashboard',
  '/app/request/',
  '/app/request/create',
  '/app/request/batch/$batch',
  '/app/format/',
  '/app/format/$format',
  '/app/user-managment/',
  '/app/user-managment/$user/request',
  '/app/audit',
])('%s has no accessibility violations in either theme on desktop, tablet and phone', async (path) => {
  expect(await findScreenProblems(pages, fill(path))).toEqual([])
})

test('forms and dialogs have unique ids and a control for each label', async () => {
  const page = pages.desktop
  for (const path of [
    '/app/request/create?draft=$draft',
    '/app/request/$draft',
    '/app/request/create-batch',
    '/app/profile',
  ]) {
    await openScreen(page, fill(path))
    expect(await findLooseIds(page), path).toEqual([])
  }
  await openScreen(page, '/app/format/', ['Nuevo formato'])
  await page.getByRole('dialog').waitFor()
  expect(await findLooseIds(page)).toEqual([])
})

test('the batch of another user shows only tabs that hold rows', async () => {
  const page = await openPageAs(browser, admin, fill('/app/request/batch/$batch'))
  const tabs = page.getByRole('tablist', { name: 'Qué filas se ven' }).getByRole('tab')
  await expect.poll(() => tabs.allTextContents()).toEqual(['Con errores1', 'Todas2'])
})

/** Returns whether an input is wide enough for its placeholder. */
function hasRoomForHint(field: Element): boolean {
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen || !(field instanceof HTMLInputElement)) return false
  pen.font = `${fontSize} ${fontFamily}`
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return pen.measureText(field.placeholder).width <= room
}

test('the audit log marks the settings as current in the navigation', async () => {
  const page = await openPageAs(browser, admin, '/app/audit', { viewport: { width: 1366, height: 768 } })
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Quién' }).evaluate(hasRoomForHint)).toBe(true)
  const place = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Ajustes' })
  await expect.poll(() => place.getAttribute('aria-current')).toBe('page')
  await page.context().close()
})

test('on a phone, the audit log shows its first row early and filters behind a button', async () => {
  const page = await openPageAs(browser, admin, '/app/audit', onAPhone)
  await page.getByRole('button', { name: 'Filtros' }).waitFor()
  const first = page.getByRole('table').getByRole('row').nth(1)
  await expect.poll(async () => (await first.boundingBox())?.y ?? 900).toBeLessThan(480)
  expect(await page.getByLabel('Sobre qué').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filtros' }).tap()
  await page.getByLabel('Sobre qué').selectOption({ label: 'Usuarios' })
  await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.context().close()
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
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(bodies.length).toBeGreaterThan(5)
  expect(bodies.filter((text) => text.includes(admin.email) || text.includes('Quien Espera'))).toEqual([])
})
