import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch } from '../support/batch.ts'
import { asPerson, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  browser = await openBrowser()
  admin = await anAdmin()
})
afterAll(() => browser.close())

/** Returns the requests that a page sends until its data is shown and its parts are loaded: number, repeated calls, and kilobytes of scripts. */
async function cost(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Waits until nothing was loaded for a second. The realtime connection stays open, so the network is never idle.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return performance.now() - Math.max(...loaded.map(({ responseEnd }) => responseEnd)) > 1_000
  })
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // Once the subscription is confirmed, each query that it concerns is refetched once.
    const subscribed = loaded.find(({ name }) => name.endsWith('/api/realtime'))?.startTime ?? Infinity
    const first = loaded.filter(({ startTime }) => startTime <= subscribed)
    const calls = first.map(({ name }) => name).filter((name) => new URL(name).pathname.startsWith('/api/'))
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    return {
      // Adds the page itself and the realtime connection.
      requests: first.length + 2,
      repeated: calls.filter((name, at) => calls.indexOf(name) < at),
      scriptKilobytes: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000,
    }
  })
}

test.each([
  ['/auth/login', 245],
  ['/auth/register/', 245],
  ['/app/dashboard', 185],
  ['/app/request/', 240],
  ['/app/request/:request', 350],
  ['/app/request/queue', 300],
  ['/app/request/batch/:batch', 185],
  ['/app/request/create', 185],
  ['/app/format/', 350],
  ['/app/user-managment/', 350],
  ['/app/report', 300],
  ['/app/audit', 300],
  ['/app/settings/groups', 300],
  ['/app/profile', 300],
  ['/app/settings/organisation', 300],
] as const)('%s loads few files on a phone and repeats no call', async (path, kilobytes) => {
  const request = await aRequest(await aUser(), admin, 'submitted')
  const batch = await aBatch(admin.pb)
  const page = await openPage(browser, onAPhone)
  if (path.startsWith('/app/')) await asPerson(page, admin)
  const found = await cost(page, path.replace(':request', request.id).replace(':batch', batch.id))
  expect(found.repeated).toEqual([])
  expect(found.requests).toBeLessThanOrEqual(20)
  expect(found.scriptKilobytes).toBeGreaterThan(50)
  expect(found.scriptKilobytes).toBeLessThanOrEqual(kilobytes)
})

test('every page has a description', async () => {
  const page = await openPage(browser)
  for (const path of ['/auth/login', '/auth/register', '/app/dashboard']) {
    await page.goto(path)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Solicitudes de documentos/)
  }
})
