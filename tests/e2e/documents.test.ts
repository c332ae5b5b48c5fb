import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch, cartaLaboral, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { asPerson, barriers, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('an administrator approves hundreds at once, sees their documents being made, and prints all or some of them', async () => {
  const count = 400
  const [ana, admin] = await Promise.all([aUser(), anAdmin()])
  const batch = await aBatch(ana.pb, { total: count })
  await sendRows(
    ana.pb,
    batch,
    Array.from({ length: count }, (_, index) => cartaLaboral({ cargo: `Cargo ${index}` })),
  )
  await post(ana.pb, `/${batch.id}/confirm`)
  await progressWhen(ana.pb, batch, isDone)

  // Whoever has the batch open sees the same of its own.
  const other = await openPage(browser, onAPhone)
  await asPerson(other, ana)
  await other.goto(`/app/request/batch/${batch.id}`)
  await other.getByRole('heading', { level: 1, name: batch.number }).waitFor()

  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/request?batch=${batch.id}`)
  await page.getByRole('checkbox', { name: 'Elegir todas las de esta página' }).check()
  await page.getByRole('button', { name: 'Elegir las 400 que coinciden' }).click()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  const underway = page.getByRole('progressbar', { name: 'Se están haciendo los documentos de lo aprobado.' })
  await underway.waitFor()
  await page.getByText(/^\d+ de \d+ documentos$/).waitFor()

  await other.getByRole('button', { name: /^Documentos/ }).click()
  const own = other.getByRole('dialog', { name: 'Descargar documentos' })
  await own.getByRole('button', { name: /^Un ZIP con/ }).waitFor()
  expect(await barriers(other)).toEqual([])
  await own.getByRole('button', { name: 'Un ZIP con 400 archivos' }).waitFor({ timeout: 90_000 })
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
  await page.getByRole('button', { name: 'Elegir las 400 que coinciden' }).click()
  await page.getByRole('button', { name: 'Descargar documentos' }).click()
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Un solo PDF para imprimir' }).click(),
  ])
  expect(execFileSync('pdfinfo', [await all.path()], { encoding: 'utf8' })).toMatch(/Pages:\s+400\n/)
  execFileSync('qpdf', ['--check', await all.path()])
}, 240_000)
