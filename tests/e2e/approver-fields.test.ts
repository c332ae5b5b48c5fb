import { expect, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriers, browser, openPageAs, showBodySource } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aFormat, download, formatStep, read, requests, settled, take } from '../support/requests.ts'

const [admin, ana] = await Promise.all([anAdmin({ name: 'Amparo Gil' }), aUser({ name: 'Ana Güell' })])

const found: string[] = []

const at = (person: Person, path: string) => openPageAs(browser, person, path)

/** Creates a format in the editor, with two fields that approvers fill in. */
async function marked(): Promise<Format> {
  const money = { type: 'money', currency: 'COP', required: true } as const
  const format = await aFormat(admin, {
    fields: [
      { key: 'valor', label: 'Valor', ...money },
      { key: 'aprobado', label: 'Valor aprobado', ...money },
      { key: 'riesgo', label: 'Concepto interno', type: 'text' },
    ],
    body: 'Pide {{valor|moneda}}. Recibe {{aprobado|moneda}}. {{riesgo}}',
  })
  const page = await at(admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: /^Campos/ }).click()
  const mark = async (label: string, who: string) => {
    await page.getByRole('button', { name: `Editar ${label}` }).press('Enter')
    const more = page.getByRole('button', { name: 'Más opciones' })
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.press('Enter')
    await page.getByLabel('Quién diligencia este campo').selectOption({ label: who })
  }
  await mark('Valor aprobado', 'Lo diligencia quien aprueba; el solicitante lo ve al final')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await mark('Concepto interno', 'Solo lo diligencian y lo ven quienes aprueban')
  await page.getByRole('dialog').getByText('El solicitante no ve este campo').waitFor()
  found.push(...(await barriers(page)))
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByText('solo lo diligencian y lo ven quienes aprueban').waitFor()
  await page.getByRole('tab', { name: 'Redacción' }).click()
  await page.getByText('Línea 1, «riesgo»: El solicitante no ve este campo').waitFor()
  await showBodySource(page)
  await page.getByRole('textbox', { name: 'Redacción' }).fill('Pide {{valor|moneda}}. Recibe {{aprobado|moneda}}.')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Formato publicado.').waitFor()
  await page.context().close()
  return format
}

async function sent(format: Format, valor: string) {
  const { id } = await requests(ana).create({ format: format.id, values: { valor } })
  await take(ana, 'submit', { ids: [id] })
  return requests(ana).getOne(id)
}

test('an approver fills a field of the document and another hidden from the requester', async () => {
  const format = await marked()
  const [first, second] = [await sent(format, '1000'), await sent(format, '2000')]
  const page = await at(admin, `/app/request/queue?format=${format.id}`)
  const shows = (number: string) => page.getByRole('heading', { level: 2, name: number }).waitFor()
  await shows(first.number)
  const form = page.getByRole('region', { name: `¿Aprobar ${first.number}?` })
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await form.getByLabel('Valor aprobado').waitFor()
  await form.getByRole('button', { name: 'Aprobar' }).click()
  await form.getByText('Este dato es obligatorio.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'aprobado')
  await page.keyboard.type('900')
  // Shortcut letters of the queue are typed as text here.
  await form.getByLabel('Concepto interno').press('a')
  await page.keyboard.type('rriesgado')
  found.push(...(await barriers(page)))

  // The typed values remain after opening the next request and coming back.
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await shows(second.number)
  await page.getByRole('button', { name: 'Anterior' }).click()
  await shows(first.number)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect.poll(() => form.getByLabel('Concepto interno').inputValue()).toBe('arriesgado')
  expect(await form.getByLabel('Valor aprobado').inputValue()).toContain('900')
  await form.getByLabel('Concepto interno').press('Control+Enter')
  await shows(second.number)
  await page.context().close()

  // The dialog on the request's own page has the form too.
  const detail = await at(admin, `/app/request/${second.id}`)
  await detail.getByRole('button', { name: 'Aprobar' }).click()
  const dialog = detail.getByRole('dialog')
  await dialog.getByLabel('Valor aprobado').fill('1500')
  await dialog.getByLabel('Concepto interno').fill('reservado')
  found.push(...(await barriers(detail)))
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await detail.getByRole('heading', { name: 'Datos de la aprobación' }).waitFor()
  await detail.getByText('Solo lo ven quienes aprueban').waitFor()
  found.push(...(await barriers(detail)))
  await detail.context().close()

  for (const { id } of [first, second]) await settled(ana, id)
  const own = await at(ana, `/app/request/${second.id}`)
  await own.getByRole('heading', { name: 'Datos de la aprobación' }).waitFor()
  await own.getByText('$ 1.500,00').first().waitFor()
  expect(await own.getByText('reservado').count()).toBe(0)
  expect(await own.getByText('Concepto interno').count()).toBe(0)
  await own.context().close()
  const made = await settled(ana, first.id)
  expect(read(await (await download(ana, made)).arrayBuffer())).toMatch(/Pide \$\s1\.000,00\. Recibe \$\s900,00\./)
  expect(found).toEqual([])
})

test('a format with approver fields keeps all its fields when edited', async () => {
  const format = await aFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text' },
      { key: 'riesgo', label: 'Concepto interno', type: 'text', approvers: 'keep' },
    ],
    body: '{{nombre}}',
  })
  await formatStep(admin, format, 'publish')
  await admin.pb.collection('formats').update(format.id, { body: '{{nombre}}.' })
  const page = await at(admin, `/app/format/${format.id}`)
  await page.getByRole('button', { name: 'Comparar con lo publicado' }).click()
  await page.getByRole('button', { name: 'Volver a esta versión (la 1)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reemplazar el borrador' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Formato guardado.').waitFor()
  const { fields, edited } = await admin.pb.collection<Format>('formats').getOne(format.id)
  expect([fields.map(({ key }) => key), edited]).toEqual([['nombre', 'riesgo'], false])
  await page.context().close()
})
