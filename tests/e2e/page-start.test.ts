import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cartaLaboral } from '../support/batch.ts'
import { asPerson, browser, holdRequests, onAPhone, openPage, openSession } from '../support/browser.ts'
import { anAdmin, anInactiveUser, aUser } from '../support/people.ts'
import { aDraft, aPublishedFormat, aRequest, requests, take } from '../support/requests.ts'

const admin = await anAdmin()
const [ana, { format }] = [await aUser(), await aRequest(await aUser(), admin, 'submitted')]
const route = [{ key: 'jefe', name: 'Jefe del área', people: [admin.id] }]
const { code } = await aPublishedFormat(admin, { route })
const { id } = await aDraft(ana, { nombre: 'Ana' }, code)
await take(ana, 'submit', { ids: [id] })
const corrected = await aRequest(ana, admin, 'returned')
await requests(ana).update(corrected.id, { values: cartaLaboral({ cargo: 'Tesorera' }) })
await take(ana, 'submit', { ids: [corrected.id] })
const ids: Record<string, string> = { request: id, corrected: corrected.id, format }

const fill = (path: string) => path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name)

test.each(['/app/dashboard', '/app/request/', '/app/format/'])(
  'the first content of %s has the name of the organisation',
  async (path) => {
    const page = await openSession(browser, admin)
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

/** Returns the names of the loaded web fonts. */
const listLoadedFonts = (page: Page) =>
  page.evaluate(() =>
    [...document.fonts]
      .filter(({ family, status }) => status === 'loaded' && /^"?(Public Sans|Besley)"?$/.test(family))
      .map(({ family }) => family.replaceAll('"', ''))
      .sort(),
  )

test.each(
  [
    '/auth/login',
    '/app/dashboard',
    '/app/request/',
    '/app/request/:request',
    '/app/request/queue?at=:request',
    '/app/report',
    '/verificar',
    '/ayuda',
  ].flatMap((path) => [[path, onAPhone] as const, [path, {}] as const]),
)('late web fonts are shown on %s and move nothing: %j', async (path, device) => {
  const page = await openPage(browser, device)
  if (path !== '/auth/login') await asPerson(page, admin)
  const show = await holdRequests(page, /\.woff2$/)
  await page.goto(fill(path), { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Waits for what the page loads after its first content.
  await page.waitForTimeout(1_500)
  expect(await listLoadedFonts(page)).toEqual([])
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  show()
  await expect.poll(() => listLoadedFonts(page)).toEqual(['Besley', 'Public Sans'])
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

test('a request that is decided before the page hears of changes is shown as decided', async () => {
  const { id } = await aRequest(await aUser(), admin, 'submitted')
  const page = await openSession(browser, admin)
  const connect = await holdRequests(page, /\/api\/realtime/)
  await page.goto(`/app/request/${id}`)
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
  await admin.pb.send('/api/app/requests/approve', { method: 'POST', body: { ids: [id] } })
  // The server repeats the realtime events of the last five seconds to new subscribers.
  await wait(6_000)
  connect()
  await page.getByText('Aprobada', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0)
})

test.each([
  '/app/dashboard',
  '/app/request/',
  '/app/request/:request',
  '/app/request/queue',
  '/app/request/queue?at=:corrected',
  '/app/format/',
  '/app/format/:format',
  '/app/user-managment/',
  '/app/report',
  '/app/audit',
  '/app/profile',
  '/app/settings/groups',
])('%s does not move while its calls are answered one after the other', async (path) => {
  await anInactiveUser()
  const page = await openSession(browser, admin)
  await page.addInitScript(() => {
    const shift = { sum: 0 }
    Object.assign(window, { shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Parts that load with the content would move it later.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await wait(150)
    await route.continue()
  })
  let calls = 0
  let answered = 0
  await page.route(/\/api\/(?!realtime)/, async (route) => {
    calls += 1
    await wait(250 * calls)
    await route.continue()
    answered += 1
  })
  await page.goto(fill(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => answered === calls && page.getByText('Cargando…').count()).toBe(0)
  await wait(500)
  const moved = await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum)
  // A line of text that appears above the content of these pages moves them by 0.01 or more.
  expect(moved).toBeLessThan(0.005)
})
