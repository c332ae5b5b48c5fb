import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatOf } from '../support/batch.ts'
import { browser, holdRequests, loseResponse, onAPhone, openSession } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aDraft, aRequest } from '../support/requests.ts'

const [boss, ana] = await Promise.all([anAdmin(), aUser()])
const request = (await aRequest(ana, boss, 'submitted')).id

const scripts = /\/assets\/documents-.*\.js$/

test('a part that cannot be loaded leaves the page in place, and is loaded when asked', async () => {
  const page = await openSession(browser, ana)
  await page.route(scripts, (route) => route.abort())
  await page.goto(`/app/request/${request}`)
  await page.getByText('Esta parte de la página no se pudo cargar.').waitFor()
  expect(await page.getByRole('heading', { level: 2, name: 'Datos' }).count()).toBe(1)
  expect(await page.getByRole('heading', { name: 'Something went wrong!' }).count()).toBe(0)
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('article', { name: 'Vista previa del documento' }).waitFor()
  expect(await page.getByRole('button', { name: 'Intentar de nuevo' }).count()).toBe(0)
  // The part remains loaded for later uses.
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Panel' }).click()
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  await page.goBack()
  await page.getByRole('article', { name: 'Vista previa del documento' }).waitFor()
})

test('a menu that cannot be loaded says so, and is loaded when asked', async () => {
  const page = await openSession(browser, ana, onAPhone)
  const files = /\/assets\/menus-/
  await page.route(files, (route) => route.abort())
  await page.goto('/app/request/')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByText('Esta parte de la página no se pudo cargar.').waitFor()
  await page.unroute(files)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('menu').waitFor()
  expect(await page.getByRole('button', { name: 'Intentar de nuevo' }).count()).toBe(0)
})

test('a route that cannot be loaded shows its error, not the sign-in, and is loaded when asked', async () => {
  const page = await openSession(browser, ana)
  await page.route(/\/assets\/dashboard-/, (route) => route.abort())
  await page.goto('/app/dashboard')
  await page.getByRole('heading', { name: 'Something went wrong!' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/dashboard')
  await page.getByRole('button', { name: 'Show Error' }).click()
  await page.getByText(/dashboard-/).waitFor()
  await page.getByRole('button', { name: 'Hide Error' }).click()
  expect(await page.getByText(/dashboard-/).count()).toBe(0)
  await page.unroute(/\/assets\/dashboard-/)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
})

test('a page whose files are missing after an update of the server is loaded again by itself', async () => {
  const page = await openSession(browser, ana)
  let isUpdated = true
  await page.route(/\/assets\/profile-.*\.js$/, (route) =>
    isUpdated ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/app/dashboard')
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isUpdated = false
  })
  await page.getByRole('button', { name: /^Cuenta de / }).click()
  await page.getByRole('menuitem', { name: 'Mi perfil' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/profile')
  expect(
    await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type),
  ).toBe('reload')
})

test('a page whose files are missing does not reload after the user leaves it, nor while the server does not respond', async () => {
  const page = await openSession(browser, ana)
  await page.route(/\/assets\/profile-.*\.js$/, (route) => route.fulfill({ status: 404 }))
  const respond = await holdRequests(page, '/api/health', (route) => route.fulfill({ status: 200 }))
  await page.goto('/app/dashboard')
  const greeting = page.getByRole('heading', { level: 1, name: /^Hola/ })
  await greeting.waitFor()
  let reloads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads++
  })
  const openProfile = async () => {
    await page.getByRole('button', { name: /^Cuenta de / }).click()
    await page.getByRole('menuitem', { name: 'Mi perfil' }).click()
  }
  const checked = page.waitForRequest('/api/health')
  await openProfile()
  await checked
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Panel' }).click()
  await greeting.waitFor()
  const answered = page.waitForResponse('/api/health')
  respond()
  await answered
  await wait(500)
  await page.unroute('/api/health')
  await page.route('/api/health', (route) => route.fulfill({ status: 502 }))
  await openProfile()
  await page.getByText('No hay conexión con el servidor. Los datos guardados no se perdieron.').waitFor()
  expect(reloads).toBe(0)
})

const offline = 'No hay conexión con el servidor. Revise la red e inténtelo de nuevo.'

test('a spreadsheet whose reader cannot be loaded is not said to be too large', async () => {
  const page = await openSession(browser, ana)
  await page.goto(`/app/request/create-batch?format=${await formatOf(ana.pb, 'CL')}`)
  const reader = /\/assets\/sheet-worker-.*\.js$/
  await page.route(reader, (route) => route.abort())
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name: 'nómina.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('Nombre completo;Cargo\r\nInés Peña;Jefe\r\n'),
    })
  await choose()
  await page.getByText('El lector de hojas de cálculo no cargó.', { exact: false }).waitFor()
  expect(await page.getByText('ocupa demasiado').count()).toBe(0)
  await page.unroute(reader)
  await choose()
  await page.getByRole('region', { name: 'Columnas' }).waitFor()
})

test('the page of a network is not shown as the PDF of a request', async () => {
  const page = await openSession(browser, ana)
  await page.route('**/api/app/requests/preview', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html>' }),
  )
  await page.goto(`/app/request/create?draft=${(await aDraft(ana)).id}`)
  await page.getByRole('button', { name: 'Ver PDF' }).click()
  await page.getByText(offline).waitFor()
  await expect.poll(() => page.context().pages().length).toBe(1)

  await page.unroute('**/api/app/requests/preview')
  await page.evaluate(() => {
    URL.createObjectURL = (file) => `about:blank#${(file as Blob).type}`
  })
  const tab = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Ver PDF' }).click()
  await (await tab).waitForURL('about:blank#application/pdf')
})

test.each([
  [
    'the first connection failed',
    (page: Page) => page.route('**/api/realtime', (route) => route.fulfill({ status: 502 }), { times: 1 }),
  ],
  ['the response to the first subscription was lost', (page: Page) => loseResponse(page, '**/api/realtime')],
])('realtime updates arrive although %s', async (_, fail) => {
  const page = await openSession(browser, ana)
  await fail(page)
  const draft = await aDraft(ana)
  const subscribed = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/realtime'),
  )
  await page.goto('/app/dashboard')
  const drafts = page.getByRole('region', { name: 'Borradores' })
  await drafts.getByRole('listitem').first().waitFor()
  await subscribed
  const count = await drafts.getByRole('listitem').count()
  await ana.pb.collection('requests').delete(draft.id)
  await expect.poll(() => drafts.getByRole('listitem').count()).toBe(count - 1)
})
