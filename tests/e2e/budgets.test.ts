import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aBatch } from '../support/batch.ts'
import { asPerson, browser, onAPhone, openPage } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const admin = await anAdmin()

/** Returns what a page loads until its data is shown and its parts are loaded: number of different requests, repeated calls, and kilobytes of scripts. */
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
      // Each adds the page itself and the realtime connection.
      requestsBeforeSubscription: first.length + 2,
      requests: new Set(loaded.map(({ name }) => name)).size + 2,
      repeated: calls.filter((name, at) => calls.indexOf(name) < at),
      scriptKilobytes: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000,
    }
  })
}

// Kilobytes of scripts and number of requests. One request of the queue loads the next request to decide.
test.each([
  ['/auth/login', 184, 10],
  ['/auth/register/', 183, 10],
  ['/app/dashboard', 158, 12],
  ['/app/request/', 195, 15],
  ['/app/request/:request', 231, 15],
  ['/app/request/queue', 231, 17],
  ['/app/request/batch/:batch', 194, 16],
  ['/app/request/create', 155, 13],
  ['/app/format/', 321, 16],
  ['/app/user-managment/', 322, 18],
  ['/app/report', 323, 18],
  ['/app/audit', 320, 17],
  ['/app/settings/groups', 320, 17],
  ['/app/profile', 322, 20],
  ['/app/settings/organisation', 326, 15],
] as const)('%s loads little on each screen and repeats no call', async (path, kilobytes, requests) => {
  const request = await aRequest(await aUser(), admin, 'submitted')
  const batch = await aBatch(admin.pb)
  for (const screen of [{}, onAPhone]) {
    const page = await openPage(browser, screen)
    if (path.startsWith('/app/')) await asPerson(page, admin)
    const found = await cost(page, path.replace(':request', request.id).replace(':batch', batch.id))
    expect(found.repeated).toEqual([])
    expect(found.requestsBeforeSubscription).toBeLessThanOrEqual(20)
    expect(found.requests).toBeLessThanOrEqual(requests)
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
