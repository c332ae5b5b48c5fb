import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson, barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aPublishedFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([openBrowser(), anAdmin()])
})
afterAll(() => browser.close())

async function anEditor(device = {}): Promise<Page> {
  const { id } = await aPublishedFormat(admin)
  const page = await openPage(browser, device)
  await asPerson(page, admin)
  await page.goto(`/app/format/${id}`)
  return page
}

test('the help on the body has no accessibility violations on desktop and phone', async () => {
  for (const device of [{}, onAPhone]) {
    const page = await anEditor(device)
    await page.getByText('Cómo se escribe').click()
    await page.getByText('Cursiva, cláusulas, listas, firmas y demás').click()
    await page.getByRole('textbox', { name: 'Redacción' }).fill('uno\n{{nadie}}\n{{#si nombre >}}x{{/si}}')
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.context().close()
  }
})

test('an error of the body selects its line', async () => {
  const page = await anEditor()
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill('# Uno\n\nHola {{nadie}}\n\nadiós')
  await page.getByRole('button', { name: /^Línea 3, «nadie»: Ningún campo/ }).click()
  const selected = await body.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(selected).toBe('Hola {{nadie}}')
})
