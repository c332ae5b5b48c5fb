import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'

test('several people are invited one after the other, and the list shows who has not confirmed the address', async () => {
  const page = await openPageAs(browser, await anAdmin(), '/app/user-managment/')
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Nombre')
  const tag = `${Date.now()}`.slice(-8)
  await name.fill(`Luz ${tag}`)
  await dialog.getByLabel('Correo electrónico').fill(`luz-${tag}@ejemplo.test`)
  await dialog.getByLabel('Rol').selectOption('Administrador')
  await dialog.getByRole('button', { name: 'Enviar e invitar a otra' }).click()
  await expect.poll(() => name.inputValue()).toBe('')
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await dialog.getByLabel('Rol').locator('option:checked').textContent()).toBe('Administrador')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.type(`Paz ${tag}`)
  await dialog.getByLabel('Correo electrónico').fill(`luz-${tag}@ejemplo.test`)
  await dialog.getByRole('button', { name: 'Enviar e invitar a otra' }).click()
  await dialog.getByText('Ya existe una cuenta con este correo', { exact: false }).first().waitFor()
  await dialog.getByLabel('Correo electrónico').fill(`paz-${tag}@ejemplo.test`)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/app/user-managment/?search=${tag}`)
  for (const person of [`Luz ${tag}`, `Paz ${tag}`])
    await page.getByRole('row', { name: person }).getByText('Correo sin confirmar').waitFor()
})
