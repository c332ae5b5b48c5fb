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

/** Returns the requests that a page sends until its data is shown and its parts are loaded: number, files, repeated calls, and kilobytes of scripts. */
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
    const isCall = (name: string) => new URL(name).pathname.startsWith('/api/')
    const calls = first.map(({ name }) => name).filter(isCall)
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    return {
      // Adds the page itself and the realtime connection.
      requests: first.length + 2,
      files: loaded.filter(({ name }) => !isCall(name)).length,
      repeated: calls.filter((name, at) => calls.indexOf(name) < at),
      scriptKilobytes: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000,
    }
  })
}

// Kilobytes of scripts and number of files. Pages of requests needed 138 to 206 kB when the server joined their first calls and prerendered their frames.
test.each([
  ['/auth/login', 182, 8],
  ['/auth/register/', 182, 8],
  ['/app/dashboard', 157, 8],
  ['/app/request/', 184, 9],
  ['/app/request/:request', 226, 17],
  ['/app/request/queue', 226, 13],
  ['/app/request/batch/:batch', 183, 9],
  ['/app/request/create', 154, 8],
  ['/app/format/', 296, 11],
  ['/app/user-managment/', 296, 11],
  ['/app/report', 298, 11],
  ['/app/audit', 295, 11],
  ['/app/settings/groups', 295, 11],
  ['/app/profile', 296, 11],
  ['/app/settings/organisation', 298, 11],
] as const)('%s loads few files on each screen and repeats no call', async (path, kilobytes, files) => {
  const request = await aRequest(await aUser(), admin, 'submitted')
  const batch = await aBatch(admin.pb)
  for (const screen of [{}, onAPhone]) {
    const page = await openPage(browser, screen)
    if (path.startsWith('/app/')) await asPerson(page, admin)
    const found = await cost(page, path.replace(':request', request.id).replace(':batch', batch.id))
    expect(found.repeated).toEqual([])
    expect(found.files).toBeLessThanOrEqual(files)
    expect(found.requests).toBeLessThanOrEqual(20)
    expect(found.scriptKilobytes).toBeGreaterThan(50)
    expect(found.scriptKilobytes).toBeLessThanOrEqual(kilobytes)
    await page.context().close()
  }
})

test('every page has a description', async () => {
  const page = await openPage(browser)
  for (const path of ['/auth/login', '/auth/register', '/app/dashboard']) {
    await page.goto(path)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Solicitudes de documentos/)
  }
})
