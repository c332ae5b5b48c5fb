import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson, barriers, onAPhone, openBrowser, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, requests, take } from '../support/requests.ts'

let browser: Browser
let amparo: Person
beforeAll(async () => {
  browser = await openBrowser()
  amparo = await anAdmin()
})
afterAll(() => browser.close())

async function panelOf(person: Person, options = {}): Promise<Page> {
  const page = await openPageAs(browser, person, '/app/dashboard', options)
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  return page
}

test('pending work appears and disappears live and is reachable by keyboard', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const { id: group } = await amparo.pb.collection('groups').create({ name: `Área ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const { id } = await aDraft(ana, { nombre: 'Luz Peña' }, code)
  const [his, hers] = [await panelOf(beto), await panelOf(ana, { ...onAPhone, colorScheme: 'dark' as const })]
  await his.getByRole('region', { name: 'Está al día' }).waitFor()
  await hers
    .getByRole('region', { name: 'Borradores' })
    .getByRole('link', { name: /Luz Peña/ })
    .waitFor()

  await take(ana, 'submit', { ids: [id] })
  const { number } = await requests(ana).getOne(id)
  const toDecide = his.getByRole('region', { name: 'Por revisar' }).getByRole('link', { name: new RegExp(number) })
  await toDecide.getByText(/Jefe del área · Luz Peña/).waitFor()
  await his.getByRole('link', { name: 'Panel: 1 pendiente' }).waitFor()
  expect(await barriers(his)).toEqual([])
  await toDecide.focus()
  await his.keyboard.press('Enter')
  await his.waitForURL(`**/app/request/${id}`)
  await his.getByRole('link', { name: 'Panel: 1 pendiente' }).click()
  await toDecide.waitFor()

  await take(beto, 'return', { ids: [id], reason: 'Falta el segundo apellido.' })
  await his.getByRole('region', { name: 'Está al día' }).waitFor()
  await his.getByRole('link', { name: 'Panel', exact: true }).waitFor()
  const toCorrect = hers.getByRole('region', { name: 'Devueltas para corregir' }).getByRole('link')
  await toCorrect.getByText('Falta el segundo apellido.').waitFor()
  await toCorrect.getByText(/^Devuelta /).waitFor()
  expect([...(await barriers(his)), ...(await barriers(hers))]).toEqual([])
  await toCorrect.focus()
  await hers.keyboard.press('Enter')
  await hers.waitForURL(`**/app/request/create?draft=${id}`)
  await Promise.all([his, hers].map((page) => page.context().close()))
})

test('shows a change made after the data was loaded and before the page subscribed', async () => {
  const ana = await aUser()
  const { id } = await aDraft(ana)
  const page = await openPage(browser)
  await asPerson(page, ana)
  let subscribe = () => {}
  const isChanged = new Promise<void>((resolve) => {
    subscribe = resolve
  })
  await page.route('**/api/realtime', async (route) => {
    if (route.request().method() === 'POST') await isChanged
    await route.continue()
  })
  // The clock stands still, because a page loads data older than two seconds again by itself.
  await page.clock.setFixedTime(Date.now())
  const asksToSubscribe = page.waitForRequest((request) => isSubscription(request))
  await page.goto('/app/dashboard')
  const drafts = page.getByRole('region', { name: 'Borradores' })
  await drafts.getByRole('listitem').waitFor()
  await asksToSubscribe
  await requests(ana).delete(id)
  subscribe()
  await expect.poll(() => drafts.count()).toBe(0)
})

const isSubscription = (request: Request) => request.url().endsWith('/api/realtime') && request.method() === 'POST'

test('pending decisions are shown above the counters', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const { id: group } = await amparo.pb.collection('groups').create({ name: `Orden ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const drafts = await Promise.all(['Uno', 'Dos'].map((nombre) => aDraft(ana, { nombre }, code)))
  await take(ana, 'submit', { ids: drafts.map(({ id }) => id) })
  for (const device of [{}, onAPhone]) {
    const page = await panelOf(beto, device)
    const topOf = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())?.y ?? 0
    const waiting = await topOf(page.getByRole('region', { name: 'Por revisar' }))
    expect(waiting).toBeGreaterThan(0)
    expect(waiting).toBeLessThan(await topOf(page.getByRole('list', { name: 'Por atender' })))
    await page.context().close()
  }
})

