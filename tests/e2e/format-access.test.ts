import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPublishedFormat, requests } from '../support/requests.ts'

let admin: Person
beforeAll(async () => {
  admin = await anAdmin()
})

async function expectNoBarriers(page: Page) {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
}

test('an administrator limits a format to a group, by keyboard', async () => {
  const name = `Compras ${Math.random()}`
  const { id: group } = await admin.pb.collection('groups').create({ name, members: [] })
  const format = await aPublishedFormat(admin)
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('radio', { name: 'Todos los usuarios activos' }).press('ArrowDown')
  await page.getByText('1 error por corregir antes de publicar').waitFor()
  await page.getByRole('checkbox', { name }).press('Space')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await page.getByText('Formato guardado.').waitFor()
  expect(await admin.pb.collection('formats').getOne(format.id)).toMatchObject({ access: 'groups', groups: [group] })
})

test('a user without the right does not see the format, and learns why from a direct link', async () => {
  const person = await aUser()
  const { id: group } = await admin.pb
    .collection('groups')
    .create({ name: `Grupo ${Math.random()}`, members: [person.id] })
  const format = await aPublishedFormat(admin, { name: 'Formato reservado', access: 'groups', groups: [group] })
  const { id: draft } = await requests(person).create({ format: format.id, values: { nombre: 'Íñigo' } })
  const page = await openPageAs(browser, person, '/app/request/create')
  await page
    .getByRole('link', { name: /Formato reservado/ })
    .first()
    .waitFor()
  await admin.pb.collection('groups').update(group, { members: [] })

  await page.goto('/app/request/create')
  await page.getByRole('link', { name: /Carta laboral/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Pruebas' }).getByText('Formato reservado').count()).toBe(0)
  for (const path of ['create', 'create-batch']) {
    await page.goto(`/app/request/${path}?format=${format.id}`)
    await page.getByText('Usted no puede pedir este formato').waitFor()
    await page.getByText('Este formato es para ciertos grupos.').waitFor()
  }
  await expectNoBarriers(page)

  await page.goto(`/app/request/create?draft=${draft}`)
  await page.getByText('Usted ya no puede enviar este borrador').waitFor()
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Íñigo')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.getByRole('alert').getByText('Este formato es para ciertos grupos.').waitFor()
  expect(await requests(person).getOne(draft)).toMatchObject({ status: 'draft', values: { nombre: 'Íñigo' } })
})
