import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriers, openBrowser, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'

let browser: Browser
let server: Server
let words = ''
beforeAll(async () => {
  browser = await openBrowser()
  server = await startServer(inject('image'), { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, (line) => {
    words += line
  })
})
afterAll(() => Promise.all([browser.close(), server.stop()]))

test('the link that the server prints makes the first administrator and lets him in, once', async () => {
  const page = await openPage(browser, { baseURL: server.url })
  await page.goto('/auth/login')
  await page.getByText('Esta instalación todavía no tiene administrador.').waitFor()
  const link = () => words.match(/http\S+\/auth\/setup\?token=\w+/)?.[0]
  await expect.poll(link).toBeTruthy()

  // A link that was cut or is of an earlier start is told before anything is typed.
  await page.goto(link()?.replace(/.$/, '_') ?? '')
  await page.getByText('El enlace de instalación no es válido.').waitFor()
  const fill = async () => {
    await page.getByLabel('Nombre de la organización').fill('Cooperativa Andina')
    await page.getByLabel('Su nombre completo').fill('Amparo Núñez')
    await page.getByLabel('Correo electrónico').fill('amparo@ejemplo.test')
    await page.getByLabel('Contraseña', { exact: true }).fill('clave-segura')
    await page.getByRole('button', { name: 'Crear administrador' }).click()
  }
  await fill()
  await page.getByText('El enlace de instalación no es válido.').first().waitFor()
  expect(await barriers(page)).toEqual([])

  await page.goto(link() ?? '')
  await page.getByLabel('Su nombre completo').waitFor()
  expect(await page.getByText('El enlace de instalación no es válido.').count()).toBe(0)
  await fill()
  await page.waitForURL('**/app/dashboard')
  await page.getByRole('button', { name: 'Cuenta de Amparo Núñez' }).waitFor()
  await page.getByText('Cooperativa Andina').first().waitFor()
  // Who signs is said before anything is made, and where one does something about it.
  await page.getByText('Falta registrar quién firma').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Registrar firmante' }).click()
  await page.getByText('Aún no hay firmantes').waitFor()

  const late = await openPage(browser, { baseURL: server.url })
  await late.goto('/auth/setup?token=cualquiera')
  await late.getByText('Esta instalación ya tiene un administrador.').waitFor()
  await late.goto('/auth/login')
  await late.getByRole('link', { name: 'Crear una cuenta' }).waitFor()
  expect(await late.getByText('todavía no tiene administrador').count()).toBe(0)
})
