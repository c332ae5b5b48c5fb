import { setTimeout as wait } from 'node:timers/promises'
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
  // Waits until nothing was loaded for a second. The realtime connection stays open, so the network is never idle. A file counts only when it has
  // arrived, and the sign-in pages show their title before the first script has.
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const last = Math.max(...loaded.map(({ startTime }) => startTime))
    return loaded.some(({ name }) => name.endsWith('.js')) && performance.now() - last > 1_000
  })
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
  ['/app/dashboard', 127, 137, 8],
  // Includes saved views and the filter form.
  ['/app/request/', 133, 143, 9],
  // Includes the document renderer, the signers, the glyph widths of the four styles, and the document fonts in regular
  // and bold. The PocketBase client is a separate file, loaded after the first paint.
  ['/app/request/:request', 135, 194, 13],
  ['/app/request/queue', 138, 201, 13],
  ['/app/request/batch/:batch', 130, 141, 9],
  ['/app/request/create', 125, 134, 8],
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

test('the data of a page is requested before its scripts run', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await asPerson(page, ana)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    asked.push(`${pathname} ${searchParams.get('calls')}`)
  })
  // Blocks the first script: the calls below must come from the HTML page itself.
  await page.route(/\/assets\/index-/, (route) => route.abort())
  await page.goto('/app/dashboard')
  await expect.poll(() => asked).toContain('/api/app/calls /api/app/start /api/app/dashboard')
})

test.each(['/app/dashboard', '/app/request/', '/app/format/'])(
  'the first content of %s has the name of the organisation',
  async (path) => {
    const page = await openPage(browser)
    await asPerson(page, admin)
    await page.addInitScript(() => {
      const names = new Set<string>()
      Object.assign(window, { names })
      new MutationObserver(() => {
        const name = document.querySelector('[class*=organisation_]')?.textContent
        if (name) names.add(name)
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await wait(500)
    const names = await page.evaluate(() => [...(window as unknown as { names: Set<string> }).names])
    expect(names).toEqual([expect.any(String)])
    expect(names).not.toEqual(['Formatos preeliminares'])
  },
)

test('a request that is decided while the scripts load is shown as decided', async () => {
  const ana = await aUser()
  const { id } = await aRequest(ana, admin, 'submitted')
  const page = await openPage(browser)
  await asPerson(page, admin)
  let canLoad = () => {}
  const loads = new Promise<void>((resolve) => {
    canLoad = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await loads
    await route.continue()
  })
  const asked = page.waitForResponse(/\/api\/app\/calls/)
  await page.goto(`/app/request/${id}`, { waitUntil: 'commit' })
  await asked
  await admin.pb.send('/api/app/requests/approve', { method: 'POST', body: { ids: [id] } })
  // The server repeats the realtime events of the last five seconds to new subscribers.
  await wait(6_000)
  canLoad()
  await page.getByText('Aprobada', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0)
})

test('a joined call that the server defers is repeated as one call', async () => {
  const page = await openPage(browser)
  await asPerson(page, await aUser())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const busy = { status: 503, headers: { 'Retry-After': '1' }, json: {} }
  await page.route(/\/api\/app\/calls/, (route) => route.fulfill(busy), { times: 1 })
  await page.goto('/app/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const start = asked.filter((path) =>
    /^\/api\/(app\/(calls|start|counts|dashboard)$|collections\/(users|settings)\/)/.test(path),
  )
  expect(start).toEqual(['/api/app/calls', '/api/app/calls'])
})

test('every page has a description', async () => {
  const page = await openPage(browser)
  for (const path of ['/auth/login', '/auth/register', '/app/dashboard']) {
    await page.goto(path)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Solicitudes de documentos/)
  }
})
