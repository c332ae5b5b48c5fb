import type { Browser, Page } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriersInBothThemes, openBrowser, openPage, openPageAs } from '../support/browser.ts'
import { receiveSigningLink } from '../support/links.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aFormat, aPublishedFormat, settled, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const fields: Field[] = [
  { key: 'contratista', label: 'Nombre del contratista', type: 'text', required: true, max: 60, summary: true },
  { key: 'correo', label: 'Correo', type: 'email', required: true },
]
const signing = { signers: [{ name: 'contratista', email: 'correo', role: 'Contratista' }] }

let browser: Browser
let superuser: PocketBase
let admin: Person
let owner: Person
beforeAll(async () => {
  browser = await openBrowser()
  superuser = await signInSuperuser(testServer().url)
  admin = await anAdmin()
  owner = await aUser()
})
afterAll(() => browser.close())

/** Creates an approved contract; returns its id, and the address of the contractor and the link of the mail. */
async function aContract() {
  const format = await aPublishedFormat(admin, {
    name: 'Contrato de obra',
    fields,
    body: 'Contrato de {{contratista}}.',
    signing,
  })
  const email = `contratista-${crypto.randomUUID().slice(0, 8)}@ejemplo.test`
  const { id } = await aDraft(owner, { contratista: 'Zoé Güell', correo: email }, format.code)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  await settled(owner, id)
  return { id, email, link: await receiveSigningLink(superuser, email) }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
test('an administrator chooses who signs a format’s documents', async () => {
  const format = await aFormat(admin, { fields, body: 'Contrato de {{contratista}}.' })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('switch', { name: 'Otras personas lo firman por un enlace' }).press('Space')
  await page.getByLabel('Persona 1: firma como').fill('Contratista')
  await page.getByLabel('Días entre recordatorios').fill('3')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Publicar' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await expect
    .poll(async () => (await admin.pb.collection<Format>('formats').getOne(format.id)).signing)
    .toEqual({ ...signing, remindEvery: 3 })
})

test('another person refuses by keyboard alone, and the requester reads the reason and asks again', async () => {
  const { id, email, link } = await aContract()
  const page = await openPage(browser)
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return page.evaluate(() => document.activeElement?.textContent)
      })
      .toBe(name)
    await page.keyboard.press('Enter')
  }
  await page.goto(link)
  await press('Enviar código a mi correo')
  await expect.poll(() => title(page).textContent()).toBe('Escriba el código')
  await page.keyboard.press('Tab')
  await page.keyboard.type(codeIn(await mailTo(email, { after: 1 })))
  await press('No voy a firmar')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await press('Enviar respuesta')
  await page.getByText('Hay un dato por corregir').waitFor()
  await page.keyboard.type('El valor no es el acordado.')
  expect(await barriersInBothThemes(page)).toEqual([])
  await press('Enviar respuesta')
  await page.getByText(/^Usted respondió que no lo firma, el /).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])

  const requester = await openPageAs(browser, owner, `/app/request/${id}`)
  const panel = requester.getByRole('region', { name: 'Firmas' })
  await panel.getByText(/El valor no es el acordado\./).waitFor()
  await panel.getByRole('button', { name: 'Corregir el correo de Contratista' }).press('Enter')
  expect(await barriersInBothThemes(requester)).toEqual([])
  await requester.getByLabel('Correo', { exact: true }).fill('sin arroba')
  await requester.keyboard.press('Enter')
  await requester.getByText('Hay un dato por corregir').waitFor()
  const other = `otro-${email}`
  await requester.getByLabel('Correo', { exact: true }).fill(other)
  await requester.keyboard.press('Enter')
  await panel.getByText('Por enviar', { exact: true }).waitFor()
  await superuser.crons.run('minute')
  await mailTo(other)
  await panel.getByText('Enviado', { exact: true }).waitFor()
  await requester.getByText('Preliminar: es definitivo cuando firmen todos.').waitFor()
  expect(await requester.getByRole('button', { name: 'Pedir el definitivo' }).count()).toBe(0)
  await panel.getByRole('button', { name: 'Cancelar firmas' }).click()
  await requester.getByRole('dialog').getByRole('button', { name: 'Cancelar firmas' }).click()
  await panel.getByText('Cancelada', { exact: true }).waitFor()
})
