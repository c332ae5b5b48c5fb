import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest, requests } from '../support/requests.ts'

let browser: Browser
let server: Server
beforeAll(async () => {
  server = await startServer(inject('image'), { UNDO_SECONDS: '60' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('who decided by mistake takes it back by keyboard, and the page shows it as it was', async () => {
  const at = server.url
  const amparo = await anAdmin({ at })
  const luz = await aUser({ at })
  const { id } = await aRequest(luz, amparo, 'submitted')
  const page = await openPage(browser, { baseURL: at })
  const value = encodeURIComponent(
    JSON.stringify({ token: amparo.pb.authStore.token, record: amparo.pb.authStore.record }),
  )
  await page.context().addCookies([{ name: 'pb_auth', value, url: at }])
  await page.goto(`/app/request/${id}`)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('1 aprobada', { exact: true }).waitFor()
  await page.getByText('Solicitud aprobada.').waitFor()
  await expect.poll(async () => (await requests(luz).getOne(id)).status).toBe('approved')
  await page.keyboard.press('Alt+t')
  const undo = page.getByRole('button', { name: 'Deshacer' })
  for (let n = 0; n < 5 && !(await undo.evaluate((button) => button === document.activeElement)); n++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Deshecho: 1 solicitud está como antes.').waitFor()
  await page.getByText('deshizo esa decisión').waitFor()
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
  await page.getByText('Solicitud aprobada.').waitFor({ state: 'hidden' })
  expect((await requests(luz).getOne(id)).status).toBe('submitted')

  // Of some in the list as well: nothing goes on saying that they are approved.
  await page.goto('/app/request/?status=submitted')
  await page.getByRole('checkbox', { name: 'Elegir todas las de esta página' }).check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('1 solicitud aprobada.').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('Deshecho: 1 solicitud está como antes.').waitFor()
  await page.getByText('1 solicitud aprobada.').waitFor({ state: 'hidden' })
})
