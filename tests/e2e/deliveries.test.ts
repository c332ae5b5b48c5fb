import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DeliveryCounts } from '../../src/domain/deliveries/delivery-output.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { mailTo } from '../support/mailbox.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aFormat, aPublishedFormat, pageOf, settled, take } from '../support/requests.ts'
import { findScreenProblems, openScreenPages } from '../support/screens.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60, summary: true },
  { key: 'correo', label: 'Correo', type: 'email' },
  { key: 'celular', label: 'Celular', type: 'phone' },
]
const settings = { email: 'correo', name: 'nombre', phone: 'celular' }

const superuser = await signInSuperuser(testServer().url)
const admin = await anAdmin()

const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
const sendMails = () => superuser.crons.run('minute')
/** Makes the mail server's refusal of an address, which the server of all tests never refuses. */
const refuse = (ids: string[]) =>
  sql(
    `UPDATE links SET state = 'failed', error = 'address: 550 5.1.1 "User unknown"' WHERE request IN (${ids.map((id) => `'${id}'`)})`,
  )
const anAddressOf = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@ejemplo.test`

async function anApproved(owner: Person, format: Format, email: string) {
  const { id } = await aDraft(owner, { nombre: 'Zoé Güell', correo: email, celular: '3001234567' }, format.code)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return settled(owner, id)
}

test('an administrator chooses the recipient of a format’s documents', async () => {
  const format = await aFormat(admin, { fields })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('switch', { name: 'El documento se entrega por correo a su destinatario' }).press('Space')
  await expect.poll(() => page.getByLabel('Correo del destinatario').inputValue()).toBe('correo')
  expect(await page.getByLabel('Nombre del destinatario').inputValue()).toBe('nombre')
  expect(await page.getByLabel('Celular del destinatario').inputValue()).toBe('celular')
  await page.getByLabel('Adjuntar el PDF al correo').check()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Publicar' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await expect
    .poll(async () => (await admin.pb.collection<Format>('formats').getOne(format.id)).delivery)
    .toEqual({ ...settings, attach: true })
})

test('a requester follows a delivery, corrects the address and copies the link', async () => {
  const owner = await aUser()
  const format = await aPublishedFormat(admin, { fields, makesFinal: true, delivery: settings })
  const { id } = await anApproved(owner, format, anAddressOf('zoe'))
  const page = await openPageAs(browser, owner, `/app/request/${id}`)
  const panel = page.getByRole('region', { name: 'Entrega' })
  await panel.waitFor()
  await sendMails()
  await panel.getByText('Enviado', { exact: true }).first().waitFor()
  await refuse([id])
  await page.reload()
  await panel.getByText('Dirección errada').waitFor()
  await panel.getByText('550 5.1.1 "User unknown"').waitFor()
  expect(await findScreenProblems(await openScreenPages(browser, owner), `/app/request/${id}`)).toEqual([])

  const corrected = anAddressOf('corregida')
  await panel.getByRole('button', { name: 'Corregir correo' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Corregir el correo' })
  await dialog.getByLabel('Correo del destinatario').fill('no es un correo')
  await page.keyboard.press('Enter')
  await dialog.getByText('Escriba un correo electrónico válido').first().waitFor()
  await dialog.getByLabel('Correo del destinatario').fill(corrected)
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await panel.getByText(corrected).waitFor()
  await sendMails()
  expect((await mailTo(corrected)).text).toContain('/d/')
  await panel.getByText('Enviado', { exact: true }).first().waitFor()

  await panel.getByRole('button', { name: 'Crear enlace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Crear enlace' }).click()
  const link = page.getByRole('dialog', { name: 'Enlace del destinatario' })
  await expect.poll(() => link.getByLabel('Dirección del enlace').inputValue()).toMatch(/\/d\/[0-9a-f]{32}$/)
  expect(await link.getByRole('link', { name: 'Abrir WhatsApp' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/573001234567\?text=.*%2Fd%2F[0-9a-f]{32}$/,
  )
  await link.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await page.getByText('copió un enlace nuevo al documento').waitFor()
})

test('a requester sends a batch of 300 and corrects 12 wrong addresses by keyboard', { timeout: 180_000 }, async () => {
  const owner = await aUser()
  const format = await aPublishedFormat(admin, { fields, makesFinal: true, delivery: settings })
  const domain = `${crypto.randomUUID().slice(0, 8)}.test`
  const rows = Array.from({ length: 300 }, (_, i) => ({
    nombre: `Persona ${i}`,
    correo: i % 25 === 3 ? `p${i}.${domain}@errado.test` : `p${i}@${domain}`,
  }))
  const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
  await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 300 })
  const counts = () => owner.pb.send<DeliveryCounts>(`/api/app/batches/${batch.id}/deliveries`, { method: 'GET' })
  /** Starts the job again and again, because a run sends nothing while another sender is busy. */
  const sendUntil = (states: Partial<DeliveryCounts>) =>
    expect
      .poll(
        async () => {
          await sendMails()
          return counts()
        },
        { interval: 500 },
      )
      .toMatchObject(states)
  await sendUntil({ waiting: 0, sent: 288, address: 12 })
  const arrived = () => readdirSync(testServer().mailFolder).filter((name) => name.endsWith(`@${domain}.eml`))
  expect(arrived()).toHaveLength(288)

  const page = await openPageAs(browser, owner, `/app/request/batch/${batch.id}`)
  const panel = page.getByRole('region', { name: 'Entrega' })
  await panel.getByText('12 documentos no llegaron').waitFor()
  const screens = await openScreenPages(browser, owner)
  expect(await findScreenProblems(screens, `/app/request/batch/${batch.id}`)).toEqual([])
  await panel.getByRole('button', { name: 'Corregir correos (12)' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Corregir correos' })
  const addresses = Array.from({ length: 12 }, (_, i) => `nueva${i}@${domain}`)
  await dialog.getByRole('textbox').first().focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, addresses.join('\r\n'))
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Corregir y enviar (12)' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await sendUntil({ waiting: 0, sent: 300, address: 0 })
  expect(arrived()).toHaveLength(300)

  const { items } = await pageOf(owner, { batch: batch.id, sort: 'number', perPage: 2 })
  await refuse(items.map(({ id }) => id))
  const list = `/app/request?batch=${batch.id}&delivery=failed`
  await page.goto(list)
  await page.getByText('Dirección errada').nth(1).waitFor()
  expect(await findScreenProblems(screens, list)).toEqual([])
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Enviar de nuevo (2)' }).click()
  await page.getByText('2 documentos por enviar.').waitFor()
})
