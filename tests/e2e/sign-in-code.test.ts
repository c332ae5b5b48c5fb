import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { codeIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { aUser } from '../support/people.ts'
import { findLayoutProblems } from '../support/screens.ts'

/** Types a code into the boxes, the first of which has the focus or receives it. */
async function typeCode(page: Page, code: string) {
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
}

test('a user asks for a code at sign-in, and signs in with it by keyboard', async () => {
  const ana = await aUser({ name: 'Ana Prudente' })
  const profile = await openPageAs(browser, ana, '/app/profile')
  const choice = profile.getByRole('switch', { name: /^Pedir un código por correo/ })
  await choice.focus()
  await profile.keyboard.press('Space')
  const dialog = profile.getByRole('dialog', { name: 'Activar el código al ingresar' })
  await dialog.waitFor()
  expect(await barriersInBothThemes(profile)).toEqual([])
  await typeCode(profile, codeIn(await mailTo(ana.email)))
  await profile.getByText('Desde ahora ingresa con contraseña y código').waitFor()
  await expect.poll(() => choice.isChecked()).toBe(true)

  const page = await openPage(browser, onAPhone)
  await page.goto('/auth/login?redirect=/app/profile')
  await page.getByLabel('Correo electrónico').fill(ana.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(ana.password)
  const after = mailsTo(ana.email).length
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Escriba el código' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await findLayoutProblems(page)).toEqual([])
  const code = codeIn(await mailTo(ana.email, { after }))
  await typeCode(page, code === '000000' ? '111111' : '000000')
  await page.getByRole('link', { name: /^Código: El código no es correcto\./ }).waitFor()
  await typeCode(page, code)
  await page.getByRole('heading', { level: 1, name: 'Mi perfil' }).waitFor()
})
