import { expect, test } from 'vitest'
import { asPerson, barriers, browser, onAPhone, openPage, openSession } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest } from '../support/requests.ts'

const amparo = await anAdmin({ name: 'Amparo Gil' })

test('the bell counts new notices, and reading them by keyboard updates all devices', async () => {
  const luz = await aUser()
  const [page, phone] = await Promise.all([openPage(browser), openPage(browser, onAPhone)])
  await Promise.all([asPerson(page, luz), asPerson(phone, luz)])
  await page.goto('/app/notices')
  await page.getByText('No hay avisos').waitFor()
  await phone.goto('/app/dashboard')
  await phone.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  const returned = await aRequest(luz, amparo, 'returned')
  await aRequest(luz, amparo, 'rejected')
  await phone.getByRole('link', { name: 'Avisos: 2 nuevos' }).waitFor()
  const line = page.getByRole('link', {
    name: `Su solicitud ${returned.number} (Carta laboral) necesita correcciones.`,
  })
  await line.waitFor()
  await page.getByText('Falta el cargo.').waitFor()
  expect(await barriers(page)).toEqual([])
  await line.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/request/${returned.id}`)
  await phone.getByRole('link', { name: 'Avisos: 1 nuevo', exact: true }).click()
  expect(await barriers(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Marcar todo como leído' }).click()
  await phone.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  // The focus moves to the page title, because the focused button disappeared.
  await phone.waitForFunction(() => document.activeElement?.matches('h1'))
})

test('opening a request marks its own notices as read with one call, and no others', async () => {
  const luz = await aUser()
  const [returned, rejected] = [await aRequest(luz, amparo, 'returned'), await aRequest(luz, amparo, 'rejected')]
  const page = await openSession(browser, luz)
  let calls = 0
  page.on('request', (call) => {
    if (call.url().endsWith('/api/app/notices/read')) calls++
  })
  await page.goto('/app/request')
  await page.getByRole('link', { name: 'Avisos: 2 nuevos' }).waitFor()
  await page.getByRole('link', { name: returned.number }).click()
  await page.getByRole('link', { name: 'Avisos: 1 nuevo', exact: true }).waitFor()
  await page.goto(`/app/request/${returned.id}`)
  await page.getByRole('heading', { level: 1, name: returned.number }).waitFor()
  // Until the number of notices arrives, the link shows none: wait for the call.
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/app/notices/read'))
  await Promise.all([read, page.goto(`/app/request/${rejected.id}`)])
  await page.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  expect(calls).toBe(2)
})
