import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  browser = await openBrowser()
  admin = await anAdmin()
})
afterAll(() => browser.close())

/** What a page asks for from its address to its title: files and calls, and the kilobytes of its scripts as they travel. */
async function cost(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The line for what changes stays open, so no page is ever idle: nothing new for a second is the end.
  await page.waitForFunction(() => {
    const last = Math.max(...performance.getEntriesByType('resource').map(({ startTime }) => startTime))
    return performance.now() - last > 1_000
  })
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    const calls = loaded.filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
    return {
      files: loaded.length - calls.length,
      calls: calls.length,
      scriptKilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    }
  })
}

test.each(['/auth/login', '/auth/register/'])('%s comes in few files', async (path) => {
  const { files, calls, scriptKilobytes } = await cost(await openPage(browser), path)
  expect(files).toBeLessThanOrEqual(15)
  expect(calls).toBeLessThanOrEqual(1)
  expect(scriptKilobytes).toBeGreaterThan(50)
  expect(scriptKilobytes).toBeLessThanOrEqual(170)
})

test.each(['/app/dashboard', '/app/request/', '/app/request/:id'])('%s comes in few files', async (path) => {
  const { id } = await aRequest(admin, admin, 'submitted')
  const page = await openPage(browser)
  await asPerson(page, admin)
  const { files, calls, scriptKilobytes } = await cost(page, path.replace(':id', id))
  expect(files).toBeLessThanOrEqual(18)
  expect(calls).toBeLessThanOrEqual(10)
  expect(scriptKilobytes).toBeGreaterThan(50)
  expect(scriptKilobytes).toBeLessThanOrEqual(290)
})
