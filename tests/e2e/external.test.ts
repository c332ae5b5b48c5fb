import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { aCertificate, aFormerEmployeeList, anEmail, anId } from '../support/external.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aPublishedFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
let certificate: Format
let email: string
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([openBrowser(), anAdmin()])
  email = anEmail()
  const row = { cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Auxiliar contable', correo: email }
  certificate = await aCertificate(admin, await aFormerEmployeeList(admin, [row]), {
    name: `Certificado ${anId()}`,
    description: 'Para quienes trabajaron en la organización.',
  })
})
afterAll(() => browser.close())

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const titleIs = (page: Page, text: string) => expect.poll(() => title(page).textContent()).toBe(text)

/** Confirms an address with the newest code from its mailbox, with the keyboard. */
async function confirmAddress(page: Page, address: string, after = 0) {
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await titleIs(page, 'Escriba el código')
  const code = codeIn(await mailTo(address, { after }))
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
}

test('a former employee asks for a certificate with the keyboard, without an account', async () => {
  const page = await openPage(browser, onAPhone)
  await page.goto('/solicitar')
  await titleIs(page, 'Solicitar un documento')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: certificate.name }).focus()
  await page.keyboard.press('Enter')
  await titleIs(page, certificate.name)
  expect(await barriersInBothThemes(page)).toEqual([])
  await confirmAddress(page, email)

  await page.getByLabel('Cédula').focus()
  await page.keyboard.type('79000111')
  await page.keyboard.press('Enter')
  await page.getByText('Ningún registro tiene ese dato y su correo').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Cédula').fill('1.020.304.050')
  await page.keyboard.press('Enter')

  await page.getByText('Auxiliar contable').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(1)
  // The focus moves to the title, because the field of the step before disappeared.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Hay un dato por corregir').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Para qué lo necesita').focus()
  await page.keyboard.type('Una visa')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.keyboard.press('Enter')
  await titleIs(page, 'Recibimos su solicitud')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.getByText(/^SOL-\d{4}-\d{6}$/).count()).toBe(1)
  await page.getByRole('button', { name: 'Salir' }).focus()
  await page.keyboard.press('Enter')
  await titleIs(page, 'Solicitar un documento')
  expect(await page.evaluate(() => sessionStorage.getItem('link'))).not.toContain(email)
})

test('anyone with a confirmed address asks, and a reload keeps the code', async () => {
  const open = await aPublishedFormat(admin, { name: 'Derecho de petición', external: { who: 'anyone' } })
  const page = await openPage(browser)
  await page.goto(`/solicitar?formato=${open.id}`)
  const address = anEmail()
  await page.getByLabel('Correo electrónico').fill(address)
  await page.keyboard.press('Enter')
  await titleIs(page, 'Escriba el código')
  await page.reload()
  await titleIs(page, 'Escriba el código')
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(codeIn(await mailTo(address)))
  await page.getByLabel('Nombre').fill('Eva')
  await page.keyboard.press('Enter')
  await titleIs(page, 'Recibimos su solicitud')
})
