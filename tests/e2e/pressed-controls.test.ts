import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, holdRequests, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const ana = await aUser()
await aRequest(ana, await anAdmin(), 'submitted')

/** Returns whether the control is dimmed. */
const isDimmed = (control: Locator) => control.evaluate((element) => Number(getComputedStyle(element).opacity) < 1)

/** Opens the list of requests, whose menu «Exportar» is not loaded before `release` is called. */
async function openListWithoutMenus() {
  const page = await openPageAs(browser, ana, 'about:blank', onAPhone)
  const release = await holdRequests(page, /\/assets\/menus-.*\.js$/)
  await page.goto('/app/request/')
  const button = page.getByRole('button', { name: 'Exportar' })
  await button.tap()
  await expect.poll(() => isDimmed(button)).toBe(true)
  expect(await page.getByRole('menu').count()).toBe(0)
  return { page, release }
}

test('a tap on the button of a menu shows a response before its files arrive', async () => {
  const { page, release } = await openListWithoutMenus()
  release()
  await page.getByRole('menu').waitFor()
  expect(await page.locator('[data-busy]').count()).toBe(0)
})

test('a menu that arrives after the user moved to a field does not open', async () => {
  const { page, release } = await openListWithoutMenus()
  await page.getByRole('searchbox').first().focus()
  release()
  await page.locator('[data-busy]').waitFor({ state: 'detached' })
  expect(await page.getByRole('menu').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
})
