import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch } from '../support/batch.ts'
import { asPerson, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
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
      calls: calls.map(({ name }) => name),
      scriptKilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    }
  })
}

test.each(['/auth/login', '/auth/register/'])('%s loads few files', async (path) => {
  const { files, calls, scriptKilobytes } = await cost(await openPage(browser), path)
  expect(files).toBeLessThanOrEqual(8)
  expect(calls.length).toBeLessThanOrEqual(1)
  expect(scriptKilobytes).toBeGreaterThan(50)
  // The first file knows the address of each page and reads what it says: with notices, history, reports, keys, webhooks, groups and lists.
  expect(scriptKilobytes).toBeLessThanOrEqual(129)
})

test.each([
  // With the address of the setup; its panel and example load for administrators only.
  ['/app/dashboard', 148, 10],
  // With its saved views, and the form of its filters.
  ['/app/request/', 152, 10],
  // With what draws a document and who signs it, its looks, the widths of its four faces, and its letters in regular and bold.
  // One file more than before: the client loads apart, after the first paint.
  ['/app/request/:request', 196, 14],
  ['/app/request/batch/:batch', 152, 10],
] as const)('%s loads few files and repeats no call', async (path, kilobytes, most) => {
  const ana = await aUser()
  const request = await aRequest(ana, admin, 'submitted')
  const batch = await aBatch(ana.pb)
  const page = await openPage(browser)
  await asPerson(page, ana)
  const { files, calls, scriptKilobytes } = await cost(
    page,
    path.replace(':request', request.id).replace(':batch', batch.id),
  )
  expect(files).toBeLessThanOrEqual(most)
  expect(calls).toEqual([...new Set(calls)])
  // With the page itself, and the line for what changes, which some browsers count when it ends.
  // One of the calls is the bell's.
  expect(files + calls.length + 2).toBeLessThanOrEqual(most + 11)
  expect(scriptKilobytes).toBeGreaterThan(50)
  expect(scriptKilobytes).toBeLessThanOrEqual(kilobytes)
})

test('the data of a page is requested before its scripts run', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await asPerson(page, ana)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Its first file never arrives: whatever is asked for was asked without it.
  await page.route(/\/assets\/index-/, (route) => route.abort())
  await page.goto('/app/dashboard')
  await expect.poll(() => asked).toContain('/api/app/dashboard')
  expect(asked).toContain(`/api/collections/users/records/${ana.id}`)
})

test('every page has a description', async () => {
  const page = await openPage(browser)
  for (const path of ['/auth/login', '/auth/register', '/app/dashboard']) {
    await page.goto(path)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Solicitudes de documentos/)
  }
})