test('an idle panel offers three acts and counts nothing; a busy panel says each number once', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const { id: group } = await amparo.pb.collection('groups').create({ name: `Cifras ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const page = await panelOf(beto)
  const acts = page.getByRole('region', { name: 'Está al día' }).getByRole('link')
  await acts.first().waitFor()
  expect(await acts.allInnerTexts()).toEqual([
    'Nueva solicitud\nElija un formato y diligencie los datos.',
    'Nuevo lote\nCargue una hoja de cálculo: cada fila es una solicitud.',
    'Decididas por mí\nConsulte lo que aprobó, devolvió o rechazó.',
  ])
  const main = page.getByRole('main')
  expect(await main.innerText()).not.toMatch(/\d|nada|pendiente/)
  expect(await main.getByRole('link', { name: 'Nueva solicitud' }).count()).toBe(1)
  const drafts = await Promise.all(['Uno', 'Dos', 'Tres'].map((nombre) => aDraft(ana, { nombre }, code)))
  await take(ana, 'submit', { ids: drafts.map(({ id }) => id) })
  await main.getByRole('link', { name: /^Por revisar 3/ }).waitFor()
  // Without numbers of requests and times.
  const numbers = (await main.innerText()).replace(/SOL-[\d-]+|hace \d+ \w+/g, '').match(/\d+/g)
  expect(numbers).toEqual(['3'])
})

test('a new user finds one button; pending decisions come before own corrections', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const fresh = await panelOf(beto, onAPhone)
  await fresh.getByRole('link', { name: 'Hacer la primera solicitud' }).waitFor()
  expect(
    await fresh
      .getByRole('main')
      .getByRole('link', { name: /solicitud/i })
      .count(),
  ).toBe(1)
  await fresh.context().close()

  const { id: group } = await amparo.pb.collection('groups').create({ name: `Turno ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const [his, hers] = await Promise.all([aDraft(beto), aDraft(ana, { nombre: 'Uno' }, code)])
  await take(beto, 'submit', { ids: [his.id] })
  await take(amparo, 'return', { ids: [his.id], reason: 'Falta el cargo.' })
  await take(ana, 'submit', { ids: [hers.id] })
  const page = await panelOf(beto, onAPhone)
  const regions = page.getByRole('region')
  await page.getByRole('region', { name: 'Devueltas para corregir' }).waitFor()
  expect(await regions.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining(['Por revisar', 'Devueltas para corregir']),
  )
  expect((await regions.getByRole('heading', { level: 2 }).allInnerTexts())[0]).toBe('Por revisar')
})

test('the panel and the list are shown again within a minute without a request', async () => {
  const ana = await aUser()
  const page = await openPage(browser)
  await asPerson(page, ana)
  const began = Date.now()
  await page.clock.setFixedTime(began)
  const isSubscribed = () => page.waitForRequest((request) => request.postData()?.includes('batches/*') === true)
  const go = async (link: string, heading: RegExp, seconds: number) => {
    await page.clock.setFixedTime(began + seconds * 1_000)
    await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    // Leaves each page only after it has subscribed, if it does.
    await page.waitForTimeout(500)
  }
  await Promise.all([isSubscribed(), page.goto('/app/dashboard')])
  await go('Solicitudes', /Solicitudes/, 1)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await go('Panel', /^Hola/, 10)
  await go('Solicitudes', /Solicitudes/, 20)
  await go('Panel', /^Hola/, 30)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /dashboard|requests$|calls/.test(path))).toEqual([])
})

test('each page requests all its counts in one call', async () => {
  const page = await panelOf(await aUser())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const counting = () =>
    asked.filter((each) => /^.api.app.(calls$|start$|counts|people|notices|requests.counts)/.test(each))
  for (const path of ['/app/dashboard', '/app/request/']) {
    asked.splice(0)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(counting).not.toEqual([])
    await page.waitForLoadState('networkidle')
    const [first, ...later] = counting()
    expect(first).toBe('/api/app/calls')
    // Only the counts are read once more when the subscription is confirmed.
    expect(later.filter((each) => each !== '/api/app/counts')).toEqual([])
  }
})
