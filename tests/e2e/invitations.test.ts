import { expect, test } from 'vitest'
import { asPerson, barriersInBothThemes, browser, openPage, openPageAs } from '../support/browser.ts'
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

test('many people are invited from a pasted list; lines with errors remain', async () => {
  const page = await openPage(browser)
  const admin = await anAdmin()
  await asPerson(page, admin)
  await page.goto('/app/user-managment/')
  await page.getByRole('button', { name: 'Invitar a varias' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByLabel('Personas')
  const tag = `${Date.now()}`.slice(-8)
  await dialog.getByRole('button', { name: 'Invitar', exact: true }).click()
  await dialog.getByText('Escriba al menos una persona.').waitFor()
  const lines = [
    'Nombre\tCorreo\tCargo',
    `Luz Gil\tluz-${tag}@ejemplo.test\tAnalista`,
    `Paz Gil\tpaz-${tag}@ejemplo-.test`,
    `Luz otra vez\tLUZ-${tag}@ejemplo.test`,
    `Ya Registrada\t${admin.email}`,
    `Sol Gil\tsol-${tag}@ejemplo.test`,
  ]
  await box.fill(lines.join('\n'))
  await dialog.getByText('1 correo repetido se omite.').waitFor()
  await dialog.getByText(`La primera es Luz Gil, luz-${tag}@ejemplo.test.`).waitFor()
  await dialog.getByText('Línea 3: Escriba un correo', { exact: false }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Invitar a 3 personas' }).click()
  await dialog.getByText('2 invitaciones enviadas.').waitFor()
  await dialog.getByText('Ya existe una cuenta con este correo', { exact: false }).waitFor()
  expect(await box.inputValue()).toBe([lines[0], lines[2], lines[4]].join('\n'))
  expect(await barriersInBothThemes(page)).toEqual([])
  await box.fill(`Paz Gil\tpaz-${tag}@ejemplo.test`)
  await dialog.getByRole('button', { name: 'Invitar a 1 persona' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/app/user-managment/?search=${tag}`)
  for (const name of ['Luz Gil', 'Paz Gil', 'Sol Gil']) await page.getByRole('row', { name }).waitFor()
  expect(await page.getByRole('row').count()).toBe(4)
})
