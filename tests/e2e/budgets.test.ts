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

/**
 * Returns the requests of a page: files, calls, and the transferred kilobytes of its scripts. `firstKilobytes`: scripts
 * that the server preloads with a `Link` header, because the first content needs them.
 */
async function cost(page: Page, path: string) {
  const preloaded = (await page.goto(path))?.headers().link ?? ''
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Waits until nothing was loaded for a second after the last script: the client on inner pages, the first on the
  // others, which show their title before. The realtime connection stays open, so the network is never idle.
  const lastScript = path.startsWith('/app/') ? '/pocketbase-' : '/index-'
  await page.waitForFunction((lastScript) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const last = Math.max(...loaded.map(({ startTime }) => startTime))
    return loaded.some(({ name }) => name.includes(lastScript)) && performance.now() - last > 1_000
  }, lastScript)
  return page.evaluate((preloaded) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const sum = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    const isCall = ({ name }: PerformanceResourceTiming) => new URL(name).pathname.startsWith('/api/')
    // Once the subscription is confirmed, each query that it concerns is refetched once.
    const subscribed = loaded.find(({ name }) => name.endsWith('/api/realtime'))?.startTime ?? Infinity
    const calls = loaded.filter((entry) => isCall(entry) && entry.startTime <= subscribed)
    return {
      files: loaded.filter((entry) => !isCall(entry)).length,
      calls: calls.map(({ name }) => name),
      scriptKilobytes: sum(scripts),
      clientAt: scripts.find(({ name }) => name.includes('/pocketbase-'))?.startTime ?? 0,
      contentAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      firstKilobytes: sum(scripts.filter(({ name }) => preloaded.includes(new URL(name).pathname))),
    }
  }, preloaded)
}

test.each(['/auth/login', '/auth/register/'])('%s loads few files', async (path) => {
  const { files, calls, scriptKilobytes } = await cost(await openPage(browser), path)
  expect(files).toBeLessThanOrEqual(8)
  expect(calls.length).toBeLessThanOrEqual(1)
  expect(scriptKilobytes).toBeGreaterThan(50)
  // The first script contains the paths of all pages and the parsers of their search parameters.
  expect(scriptKilobytes).toBeLessThanOrEqual(123)
})

test.each([
  // Includes the check for setup steps, and their panel.
  ['/app/dashboard', 130, 141, 8],
  // Includes saved views and the filter form, with the date input of all forms.
  ['/app/request/', 138, 148, 9],
  // Includes the document renderer, the signers, the glyph widths of the four styles, and the document fonts in regular
  // and bold. The PocketBase client is a separate file, loaded after the first paint. Each page also loads two web fonts. The fields
  // for approvers share the date input with the lists.
  ['/app/request/:request', 138, 203, 17],
  ['/app/request/queue', 142, 206, 13],
  ['/app/request/batch/:batch', 132, 143, 9],
  ['/app/request/create', 128, 138, 8],
] as const)('%s loads few files and repeats no call', async (path, first, kilobytes, most) => {
  const ana = await aUser()
  const request = await aRequest(ana, admin, 'submitted')
  const batch = await aBatch(ana.pb)
  const page = await openPage(browser)
  await asPerson(page, ana)
  const { files, calls, scriptKilobytes, firstKilobytes, clientAt, contentAt } = await cost(
    page,
    path.replace(':request', request.id).replace(':batch', batch.id),
  )
  expect(files).toBeLessThanOrEqual(most)
  expect(calls).toEqual([...new Set(calls)])
  // One call returns user, settings, counts and the page's own data; the page sends none of their own calls.
  const start = calls.filter((each) =>
    /\/app\/(calls|start|counts|dashboard)$|\/(users|settings)\/records/.test(each.split('?')[0] ?? ''),
  )
  expect(start.map((each) => new URL(each).pathname)).toEqual(['/api/app/calls'])
  // Adds 2 for the page and for the realtime connection, which some browsers count when it ends. One of the calls is
  // for the notice bell.
  expect(files + calls.length + 2).toBeLessThanOrEqual(most + 11)
  // The PocketBase client loads after the browser displayed the first content.
  expect(clientAt).toBeGreaterThan(contentAt)
  expect(firstKilobytes).toBeGreaterThan(50)
  expect(firstKilobytes).toBeLessThanOrEqual(first)
  expect(scriptKilobytes).toBeLessThanOrEqual(kilobytes)
})

test.each([
  // Lists load the dialogs when these open.
  ['/app/format/', 154],
  ['/app/user-managment/', 153],
  ['/app/report', 159],
  ['/app/audit', 159],
  ['/app/settings/groups', 152],
  // Includes the library of forms and the schemas.
  ['/app/profile', 197],
  ['/app/settings/organisation', 197],
] as const)('%s loads its first content without the code of other pages', async (path, most) => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const { firstKilobytes } = await cost(page, path)
  expect(firstKilobytes).toBeGreaterThan(50)
  expect(firstKilobytes).toBeLessThanOrEqual(most)
})

test('every page has a description', async () => {
  const page = await openPage(browser)
  for (const path of ['/auth/login', '/auth/register', '/app/dashboard']) {
    await page.goto(path)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Solicitudes de documentos/)
  }
})
