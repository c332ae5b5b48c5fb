import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, barriersInBothThemes, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const [ana, boss] = await Promise.all([aUser({ name: 'Ana Filtros' }), anAdmin()])
await aRequest(ana, boss, 'approved')
await aRequest(ana, boss, 'submitted')

const at = (path: string, person: Person, options = {}) => openPageAs(browser, person, path, options)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filtros/ })

test('filters are set and removed by keyboard; Escape closes them and returns the focus', async () => {
  const page = await at('/app/request/', boss)
  await filtersButton(page).press('Enter')
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id))
    .toBe(await page.getByLabel('Formato', { exact: true }).getAttribute('id'))
  await page.getByLabel('Formato', { exact: true }).selectOption({ label: 'Carta laboral' })
  await page.waitForURL(/format=/)
  const owner = page.getByRole('combobox', { name: 'Solicitante' })
  await owner.pressSequentially('ana filt')
  await page.getByRole('option', { name: /Ana Filtros/ }).waitFor()
  await owner.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  expect(await owner.isVisible()).toBe(true)
  await owner.fill('ana filt')
  await page.getByRole('option', { name: /Ana Filtros/ }).waitFor()
  await owner.press('Enter')
  await page.waitForURL(/owner=/)
  // Rows that are being replaced are dimmed.
  await page.locator('[data-frame]:not([aria-busy])').first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Plazo').press('Escape')
  await page.getByLabel('Plazo').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Filtros (2)')

  await page.getByRole('button', { name: 'De Ana Filtros × (quitar este filtro)' }).press('Enter')
  await page.waitForURL((url) => !url.searchParams.has('owner') && url.searchParams.has('format'))
  await expect.poll(() => focused(page)).toBe('Filtros (1)')
  await page.getByRole('button', { name: 'Limpiar' }).press('Enter')
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => focused(page)).toBe('Filtros')
})

test('the status filter offers only possible statuses, with their counts', async () => {
  const page = await at(`/app/request/?owner=${ana.id}`, boss)
  const options = () => page.getByLabel('Estado').locator('option').allTextContents()
  await expect
    .poll(options)
    .toEqual([
      'Todos los estados (2)',
      'Borradores (0)',
      'Enviadas (1)',
      'Devueltas (0)',
      'Aprobadas (1)',
      'Rechazadas (0)',
      'Anuladas (0)',
    ])
  await page.getByLabel('Estado').selectOption('approved')
  await page.waitForURL(/status=approved/)
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
  const lists = page.getByRole('navigation', { name: 'Cuáles' })
  await lists.getByRole('link', { name: 'Decididas por mí' }).click()
  await expect.poll(async () => (await options()).some((option) => option.startsWith('Borradores'))).toBe(false)
  await lists.getByRole('link', { name: /^Pendientes/ }).click()
  await page.getByLabel('Estado').waitFor({ state: 'detached' })

  const own = await at('/app/request/', ana)
  await own.getByRole('table').waitFor()
  expect(await own.getByRole('navigation', { name: 'Cuáles' }).count()).toBe(0)
})

test('on a phone, filters take the whole width without accessibility violations', async () => {
  const page = await at(`/app/request/?owner=${ana.id}`, boss, onAPhone)
  await filtersButton(page).tap()
  await page.getByLabel('Formato', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await barriers(page)).toEqual([])
})
