import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aFormat } from '../support/requests.ts'

const [ana, boss] = await Promise.all([aUser(), anAdmin()])
await aDraft(ana)

const at = (path: string, person: Person, options = {}) => openPageAs(browser, person, path, options)

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Cuáles' })
const current = (page: Page) => tabs(page).locator('[aria-current=page]').allTextContents()
const savedMessage = (page: Page) =>
  page.getByRole('status').or(page.locator('[data-sonner-toast]')).getByText('Vista guardada.')

test('a view is saved, changed and deleted by keyboard', async () => {
  const page = await at('/app/request/?status=draft', ana)
  await page.getByRole('button', { name: 'Guardar esta vista' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Nombre').press('Enter')
  await page.getByRole('alert').getByText('Nombre: Este dato es obligatorio.').waitFor()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Por terminar')
  await page.keyboard.press('Enter')
  await expect.poll(() => current(page)).toEqual(['Por terminar'])
  expect(page.url()).toMatch(/status=draft.*view=[a-z0-9]{15}/)
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: 'Filtros' }).press('Enter')
  await page.getByLabel('Plazo').selectOption('Vencidas')
  await tabs(page).getByRole('link', { name: 'Por terminar (con cambios sin guardar)' }).waitFor()
  await page.getByRole('button', { name: 'Guardar en «Por terminar»' }).press('Enter')
  await savedMessage(page).first().waitFor()
  await expect.poll(() => current(page)).toEqual(['Por terminar'])
  await tabs(page).getByRole('link', { name: 'Mis solicitudes' }).press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await tabs(page).getByRole('link', { name: 'Por terminar' }).press('Enter')
  await page.waitForURL(/due=overdue/)

  await page.getByRole('button', { name: 'Más de la vista Por terminar' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Cambiar el nombre' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Nombre').fill('Lo que falta')
  await page.keyboard.press('Enter')
  await expect.poll(() => current(page)).toEqual(['Lo que falta'])
  await page.getByRole('button', { name: 'Más de la vista Lo que falta' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Borrar' }).press('Enter')
  await page.getByRole('heading', { name: '¿Borrar la vista «Lo que falta»?' }).waitFor()
  await page.getByRole('button', { name: 'Borrar 1 vista' }).press('Enter')
  await tabs(page).waitFor({ state: 'hidden' })
  await page.goto('/app/request/')
  await page.getByRole('link', { name: 'Sin número' }).first().waitFor()
})

test('an administrator shares a view; its tabs scroll on a phone, and a deleted view is reported', async () => {
  const name = `Vencidas de toda la organización ${randomUUID().slice(0, 8)}`
  const page = await at('/app/request/?due=overdue', boss, { colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Guardar esta vista' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill(name)
  await page.getByRole('dialog').getByLabel('Quién la ve').selectOption('Todas las personas')
  await page.getByRole('button', { name: 'Guardar la vista' }).click()
  await expect.poll(() => current(page)).toEqual([`${name} (compartida)`])
  const id = new URL(page.url()).searchParams.get('view') ?? ''
  expect(await barriers(page)).toEqual([])
  try {
    const phone = await at('/app/request/', ana, onAPhone)
    await tabs(phone).getByRole('link', { name }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await tabs(phone).getByRole('link', { name }).tap()
    await expect.poll(() => current(phone)).toEqual([`${name} (compartida)`])
    const { width, inside } = await phone.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      inside: document.querySelector('nav[aria-label=Cuáles]')?.getBoundingClientRect().right ?? 0,
    }))
    expect(width).toBe(390)
    expect(inside).toBeLessThan(390)
    expect(await phone.getByRole('button', { name: /^Más de la vista/ }).count()).toBe(0)
    expect(await barriers(phone)).toEqual([])

    const format = await aFormat(boss)
    await boss.pb.collection('views').update(id, { search: { format: format.id } })
    await boss.pb.collection('formats').delete(format.id)
    await page.reload()
    await page.getByText(`La vista «${name}» usa un formato que ya no existe.`).waitFor()
    await boss.pb.collection('views').delete(id)
    await phone.reload()
    await phone.getByText('Esta vista ya no existe, o ya no se comparte con usted.').waitFor()
  } finally {
    await boss.pb
      .collection('views')
      .delete(id)
      .catch(() => undefined)
  }
})

test('a view of users is saved with status and role', async () => {
  const page = await at('/app/user-managment/?state=active', boss)
  await page.getByLabel('Rol').selectOption('Administrador')
  await page.getByRole('button', { name: 'Guardar esta vista' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Quien administra')
  expect(await page.getByLabel('Quién la ve').locator('option').allTextContents()).toEqual([
    'Solo yo',
    'Los administradores',
  ])
  await page.keyboard.press('Enter')
  const states = page.getByRole('navigation', { name: 'Estado' })
  await expect.poll(() => states.locator('[aria-current=page]').allTextContents()).toEqual(['Quien administra'])
  await states.getByRole('link', { name: 'Todos' }).click()
  await states.getByRole('link', { name: 'Quien administra' }).click()
  await page.waitForURL(/role=_admin/)
  expect(await barriers(page)).toEqual([])
})
