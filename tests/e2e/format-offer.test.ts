import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, type Person } from '../support/people.ts'
import { aPublishedFormat } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let browser: Browser
let admin: Person
beforeAll(async () => {
  server = await startServer(inject('image'))
  ;[browser, admin] = await Promise.all([openBrowser(), anAdmin({ at: server.url })])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const offer = {
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text' },
    { key: 'cargo', label: 'Cargo', type: 'text', example: 'Analista' },
  ],
  body: '# Constancia\n\nConsta que **{{nombre}}** trabaja como {{cargo}}.\n\n{{aquí firman: Recursos Humanos}}',
}

async function anOffered(): Promise<Format> {
  const { id } = await aPublishedFormat(admin, { name: 'Constancia nuestra' })
  const superuser = await aSuperuser(server)
  return superuser.collection('formats').update<Format>(id, { offer })
}

async function pageOf(format: Format, device = {}): Promise<Page> {
  const page = await openPage(browser, { baseURL: server.url, ...device })
  const { token, record } = admin.pb.authStore
  const value = encodeURIComponent(JSON.stringify({ token, record }))
  await page.context().addCookies([{ name: 'pb_auth', value, url: server.url }])
  await page.goto(`/app/format/${format.id}`)
  return page
}

test('a text that a release brought stands beside one’s own, and becomes the draft when it is taken', async () => {
  const format = await anOffered()
  const page = await pageOf(format)
  await page.getByText('Hay un texto nuevo de este formato').waitFor()
  await page.getByRole('button', { name: 'Comparar los dos' }).click()
  const dialog = page.getByRole('dialog')
  const marked = (title: string) => dialog.getByRole('region', { name: title }).locator('mark').allInnerTexts()
  expect((await marked('El suyo')).join('')).toContain('existe.')
  expect((await marked('El nuevo')).map((line) => line.trim())).toEqual([
    'Consta que **{{nombre}}** trabaja como {{cargo}}.',
    '{{aquí firman: Recursos Humanos}}',
  ])
  await dialog.getByText('se agregan: «Cargo»').waitFor()
  await dialog.getByRole('button', { name: 'Tomar el nuevo como borrador' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Redacción' }).inputValue()).toBe(offer.body)
  await page.getByText('Hay cambios guardados sin publicar').waitFor()
  expect(await page.getByText('Hay un texto nuevo de este formato').count()).toBe(0)
  await page.getByRole('article', { name: 'Vista previa del documento' }).getByText('Recursos Humanos').waitFor()
})

test('one’s own stays when it is kept, and what is not saved yet is not in the way of anything', async () => {
  const format = await anOffered()
  const page = await pageOf(format)
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill('Lo que escribo ahora, {{nombre}}')
  await page.getByRole('button', { name: 'Comparar los dos' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Tomar el nuevo como borrador' }).isDisabled()).toBe(true)
  await dialog.getByText('Guarde o descarte primero').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Hay cambios guardados sin publicar').waitFor()
  await page.getByRole('button', { name: 'Comparar los dos' }).click()
  await dialog.getByRole('button', { name: 'Conservar el mío' }).click()
  await page.getByText('Hay un texto nuevo de este formato').waitFor({ state: 'detached' })
  expect(await body.inputValue()).toBe('Lo que escribo ahora, {{nombre}}')
})

test('the comparison and the help have no barrier, on a desk and on a phone', async () => {
  const format = await anOffered()
  for (const device of [{}, onAPhone]) {
    const page = await pageOf(format, device)
    await page.getByText('Cómo se escribe').click()
    await page.getByText('Cursiva, cláusulas, listas, firmas y demás').click()
    await page.getByRole('textbox', { name: 'Redacción' }).fill('uno\n{{nadie}}\n{{#si nombre >}}x{{/si}}')
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Comparar los dos' }).click()
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.context().close()
  }
})

test('an error of the text leads to its line', async () => {
  const page = await pageOf(await anOffered())
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill('# Uno\n\nHola {{nadie}}\n\nadiós')
  await page.getByRole('button', { name: /^Línea 3, «nadie»: Ningún campo/ }).click()
  const selected = await body.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(selected).toBe('Hola {{nadie}}')
})
