import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { barriers, browser, openPageAs } from '../support/browser.ts'
import { thisMachine } from '../support/environment.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { testServer } from '../support/test-server.ts'

const [admin, ana] = await Promise.all([anAdmin(), aUser()])

test('an administrator creates a key, sees it once, sees its last use and revokes it', async () => {
  const page = await openPageAs(browser, admin, '/app/settings', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Claves' }).click()
  await page.getByRole('heading', { level: 1, name: 'Claves para programas' }).waitFor()
  await page.getByRole('button', { name: 'Nueva clave' }).press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Cuenta con la que actúa').inputValue()).toBe(admin.email)
  await dialog.getByRole('button', { name: 'Crear la clave' }).click()
  await dialog.getByText('Este dato es obligatorio.').first().waitFor()
  const name = `Nómina ${randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Nombre').fill(name)
  await dialog.getByLabel('Cuenta con la que actúa').fill('nadie@ejemplo.test')
  await page.keyboard.press('Enter')
  await dialog.getByText('No está entre las opciones.').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByLabel('Cuenta con la que actúa').fill(ana.email)
  await dialog.getByLabel('Crear y enviar solicitudes').check()
  await page.keyboard.press('Enter')

  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await dialog.getByText('Texto copiado.').waitFor()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^fp_[A-Za-z0-9]{43}$/)
  expect(await dialog.getByLabel('Clave', { exact: true }).inputValue()).toBe(secret)
  expect(await barriers(page)).toEqual([])
  // The secret remains visible if the user presses Escape several times.
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  expect(await dialog.getByLabel('Clave', { exact: true }).inputValue()).toBe(secret)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Ya la guardé' }).click()
  const line = page.getByRole('row').filter({ hasText: name })
  await line.getByText('Por confirmar').waitFor()
  expect(await line.getByRole('button', { name: `Confirmar la clave ${name}` }).count()).toBe(0)
  expect(await page.content()).not.toContain(secret)
  const own = await openPageAs(browser, ana, '/app/notices')
  await own.getByRole('link', { name: new RegExp(name) }).click()
  await own.getByRole('button', { name: `Confirmar la clave ${name}` }).click()
  expect(await barriers(own)).toEqual([])
  await own.getByRole('dialog').getByRole('button', { name: 'Confirmar la clave' }).click()
  await own.getByText('Clave confirmada.').waitFor()

  const ask = async () =>
    (await fetch(`${testServer().url}/key/api/app/requests`, { headers: { Authorization: `Bearer ${secret}` } })).status
  expect(await ask()).toBe(200)
  await page.reload()
  await line.getByText('Consultar, Crear y enviar solicitudes').waitFor()
  expect(await line.getByText('Sin uso').count()).toBe(0)
  await line.getByRole('button', { name: `Revocar la clave ${name}` }).click()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Revocar 1 clave' }).click()
  await line.getByText('Revocada').waitFor()
  expect(await ask()).toBe(401)
})

test('an administrator creates a webhook, tests it and sees the response', async () => {
  const page = await openPageAs(browser, admin, '/app/settings')
  await page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await page.getByRole('button', { name: 'Nuevo webhook' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Dirección').fill('http://127.0.0.1/')
  await dialog.getByLabel('Documento listo').check()
  await page.keyboard.press('Enter')
  await dialog.getByText('Escriba una dirección completa de Internet').first().waitFor()
  expect(await barriers(page)).toEqual([])
  // Nothing listens on this port.
  const url = `https://${thisMachine}:9/${randomUUID()}`
  await dialog.getByLabel('Dirección').fill(url)
  await page.keyboard.press('Enter')
  const secret = await dialog.getByLabel('Clave de las firmas').inputValue()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{43}$/)
  await dialog.getByRole('button', { name: 'Ya la guardé' }).click()
  const panel = page.locator('section').filter({ hasText: url })
  await panel.getByRole('button', { name: 'Enviar una prueba' }).click()
  await panel.getByText(/No se pudo conectar|red privada o del propio servidor/).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.content()).not.toContain(secret)
  await panel.getByRole('button', { name: /^Enviar otra vez/ }).click()
  await page.getByText('Aviso enviado otra vez').waitFor()
  await panel.getByRole('button', { name: `Borrar el webhook de ${url}` }).click()
  await dialog.getByRole('button', { name: 'Borrar 1 webhook' }).click()
  await page.getByText('Webhook borrado.').waitFor()
  await expect.poll(() => page.getByText(url).count()).toBe(0)
})
