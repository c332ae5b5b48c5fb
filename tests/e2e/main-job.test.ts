import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, openPage } from '../support/browser.ts'
import { firstAdmin } from '../support/environment.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/auth/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/app/dashboard')
}

test('a new user registers, requests and receives a numbered PDF from an administrator', async () => {
  // Five characters: six digits in the name could be read as the code of the mail.
  const name = `Íñigo Ñandú ${randomUUID().slice(0, 5)}`
  const email = `${randomUUID().slice(0, 13)}@ejemplo.test`
  const person = await openPage(browser)
  const boss = await openPage(browser)

  await person.goto('/auth/register/')
  await person.getByLabel('Nombre completo').fill(name)
  await person.getByLabel('Correo electrónico').fill(email)
  await person.getByLabel('Contraseña', { exact: true }).fill('abc123')
  await person.getByLabel('Confirme la contraseña').fill('abc123')
  await person.getByRole('button', { name: 'Crear cuenta' }).click()
  await person.waitForURL('**/auth/register/check')
  // A click waits until the boxes are enabled; the mail can be faster than the response.
  await person.getByLabel('Dígito 1 de 6').click()
  await person.keyboard.type(codeIn(await mailTo(email)))
  await person.getByRole('heading', { name: 'Correo confirmado' }).waitFor()

  await signIn(boss, firstAdmin.email, firstAdmin.password)
  await boss.goto(`/app/user-managment/?search=${encodeURIComponent(email)}`)
  await boss.getByRole('row', { name }).getByRole('button', { name: 'Activar' }).click()
  await boss.getByRole('button', { name: 'Activar 1 usuario' }).click()
  await boss.getByText('Usuario activado.').waitFor()

  await signIn(person, email, 'abc123')
  await person.getByRole('link', { name: 'Nueva solicitud' }).first().click()
  await person.getByRole('link', { name: /Carta laboral/ }).click()
  await person.getByRole('button', { name: /Enviar/ }).click()
  await person
    .getByRole('alert')
    .getByText(/datos por corregir/)
    .waitFor()
  await person.getByLabel('Nombre completo').fill('María José Güell Peña')
  await person.getByRole('radio', { name: 'CC', exact: true }).check()
  await person.getByLabel('Número de documento').fill('0012345678')
  await person.getByLabel('Cargo').fill('Analista de nómina')
  await person.getByRole('radio', { name: 'término indefinido' }).check()
  await person.getByRole('textbox', { name: 'Fecha de ingreso' }).fill('03/02/2020')
  await person.getByRole('radio', { name: 'Sí' }).check()
  await person.getByLabel('Salario mensual').fill('2.500.000')
  await person.getByLabel('Ciudad de expedición').fill('Bogotá D. C.')
  await person.getByRole('textbox', { name: 'Fecha de expedición' }).fill('20/11/2026')
  const sheet = person.getByRole('article', { name: 'Vista previa del documento' })
  await sheet.getByText('DOS MILLONES QUINIENTOS MIL PESOS M/CTE').waitFor()
  await sheet.getByText('3 de febrero de 2020').waitFor()
  await person.getByRole('button', { name: /Enviar/ }).click()
  const title = person.getByRole('heading', { level: 1, name: /^SOL-\d{4}-\d{6}$/ })
  await title.waitFor()
  const number = await title.innerText()

  await boss.goto('/app/request')
  await boss.getByRole('link', { name: number }).click()
  await boss.getByRole('button', { name: 'Aprobar' }).click()
  await boss
    .getByRole('dialog')
    .getByRole('button', { name: /Aprobar/ })
    .click()

  // The owner's open page updates by itself.
  const pressed = person.getByRole('button', { name: 'Descargar PDF' })
  await pressed.waitFor()
  const [download] = await Promise.all([person.waitForEvent('download'), pressed.click()])
  expect(download.suggestedFilename()).toMatch(/^CL-\d{4}-\d{6}\.pdf$/)
  const file = await download.path()
  execFileSync('qpdf', ['--check', file])
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  for (const words of ['PRELIMINAR', 'María José Güell Peña', '0012345678', 'DOS MILLONES QUINIENTOS MIL PESOS M/CTE'])
    expect(text).toContain(words)
  expect(text).toContain(download.suggestedFilename().replace('.pdf', ''))
})
