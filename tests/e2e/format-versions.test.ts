import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, openPageAs, showBodySource } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { aPublishedFormat, formatStep } from '../support/requests.ts'

const admin = await anAdmin()

/** Editor of a format with three versions and a draft with other text. */
async function anEditorWithVersions(): Promise<Page> {
  const format = await aPublishedFormat(admin)
  const update = (change: object) => admin.pb.collection('formats').update(format.id, change)
  await update({
    body: '# Constancia\n\nConsta que **{{nombre}}** existe.\n\nSe expide en {{ciudad}}.',
    fields: [...format.fields, { key: 'ciudad', label: 'Ciudad', type: 'text' }],
  })
  await formatStep(admin, format, 'publish')
  await update({ paper: { textSize: 10 } })
  await formatStep(admin, format, 'publish')
  await update({ body: '# Constancia\n\nConsta que **{{nombre}}** vive en {{ciudad}}.\n\nSe expide en {{ciudad}}.' })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await showBodySource(page)
  return page
}

test('compares the draft with the published version, and each version with the one before', async () => {
  const page = await anEditorWithVersions()
  await page.getByRole('button', { name: 'Ver versiones' }).press('Enter')
  const panel = page.getByRole('region', { name: 'Versiones' })
  await panel.getByRole('heading', { name: 'Borrador comparado con la versión 3' }).waitFor()
  const row = panel.getByRole('row').filter({ hasText: 'Consta que' })
  expect(await row.getByRole('deletion').allTextContents()).toEqual(['Consta que **{{nombre}}** existe.'])
  expect(await row.getByRole('insertion').allTextContents()).toEqual(['Consta que **{{nombre}}** vive en {{ciudad}}.'])
  const items = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Versión/ }) })
  expect(await items.count()).toBe(3)
  expect(await items.nth(0).innerText()).toMatch(/^Versión 3\s+La más reciente\s/)
  for (const [i, summary] of ['Papel', 'Campos: 1 agregado · Redacción', 'Primera versión, con 1 campo'].entries()) {
    await items.nth(i).getByText(summary, { exact: true }).waitFor()
    await items.nth(i).getByText(admin.name).waitFor()
  }
  await page.getByRole('button', { name: 'Ver los cambios de la versión 2' }).press('Enter')
  await items.nth(1).getByText('Agregado: Ciudad ciudad').waitFor()
  expect(await items.nth(1).getByRole('insertion').allTextContents()).toEqual(['', 'Se expide en {{ciudad}}.'])
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})

test('puts an earlier version back as the draft, and undoes it, by keyboard', async () => {
  const page = await anEditorWithVersions()
  const body = page.getByRole('textbox', { name: 'Redacción' })
  const draft = await body.inputValue()
  await page.getByRole('button', { name: 'Comparar con lo publicado' }).press('Enter')
  await page.getByRole('button', { name: 'Volver a esta versión (la 1)' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Volver a la versión 1?' })
  await dialog.getByText('En el borrador cambia: Campos: 1 quitado · Redacción · Papel.').waitFor()
  await dialog.getByRole('button', { name: 'Reemplazar el borrador' }).press('Enter')
  const undo = page.getByRole('button', { name: 'Deshacer', exact: true })
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await body.inputValue()).toBe('# Constancia\n\nConsta que **{{nombre}}** existe.')
  await page.getByText('Es el borrador actual').waitFor()
  await page.keyboard.press('Enter')
  expect(await body.inputValue()).toBe(draft)
  await undo.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Volver a esta versión (la 1)' }).press('Enter')
  await dialog.getByRole('button', { name: 'Reemplazar el borrador' }).press('Enter')
  await page.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Publicar la versión 4' }).press('Enter')
  await page.getByRole('heading', { name: /^Versión 4/ }).waitFor()
})
