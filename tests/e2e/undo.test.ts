import { afterAll, expect, inject, test } from 'vitest'
import { aBatch, cartaLaboral, confirmAndWait, sendRows } from '../support/batch.ts'
import { browser, onAPhone, openPageAs } from '../support/browser.ts'
import { startServer } from '../support/container.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, take } from '../support/requests.ts'

const server = await startServer(inject('image'), { UNDO_SECONDS: '60' })
const at = server.url
afterAll(() => server.stop())

test('an approver undoes a decision by keyboard, and the request shows its earlier state', async () => {
  const amparo = await anAdmin({ at })
  const luz = await aUser({ at })
  const { id } = await aRequest(luz, amparo, 'submitted')
  const page = await openPageAs(browser, amparo, `/app/request/${id}`)
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

  // Undoing in the list works too, and removes the message of the approval.
  await page.goto('/app/request/?status=submitted')
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('1 solicitud aprobada.').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('Deshecho: 1 solicitud está como antes.').waitFor()
  await page.getByText('1 solicitud aprobada.').waitFor({ state: 'hidden' })
})

test('undoing a decision keeps its approver fields in the form', async () => {
  const [amparo, luz] = await Promise.all([anAdmin({ at }), aUser({ at })])
  const format = await aPublishedFormat(amparo, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'riesgo', label: 'Concepto interno', type: 'text', approvers: 'keep' },
    ],
    body: 'Consta que {{nombre}} existe.',
  })
  const { id } = await aDraft(luz, { nombre: 'Luz' }, format.code)
  await take(luz, 'submit', { ids: [id] })
  const page = await openPageAs(browser, amparo, `/app/request/${id}`)
  const dialog = page.getByRole('dialog')
  const filled = page.getByRole('heading', { name: 'Datos de la aprobación' })
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.getByLabel('Concepto interno').fill('reservado')
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await filled.waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await filled.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect.poll(() => dialog.getByLabel('Concepto interno').inputValue()).toBe('reservado')
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await filled.waitFor()
})

test('shows the remaining seconds, and leaving the page ends the undo window', async () => {
  const [amparo, luz] = await Promise.all([anAdmin({ at }), aUser({ at })])
  const { id } = await aRequest(luz, amparo, 'submitted')
  const page = await openPageAs(browser, amparo, `/app/request/${id}`)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/requests/approve')),
    page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click(),
  ])
  const { undo } = await answer.json()
  await page.getByText(/^El documento se generará en [1-6]?\d s\.$/).waitFor()
  expect(await page.getByRole('button', { name: 'Deshacer', exact: true }).innerText()).toMatch(/^Deshacer\s+[1-6]?\d$/)
  // The undo button remains when the user opens another page of the product.
  await page.getByRole('link', { name: 'Solicitudes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Solicitudes' }).waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  expect((await requests(luz).getOne(id)).documentNumber).toBe('')
  await page.goto('about:blank')
  await expect.poll(async () => (await requests(luz).getOne(id)).documentStatus, { timeout: 15_000 }).toBe('ready')
  expect(await refusalOf(amparo.pb.send(`/api/app/decisions/${undo.id}/undo`, { method: 'POST' }))).toMatchObject({
    status: 409,
    code: 'request.undo',
  })
})

