import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import {
  aCertificate,
  aFormerEmployeeList,
  anEmail,
  anId,
  signInByAddress,
  submitExternally,
} from '../support/external.ts'
import { codeIn, linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAdmin } from '../support/people.ts'
import { aPublishedFormat, requests, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const [admin, superuser] = await Promise.all([anAdmin(), signInSuperuser(testServer().url)])
const email = anEmail()
const employee = { cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Auxiliar contable', correo: email }
const certificate = await aCertificate(admin, await aFormerEmployeeList(admin, [employee]), {
  name: `Certificado ${anId()}`,
  description: 'Para quienes trabajaron en la organización.',
})

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

/** Opens the link of the next answer in the mailbox of an address. */
async function openAnswer(page: Page, address: string, after: number) {
  // A guest gets at most one of these mails in five minutes.
  await superuser.send('/api/sql', { method: 'POST', body: { query: 'DELETE FROM notice_mails' } })
  await expect
    .poll(
      async () => {
        await superuser.crons.run('minute')
        return mailsTo(address).length
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(after + 1)
  const link = linksIn(await mailTo(address, { after })).find((each) => each.includes('/d/'))
  await page.goto(link ?? '')
  await titleIs(page, 'Mi organización respondió su solicitud')
}

test('a former employee asks for a certificate without an account, and gets it', { timeout: 180_000 }, async () => {
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

  const queue = await openPageAs(browser, admin, `/app/request/queue?format=${certificate.id}`)
  await queue.getByText('Externa', { exact: true }).waitFor()
  await queue.getByText(`${certificate.name}, de ${email} (externa).`).waitFor()
  await queue.getByRole('button', { name: 'Aprobar' }).click()
  await queue.keyboard.press('Enter')
  await queue.getByText('No queda nada por revisar').waitFor()

  await openAnswer(page, email, 1)
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Enviar código a mi correo' }).focus()
  await page.keyboard.press('Enter')
  await titleIs(page, 'Escriba el código')
  const code = codeIn(await mailTo(email, { after: 2 }))
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
  await titleIs(page, certificate.name)
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.url().includes('/document?')),
    page.getByRole('button', { name: 'Descargar PDF' }).press('Enter'),
  ])
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('a returned request is corrected from its link', { timeout: 120_000 }, async () => {
  const open = await aPublishedFormat(admin, { name: 'Reclamo', external: { who: 'anyone' } })
  const address = anEmail()
  const id = anId()
  await submitExternally(await signInByAddress(address), { id, format: open.id, values: { nombre: 'Eba' } })
  await take(admin, 'return', { ids: [id], reason: 'Revise el nombre.', notes: { nombre: 'Va con uve.' } })
  const page = await openPage(browser, onAPhone)
  await openAnswer(page, address, 1)
  await page.getByRole('button', { name: 'Enviar código a mi correo' }).click()
  await titleIs(page, 'Escriba el código')
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(codeIn(await mailTo(address, { after: 2 })))
  await titleIs(page, 'Su solicitud')
  await page.getByText('Revise el nombre.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Corregir y enviar de nuevo' }).press('Enter')
  await titleIs(page, 'Reclamo')
  await page.getByText('Va con uve.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Nombre').fill('Eva')
  await page.keyboard.press('Enter')
  await titleIs(page, 'Recibimos su solicitud')
  expect(await requests(admin).getOne(id)).toMatchObject({
    status: 'submitted',
    revision: 1,
    values: { nombre: 'Eva' },
  })
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
