import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderHtml } from '../../src/domain/documents/html.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { barriers, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { aLogo, exampleOf, modelOf } from '../support/example-documents.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest, settled } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the requester of a preliminary document asks once for the final one', async () => {
  const [ana, admin] = await Promise.all([aUser(), anAdmin()])
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  const page = await openPageAs(browser, ana, `/app/request/${id}`)
  await page.getByRole('button', { name: 'Pedir el definitivo' }).click()
  await page.getByText(/^El definitivo se pidió el \d.+m\.$/).waitFor()
  await page.reload()
  await page.getByText(/^El definitivo se pidió el \d.+m\.$/).waitFor()
  expect(await page.getByRole('button', { name: 'Pedir el definitivo' }).count()).toBe(0)
  const other = await openPageAs(browser, admin, `/app/request/${id}`)
  await other.getByRole('button', { name: 'Descargar PDF' }).waitFor()
  expect(await other.getByRole('button', { name: 'Pedir el definitivo' }).count()).toBe(0)
})

test('an administrator approves hundreds at once, follows their documents and prints all or some', async () => {
  const count = 200
  const [ana, admin] = await Promise.all([aUser(), anAdmin()])
  const batch = await aCompletedBatch(
    ana.pb,
    Array.from({ length: count }, (_, index) => cartaLaboral({ cargo: `Cargo ${index}` })),
  )

  // The batch page, opened by another client, shows the same progress.
  const other = await openPageAs(browser, ana, `/app/request/batch/${batch.id}`, onAPhone)
  await other.getByRole('heading', { level: 1, name: batch.number }).waitFor()

  const page = await openPageAs(browser, admin, `/app/request?batch=${batch.id}`)
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Elegir las 200 que coinciden' }).click()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  const underway = page.getByRole('progressbar', {
    name: 'Se están generando los documentos de las solicitudes aprobadas.',
  })
  await underway.waitFor()
  await page.getByText(/^\d+ de \d+ documentos$/).waitFor()

  await other.getByRole('button', { name: /documentos$|^Documentos/ }).click()
  const own = other.getByRole('dialog', { name: 'Descargar documentos' })
  await own.getByRole('button', { name: /^Un ZIP con/ }).waitFor()
  expect(await barriers(other)).toEqual([])
  await own.getByRole('button', { name: 'Un ZIP con 200 archivos' }).waitFor({ timeout: 90_000 })
  await own.getByRole('progressbar').waitFor({ state: 'hidden' })
  await underway.waitFor({ state: 'hidden' })
  expect(await barriers(page)).toEqual([])

  await page
    .getByRole('checkbox', { name: /^Elegir SOL-/ })
    .nth(0)
    .check()
  await page
    .getByRole('checkbox', { name: /^Elegir SOL-/ })
    .nth(2)
    .check()
  await page.getByRole('button', { name: 'Descargar documentos' }).click()
  const [some] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Un solo PDF para imprimir' }).click(),
  ])
  expect(execFileSync('pdfinfo', [await some.path()], { encoding: 'utf8' })).toMatch(/Pages:\s+2\n/)
  await page.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await page.getByRole('button', { name: 'Elegir las 200 que coinciden' }).click()
  await page.getByRole('button', { name: 'Descargar documentos' }).click()
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Un solo PDF para imprimir' }).click(),
  ])
  expect(execFileSync('pdfinfo', [await all.path()], { encoding: 'utf8' })).toMatch(/Pages:\s+200\n/)
  execFileSync('qpdf', ['--check', await all.path()])
}, 240_000)

test('a printed HTML document keeps figures whole, and the check code with signatures and last lines', async () => {
  const page = await openPage(browser)
  const folder = temporaryFolder()
  async function pagesOf(code: string, rows: number) {
    const format = initialFormats.find((one) => one.code === code)
    if (!format) throw new Error(code)
    await page.setContent(renderHtml(modelOf(format, exampleOf(format.fields, rows), aLogo()).model))
    const file = join(folder, 'document.pdf')
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
  }
  for (let rows = 12; rows < 30; rows++) {
    const pages = await pagesOf('OC', rows)
    for (const words of ['sin ella no se recibirá', 'Aprueba', 'Compruebe este documento', 'Aprobó Nubia'])
      expect(pages.at(-1)?.replace(/\s+/g, ' '), String(rows)).toContain(words)
    expect(pages.join('').match(/19\s%/g)).toHaveLength(rows)
  }
}, 120_000)