test.each([onAPhone, { viewport: { width: 1366, height: 850 } }])(
  'a queue decision is announced without covering the next form: %j',
  async (device) => {
    const [amparo, luz] = await Promise.all([anAdmin({ at }), aUser({ at })])
    const { format } = await aRequest(luz, amparo, 'submitted')
    await aRequest(luz, amparo, 'submitted')
    const page = await openPageAs(browser, amparo, `/app/request/queue?format=${format}&owner=${luz.id}`, device)
    await page.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByLabel('Por qué se rechaza').fill('No procede.')
    await page
      .getByRole('region', { name: /Rechazar/ })
      .getByRole('button', { name: 'Rechazar' })
      .click()
    await page.getByRole('button', { name: 'Deshacer' }).waitFor()
    for (const name of ['Deshacer', 'Aprobar', 'Devolver', 'Rechazar', 'Anterior', 'Siguiente'])
      await expect.poll(() => page.getByRole('button', { name }).evaluate(isUncovered)).toBe(true)
    if (device === onAPhone) return
    // The end of the document, with the signatures, can be scrolled above the toast.
    const paper = page.getByRole('article', { name: 'Vista previa del documento' })
    const isAbove = async () => {
      await paper.evaluate((element) => {
        for (let at: Element | null = element; at; at = at.parentElement) at.scrollTop = at.scrollHeight
      })
      const [end, toast] = [await paper.boundingBox(), await page.locator('[data-sonner-toast]').first().boundingBox()]
      return end !== null && toast !== null && end.y + end.height <= toast.y
    }
    await expect.poll(isAbove).toBe(true)
  },
)

/** Requests of a bulk decision: so many chunks of a hundred that the other approver decides between two of them. */
const bulk = Number(process.env.BULK ?? 4_000)
const shown = (count: number) => count.toLocaleString('de')

test(`a bulk decision of ${bulk} requests decides each once while another approver decides some`, async () => {
  const [amparo, rosa, luz] = await Promise.all([anAdmin({ at }), anAdmin({ at, name: 'Rosa Díaz' }), aUser({ at })])
  const batch = await aBatch(luz.pb, { total: bulk })
  const rows = Array.from({ length: 200 }, () => cartaLaboral())
  for (let from = 2; from < bulk; from += 200) await sendRows(luz.pb, batch, rows, from)
  await confirmAndWait(luz.pb, batch)
  const found = async (search: object) => pageOf(rosa, { batch: batch.id, ...search })
  const [first, last] = await Promise.all(['number', '-number'].map((sort) => found({ sort, perPage: 10 })))
  const hers = last?.items.map(({ id }) => id) ?? []
  const page = await openPageAs(browser, amparo, `/app/request/?batch=${batch.id}&status=submitted`)
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: `Elegir las ${shown(bulk)} que coinciden` }).click()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog', { name: `¿Aprobar ${shown(bulk)} solicitudes?` }).waitFor()
  await take(rosa, 'return', { ids: first?.items.slice(0, 3).map(({ id }) => id), reason: 'Falta la firma.' })
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  const again = page.getByRole('dialog', { name: `¿Aprobar ${shown(bulk - 3)} solicitudes?` })
  await again.getByText(/La lista cambió mientras usted la veía/).waitFor()
  await again.getByRole('button', { name: 'Aprobar' }).click()
  // Waits until some of the requests are approved.
  await expect
    .poll(async () => (await found({ status: 'approved', perPage: 1 })).totalItems, { interval: 5 })
    .toBeGreaterThan(0)
  expect((await take(rosa, 'reject', { ids: hers, reason: 'Se repite.' })).changed).toHaveLength(10)
  await page.getByText(`${shown(bulk - 13)} solicitudes aprobadas. 10 quedaron como estaban`).waitFor()
  await page.getByRole('button', { name: 'Ver cuáles quedaron' }).click()
  const stayed = page.getByRole('dialog', { name: '10 solicitudes quedaron como estaban' })
  await stayed.getByRole('link', { name: last?.items[0]?.number }).waitFor()
  const counted = await rosa.pb.send('/api/app/requests/counts', { query: { batch: batch.id } })
  expect(counted).toMatchObject({ approved: bulk - 13, returned: 3, rejected: 10, submitted: 0 })
  expect((await found({ decision: 'approve', reviewer: amparo.id, perPage: 1 })).totalItems).toBe(bulk - 13)
})

/** Returns whether no element covers the corners of an element. */
function isUncovered(there: Element) {
  const { left, top, right, bottom } = there.getBoundingClientRect()
  const corners = [left + 6, right - 6].flatMap((x) =>
    [top + 6, bottom - 6].map((y) => document.elementFromPoint(x, y)),
  )
  return corners.every((seen) => there.contains(seen))
}
