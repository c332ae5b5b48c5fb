import { execFileSync } from 'node:child_process'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { barriers, barriersInBothThemes, browser, onAPhone, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { firstAdmin, thisMachine } from '../support/environment.ts'
import { aSignature } from '../support/pictures.ts'
import { startMailServer } from '../support/smtp.ts'

let server: Server
let words = ''
beforeAll(async () => {
  server = await startServer(inject('emptyImage'), { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, (line) => {
    words += line
  })
})
afterAll(() => server.stop())

test('the setup link creates the first administrator and signs them in, once', async () => {
  const page = await openPage(browser, { baseURL: server.url })
  await page.goto('/auth/login')
  await page.getByText('Esta instalación todavía no tiene administrador.').waitFor()
  expect(await page.getByRole('link', { name: 'Crear una cuenta' }).count()).toBe(0)
  const link = () => words.match(/http\S+\/auth\/setup\?token=\w+/)?.[0]
  await expect.poll(link).toBeTruthy()

  // An incomplete link, or one of an earlier start, is refused before the user types anything.
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
  await page.waitForURL('**/app/setup')
  await page.getByRole('heading', { level: 1, name: 'Organización' }).waitFor()
  await page.getByRole('button', { name: 'Cuenta de Amparo Núñez' }).waitFor()
  await page.getByText('Cooperativa Andina').first().waitFor()

  const late = await openPage(browser, { baseURL: server.url })
  await late.goto('/auth/setup?token=cualquiera')
  await late.getByText('Esta instalación ya tiene un administrador.').waitFor()
  await late.goto('/auth/login')
  await late.getByRole('link', { name: 'Crear una cuenta' }).waitFor()
  expect(await late.getByText('todavía no tiene administrador').count()).toBe(0)
})

/** Starts an installation without administrator, and opens the page of its setup link. */
async function openNewInstallation() {
  let log = ''
  const fresh = await startServer(inject('emptyImage'), { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, (line) => {
    log += line
  })
  onTestFinished(() => fresh.stop().then(() => undefined))
  const link = () => log.match(/http\S+\/auth\/setup\?token=\w+/)?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  const page = await openPage(browser, { baseURL: fresh.url })
  await page.goto(link())
  return page
}

/**
 * Counts decisions: each field that a person fills in, and each button or link that they press. Text to read and defaults that stay as they are
 * do not count, and neither does opening the link that the server prints.
 */
function countDecisions() {
  let count = 0
  return {
    async fill(field: Locator, text: string) {
      count++
      await field.fill(text)
    },
    async press(control: Locator) {
      count++
      await control.click()
    },
    total: () => count,
  }
}

test('from the printed link to the first signed final PDF it takes twelve decisions', async () => {
  const page = await openNewInstallation()
  const { fill, press, total } = countDecisions()
  await fill(page.getByLabel('Nombre de la organización'), 'Cooperativa Andina')
  await fill(page.getByLabel('Su nombre completo'), 'Amparo Núñez')
  await fill(page.getByLabel('Correo electrónico'), 'amparo@ejemplo.test')
  await fill(page.getByLabel('Contraseña', { exact: true }), 'clave-segura')
  await press(page.getByRole('button', { name: 'Crear administrador' }))

  await press(page.getByRole('link', { name: 'Hacer un documento de ejemplo' }))
  await page.getByText('Los datos son un ejemplo').waitFor()
  await press(page.getByRole('button', { name: 'Enviar solicitud' }))
  for (const action of ['Aprobar', 'Emitir como definitivo']) {
    await press(page.getByRole('button', { name: action }))
    await press(page.getByRole('dialog').getByRole('button', { name: action }))
  }
  await page.getByText('Definitivo: no lleva marca.').waitFor()
  const button = page.getByRole('button', { name: 'Descargar PDF' })
  const [download] = await Promise.all([page.waitForEvent('download'), press(button)])

  const text = execFileSync('pdftotext', ['-layout', await download.path(), '-'], { encoding: 'utf8' })
  expect(text).toContain('Cooperativa Andina')
  expect(text.replace(/\s+/g, ' ')).toContain('Aprobado electrónicamente por Amparo Núñez')
  expect(text).not.toContain('PRELIMINAR')
  expect(total()).toBe(12)
})

const allSteps = ['Organización', 'Firmante', 'Formatos', 'Correo', 'Personas']

test('five steps prepare an installation; each saves by itself and can wait', async () => {
  const mail = await startMailServer({ refused: 1 })
  const fresh = await startServer(inject('emptyImage'), { SMTP_HOST: thisMachine, SMTP_PORT: String(mail.port) })
  onTestFinished(() => Promise.all([fresh.stop(), mail.stop()]).then(() => undefined))
  const page = await openPage(browser, { baseURL: fresh.url })
  await page.goto('/auth/login')
  await page.getByLabel('Correo electrónico').fill(firstAdmin.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(firstAdmin.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  const panel = page.getByRole('region', { name: 'Termine de preparar la instalación' })
  await panel.waitFor()
  expect(await panel.getByRole('listitem').allInnerTexts()).toEqual(allSteps)
  expect(await barriersInBothThemes(page)).toEqual([])
  await panel.getByRole('link', { name: 'Continuar' }).click()

  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  const next = page.getByRole('button', { name: 'Guardar y seguir' })
  await title('Organización').waitFor()
  await page.getByLabel('Nombre de la organización').fill('Cooperativa Andina')
  await page.getByLabel('Ciudad').fill('Pasto')
  const nit = page.getByLabel('NIT o identificación')
  await nit.fill('900123456')
  await next.click()
  await page.getByText('Escriba el NIT con su dígito de verificación, por ejemplo 900.123.456-8.').first().waitFor()
  await nit.fill('900123456-8')
  await next.click()

  await title('Firmante').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByLabel('Nombre').fill('Amparo Núñez')
  await page.getByLabel('Cargo').fill('Gerente')
  const picture = { name: 'firma.png', mimeType: 'image/png', buffer: aSignature() }
  await page.getByLabel('Suelte aquí', { exact: false }).setInputFiles(picture)
  await page.getByRole('img', { name: 'Firma escaneada' }).waitFor()
  await next.click()

  await title('Formatos').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('checkbox', { name: /Memorando interno/ }).uncheck()
  await next.click()

  await testMailStep(page)
  await title('Personas').waitFor()
  await page.getByRole('button', { name: 'Dejar para después' }).click()
  await panel.waitFor()
  expect(await panel.getByText('(hecho)').count()).toBe(4)

  // Without a step in the URL, the first open step is shown.
  await page.goto('/app/setup')
  await title('Personas').waitFor()
  expect(await page.getByRole('list', { name: 'Pasos de la preparación' }).getByText('(hecho)').count()).toBe(4)
  await page.getByText(`${fresh.url}/auth/register`).waitFor()
  await page.getByRole('button', { name: 'Invitar a una persona' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Luz Peña')
  await page.getByRole('dialog').getByLabel('Correo electrónico').fill('luz@ejemplo.test')
  await page.getByRole('button', { name: 'Enviar la invitación' }).click()
  await page.getByRole('button', { name: 'Terminar' }).click()
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  expect(await panel.count()).toBe(0)

  await page.goto('/app/format')
  await page
    .getByRole('row', { name: /Memorando interno/ })
    .getByText('Archivado')
    .waitFor()
  await page.goto('/app/settings/signatories')
  await page.getByText('Gerente · con firma escaneada').waitFor()
})

/** Runs the mail step. The mail server refuses the first attempt and accepts the second. */
async function testMailStep(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Correo' }).waitFor()
  const send = page.getByRole('button', { name: `Enviar una prueba a ${firstAdmin.email}` })
  await send.click()
  await page.getByText('Respuesta del servidor: 550 "No such user here"', { exact: true }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await send.click()
  await page.getByText('El servidor de correo aceptó el mensaje').waitFor()
  await page.getByRole('button', { name: 'Seguir', exact: true }).click()
}

test('the steps fit a phone, work by keyboard, and are dismissed for good', async () => {
  const fresh = await startServer(inject('emptyImage'))
  onTestFinished(() => fresh.stop().then(() => undefined))
  const page = await openPage(browser, { baseURL: fresh.url, ...onAPhone })
  await page.goto('/auth/login?redirect=%2Fapp%2Fsetup%3Fstep%3Dmail')
  await page.getByLabel('Correo electrónico').fill(firstAdmin.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(firstAdmin.password)
  await page.keyboard.press('Enter')
  await page.getByText('No hay servidor de correo').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const send = page.getByRole('button', { name: /^Enviar una prueba/ })
  await send.press('Enter')
  await page.getByText('La prueba quedó en la carpeta outbox del servidor; no se envió.').waitFor()
  await page.getByRole('button', { name: 'Por ahora en archivos' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Personas' }).waitFor()
  await page.getByRole('list', { name: 'Pasos de la preparación' }).getByText('(hecho)').waitFor()
  await page.getByRole('link', { name: 'Firmante' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Firmante' }).waitFor()

  await page.goto('/app/dashboard')
  const panel = page.getByRole('region', { name: 'Termine de preparar la instalación' })
  await panel.getByRole('button', { name: 'No mostrar más' }).press('Enter')
  await panel.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  expect(await panel.count()).toBe(0)
})
