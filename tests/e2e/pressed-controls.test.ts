import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdRequests, onAPhone, openBrowser, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

let browser: Browser
let ana: Person
let request: string
beforeAll(async () => {
  browser = await openBrowser()
  const [admin, user] = await Promise.all([anAdmin(), aUser()])
  ana = user
  request = (await aRequest(ana, admin, 'submitted')).id
})
afterAll(() => browser.close())

/** Returns whether the control is dimmed. */
const isDimmed = (control: Locator) => control.evaluate((element) => Number(getComputedStyle(element).opacity) < 1)

test.each([
  ['the help', '/app/dashboard', 'Ayuda', /\/assets\/help-panel-.*\.js$/, 'dialog'],
  ['a menu', '/app/request/', 'Exportar', /\/assets\/popups-.*\.js$/, 'menu'],
  ['a dialog', '/app/request/:request', 'Anular', /\/assets\/review-.*\.js$/, 'dialog'],
] as const)(
  'a tap on the button of %s shows a response before its files arrive',
  async (_, path, name, files, role) => {
    const page = await openPageAs(browser, ana, 'about:blank', onAPhone)
    const release = await holdRequests(page, files)
    await page.goto(path.replace(':request', request))
    const button = page.getByRole('button', { name, exact: true })
    await button.tap()
    await expect.poll(() => isDimmed(button)).toBe(true)
    expect(await page.getByRole(role).count()).toBe(0)
    release()
    await page.getByRole(role).waitFor()
    expect(await page.locator('[data-busy]').count()).toBe(0)
  },
)

test.each([
  ['Escape was pressed', (page: Page) => page.keyboard.press('Escape')],
  ['the user types in a field', (page: Page) => page.getByRole('searchbox').first().click()],
  ['another dialog was opened', (page: Page) => page.keyboard.press('Control+k')],
] as const)('a dialog that arrives after %s does not open', async (_, interrupt) => {
  const page = await openPageAs(browser, ana, '/app/request/')
  const files = /\/assets\/help-panel-.*\.js$/
  await page.getByRole('button', { name: 'Buscar' }).first().click()
  await page.getByRole('combobox', { name: /Buscar/ }).waitFor()
  await page.keyboard.press('Escape')
  const release = await holdRequests(page, files)
  await page.getByRole('button', { name: 'Ayuda' }).click()
  await page.locator('[data-busy]').waitFor()
  await interrupt(page)
  const arrived = page.waitForResponse(files)
  release()
  await arrived
  await page.locator('[data-busy]').waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog', { name: 'Ayuda' }).count()).toBe(0)
  await page
    .getByRole('button', { name: 'Ayuda', includeHidden: true })
    .and(page.locator('[aria-expanded=false]'))
    .waitFor()
})

/** Drops timers of a second or more, because they load parts when the page is idle. */
const dropLongTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window
    const setShortTimeout = (work: () => void, ms = 0) => (ms < 1_000 ? setTimeout(work, ms) : 0)
    Object.assign(window, { setTimeout: setShortTimeout })
  })

test('focus on the button of the help loads its part', async () => {
  const page = await openPageAs(browser, ana, 'about:blank', onAPhone)
  await dropLongTimers(page)
  const asked = page.waitForRequest(/\/assets\/help-panel-.*\.js$/)
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Ayuda', exact: true }).focus()
  expect((await (await asked).response())?.status()).toBe(200)
})

test('a press does not load other parts of the page', async () => {
  const page = await openPageAs(browser, ana, 'about:blank', onAPhone)
  await dropLongTimers(page)
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Ayuda' }).tap()
  await page.getByRole('dialog', { name: 'Ayuda' }).waitFor()
  expect(asked.filter((url) => /\/assets\/(popups|command-search|toaster)-/.test(url))).toEqual([])
})
