import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat, requests, settled, take } from '../support/requests.ts'

const [admin, ana, boss] = await Promise.all([anAdmin(), aUser({ name: 'Ana Güell' }), aUser({ name: 'Sol Paz' })])

/** Accessibility violations found on any of these screens. */
const found: string[] = []
const check = async (page: Page) => found.push(...(await barriersInBothThemes(page)))

async function sent(format: string): Promise<string> {
  const { id } = await requests(ana).create({ format, values: { nombre: 'Eva' } })
  await take(ana, 'submit', { ids: [id] })
  return id
}

test('an approver types the password for one request, for many, and in the queue on a phone', async () => {
  const route = [{ key: 'jefe', name: 'Jefe', people: [boss.id] }]
  const { id: format } = await aFormat(admin, { name: 'Constancia con contraseña', route })
  const editor = await openPageAs(browser, admin, `/app/format/${format}`)
  await editor.getByRole('tab', { name: /^Aprobación/ }).click()
  await editor.getByRole('switch', { name: 'Pedir la contraseña al aprobar' }).press('Space')
  await check(editor)
  await editor.getByRole('button', { name: 'Publicar' }).click()
  await editor.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await editor.getByText('Formato publicado.').waitFor()
  await editor.context().close()

  const ids = [await sent(format), await sent(format), await sent(format), await sent(format)]
  const page = await openPageAs(browser, boss, `/app/request/${ids[0]}`)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.getByText('Escriba su contraseña.').waitFor()
  await page.keyboard.type('equivocada')
  await page.keyboard.press('Enter')
  await dialog.getByText('La contraseña no es correcta.').waitFor()
  await check(page)
  await page.keyboard.type(boss.password)
  await page.keyboard.press('Enter')
  await page.getByText('Paso aprobado.').waitFor()
  await page.getByText('con su contraseña').first().waitFor()

  await page.goto('/app/request?mine=decide')
  for (const id of ids.slice(1, 3)) {
    const { number } = await requests(ana).getOne(id)
    await page.getByRole('checkbox', { name: new RegExp(number) }).check()
  }
  await page.getByRole('button', { name: 'Aprobar' }).first().click()
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await dialog.getByText('Este formato pide la contraseña').waitFor()
  await page.keyboard.type(boss.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Entendido' }).waitFor()
  await page.context().close()

  const queue = await openPageAs(browser, boss, '/app/request/queue', onAPhone)
  await queue.getByRole('button', { name: 'Aprobar' }).first().click()
  const form = queue.getByRole('region', { name: /^¿Aprobar/ })
  await form.getByLabel('Su contraseña').fill(boss.password)
  await check(queue)
  await form.getByRole('button', { name: 'Aprobar' }).click()
  await queue.getByText('No queda nada por revisar').waitFor()
  for (const id of ids)
    expect(await settled(ana, id)).toMatchObject({ status: 'approved', signers: { isConfirmed: true } })
  expect(found).toEqual([])
})
