import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allBackupsMade } from '../support/backups.ts'
import { barriers, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'

const admin = await anAdmin()

test('an administrator creates a backup, downloads it with the password and deletes it', async () => {
  const page = await openPageAs(browser, admin, '/app/dashboard')
  await page.getByRole('link', { name: 'Copias de seguridad' }).waitFor()
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Copias' }).click()
  await page.getByRole('heading', { level: 1, name: 'Copias de seguridad' }).waitFor()
  await page.getByRole('button', { name: 'Hacer una copia ahora' }).press('Enter')
  const rows = page.getByRole('table', { name: 'Copias de seguridad' }).getByRole('row')
  await rows.nth(1).getByText('Correcta').waitFor()
  await page.getByText(/Última copia: hoy, .*, correcta\./).waitFor()
  await allBackupsMade(admin)
  expect(await barriers(page)).toEqual([])
  // The dashboard, which was cached before the backup, shows the new state.
  const asked = page.waitForRequest('**/api/app/dashboard')
  await page.getByRole('link', { name: 'Panel' }).click()
  await asked
  await page.getByText(/Última copia: hoy, .*, correcta\./).waitFor()
  await page.getByRole('link', { name: 'Copias de seguridad' }).click()

  await rows.nth(1).getByRole('button', { name: 'Descargar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Su contraseña', { exact: true }).fill('no es esta')
  await dialog.getByRole('button', { name: 'Descargar' }).click()
  await dialog.getByText('La contraseña no es correcta.').first().waitFor()
  // The error is shown at the field only, not in a summary.
  expect(await dialog.getByRole('link', { name: /no es correcta/ }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await dialog.getByLabel('Su contraseña', { exact: true }).fill(admin.password)
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^copia-\d{8}T\d{6}Z\.tar$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('copia')
  await dialog.waitFor({ state: 'detached' })

  await rows
    .nth(1)
    .getByRole('button', { name: /^Borrar la copia de hoy/ })
    .click()
  await dialog.getByText('no se puede recuperar').waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Borrar 1 copia' }).click()
  await page.getByText('Copia borrada.').waitFor()
  expect((await allBackupsMade(admin)).map(({ name }) => name)).not.toContain(file.suggestedFilename())
})

test('the backup schedule is saved', async () => {
  const page = await openPageAs(browser, admin, '/app/settings/backups', onAPhone)
  await page.getByLabel('Frecuencia').selectOption('Cada semana, el domingo')
  await page.getByLabel('Hora', { exact: true }).selectOption({ label: '10:00\xa0p.\xa0m.' })
  await page.getByRole('button', { name: 'Guardar la programación' }).click()
  await page.getByText('Programación de las copias guardada.').waitFor()
  await page.reload()
  await page.getByLabel('Hora', { exact: true }).waitFor()
  expect(await page.getByLabel('Frecuencia').inputValue()).toBe('week')
  expect(await page.getByLabel('Hora', { exact: true }).inputValue()).toBe('22')
  await page.getByLabel('Frecuencia').selectOption('Solo manual')
  expect(await page.getByLabel('Hora', { exact: true }).count()).toBe(0)
  await page.getByLabel('Frecuencia').selectOption('Cada día')
  await page.getByRole('button', { name: 'Guardar la programación' }).click()
  await page.getByText('Programación de las copias guardada.').last().waitFor()
})
