import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, browser, loseResponse, openPage } from '../support/browser.ts'
import { codeIn, linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { aUser, theFirstAdmin } from '../support/people.ts'

const anEmail = () => `${randomUUID().slice(0, 13)}@ejemplo.test`

async function register(page: Page, email: string, password: string) {
  await page.goto('/auth/register/')
  await page.getByLabel('Nombre completo').fill('Íñigo Ñandú')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Teléfono').fill('300 111 2233')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirme la contraseña').fill(password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
}

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/auth/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

const box = (page: Page, place: number) => page.getByLabel(`Dígito ${place} de 6`)

const digits = (page: Page) => Promise.all([1, 2, 3, 4, 5, 6].map((place) => box(page, place).inputValue()))

/** Pastes the whole code into the first box. */
async function paste(page: Page, text: string) {
  await box(page, 1).evaluate((input, code) => {
    const data = new DataTransfer()
    data.setData('text', code)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

test('a user registers, confirms the code, is activated and signs in with the first password', async () => {
  const email = anEmail()
  const page = await openPage(browser)
  await register(page, email, 'abc123')
  await page.waitForURL('**/auth/register/check')
  await page.getByText(email).waitFor()
  const code = codeIn(await mailTo(email))

  await page.reload()
  await page.getByText(email).waitFor()
  await paste(page, code === '000000' ? '111111' : '000000')
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Código: El código no es correcto\./ })
    .waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.getByRole('button', { name: /Enviar otro código en \d+ s/ }).isDisabled()).toBe(true)
  expect(await digits(page)).toEqual(['', '', '', '', '', ''])
  await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await page.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Correo confirmado' }).waitFor()

  await signIn(page, email, 'abc123')
  const text = 'Error de autenticación: El usuario no esta activo comuniquese con el administrador'
  await page.getByText(text, { exact: true }).waitFor()
  const { pb } = await theFirstAdmin()
  const { id } = await pb.collection('users').getFirstListItem(pb.filter('email = {:email}', { email }))
  await pb.collection('users').update(id, { isActive: true })
  await signIn(page, email, 'abc123')
  await page.getByRole('button', { name: 'Cuenta de Íñigo Ñandú' }).waitFor()
})

test('registration sends the exact user data and logs failures in the browser', async () => {
  const email = anEmail()
  const page = await openPage(browser)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  const failures = () => logged.filter((text) => text.includes('ClientResponseError')).length
  await page.route('**/request-otp', (route) => route.abort())
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/users/records'))
  await register(page, email, 'abc123')
  expect((await sent).postDataJSON()).toEqual({
    name: 'Íñigo Ñandú',
    email,
    phone: '300 111 2233',
    password: 'abc123',
    passwordConfirm: 'abc123',
    emailVisibility: true,
    role: '_user',
    verified: false,
    isActive: false,
  })
  await page.waitForURL('**/auth/register/check')
  await expect.poll(failures).toBe(1)
  await register(page, email, 'abc123')
  await page.getByText('Ya existe una cuenta con este correo.').first().waitFor()
  await expect.poll(failures).toBe(2)
})

test('a repeated registration goes on to the code if the response to the first one was lost', async () => {
  const email = anEmail()
  const page = await openPage(browser)
  await loseResponse(page, '**/api/collections/users/records')
  await register(page, email, 'abc123')
  await page.getByText('No hay conexión con el servidor.').first().waitFor()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.waitForURL('**/auth/register/check')
  await paste(page, codeIn(await mailTo(email)))
  await page.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  const { pb } = await theFirstAdmin()
  const filter = pb.filter('email = {:email}', { email })
  expect(await pb.collection('users').getFullList({ filter })).toMatchObject([{ verified: true }])
})

test('errors of form and server appear at the field and in a linked summary', async () => {
  const known = await aUser()
  const page = await openPage(browser)
  await page.goto('/auth/register')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  const summary = page.getByRole('alert')
  await summary.getByText('Hay 3 datos por corregir').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-name')
  await summary.getByRole('link', { name: /Contraseña: .* al menos 6 caracteres/ }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-password')

  await register(page, known.email, 'abc123')
  await summary.getByRole('link', { name: /Ya existe una cuenta/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  const email = page.getByLabel('Correo electrónico')
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await email.inputValue()).toBe(known.email)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-email')
})

test('only complete codes are sent while the user replaces digits, and the right one after a wrong one', async () => {
  const email = anEmail()
  const page = await openPage(browser)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/verify')) sent.push(request.postDataJSON().code)
  })
  await register(page, email, 'abc123')
  await page.waitForURL('**/auth/register/check')
  const code = codeIn(await mailTo(email))
  const wrong = code === '000000' ? '111111' : '000000'
  // Without connection the boxes stay, and the user types the code again over the digits.
  await page.route('**/api/app/verify', (route) => route.abort(), { times: 1 })
  await paste(page, wrong)
  await page.getByText('No hay conexión con el servidor.').first().waitFor()
  await box(page, 1).focus()
  await page.keyboard.type('234567')
  expect(await digits(page)).toEqual(['2', '3', '4', '5', '6', '7'])
  await paste(page, wrong)
  await page.getByRole('link', { name: /^Código: El código no es correcto\./ }).waitFor()
  await expect.poll(() => digits(page)).toEqual(['', '', '', '', '', ''])
  await page.keyboard.type(code)
  await page.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  expect(sent).toEqual([wrong, wrong, code])
})

test('a mistyped address is corrected: the account is registered again with its data', async () => {
  const [mistyped, email] = [anEmail(), anEmail()]
  const page = await openPage(browser)
  await register(page, mistyped, 'abc123')
  await page.getByRole('button', { name: 'Corregir el correo' }).click()
  await page.getByRole('heading', { name: 'Corrija su correo' }).waitFor()
  const field = page.getByLabel('Correo electrónico')
  expect(await field.inputValue()).toBe(mistyped)
  expect(await barriers(page)).toEqual([])
  await field.fill(email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await page.getByText(email).waitFor()
  await paste(page, codeIn(await mailTo(email)))
  await page.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  const { pb } = await theFirstAdmin()
  const [ana] = await pb.collection('users').getFullList({ filter: pb.filter('email = {:email}', { email }) })
  expect(ana).toMatchObject({ name: 'Íñigo Ñandú', phone: '+573001112233', verified: true })
  await pb.collection('users').update(ana?.id ?? '', { isActive: true })
  await signIn(page, email, 'abc123')
  await page.getByRole('button', { name: 'Cuenta de Íñigo Ñandú' }).waitFor()
})

test('the six code boxes behave as one field', async () => {
  const page = await openPage(browser)
  await register(page, anEmail(), 'abc123')
  await page.waitForURL('**/auth/register/check')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await box(page, 1).focus()
  await page.keyboard.type('12a3')
  expect(await digits(page)).toEqual(['1', '2', '3', '', '', ''])
  expect(await focused()).toBe('Dígito 4 de 6')
  await page.keyboard.press('Backspace')
  expect(await digits(page)).toEqual(['1', '2', '', '', '', ''])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  expect(await digits(page)).toEqual(['9', '2', '', '', '', ''])
  expect(await focused()).toBe('Dígito 2 de 6')
  expect(await box(page, 1).getAttribute('autocomplete')).toBe('one-time-code')
  await page.getByRole('button', { name: 'Confirmar correo' }).click()
  await page.getByRole('link', { name: 'Código: Escriba los seis dígitos del código.' }).waitFor()
  await expect.poll(focused).toBe('Dígito 1 de 6')
  // Browsers autofill the code into the first box.
  await box(page, 1).fill('654321')
  await page.getByRole('link', { name: /^Código: El código no es correcto\./ }).waitFor()
  await expect.poll(() => digits(page)).toEqual(['', '', '', '', '', ''])
})

test('a forgotten password is replaced once by the link in the mail', async () => {
  const ana = await aUser({ name: 'Ana Olvido' })
  const page = await openPage(browser)
  await page.goto('/auth/login')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await page.getByRole('heading', { name: 'Recuperar la contraseña' }).waitFor()
  await page.getByLabel('Correo electrónico').fill(ana.email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await page.getByRole('heading', { name: 'Revise su correo' }).waitFor()
  const recovery = () =>
    mailsTo(ana.email)
      .flatMap(linksIn)
      .find((url) => url.includes('/auth/recover/'))
  await expect.poll(recovery).toBeTruthy()
  const link = recovery()
  await page.goto(link ?? '')
  await page.getByLabel('Contraseña nueva').fill('otra456')
  await page.getByLabel('Confirme la contraseña').fill('otra457')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByRole('link', { name: 'Confirme la contraseña: Las contraseñas no son iguales.' }).waitFor()
  await page.getByLabel('Confirme la contraseña').fill('otra456')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await signIn(page, ana.email, 'otra456')
  await page.getByRole('button', { name: 'Cuenta de Ana Olvido' }).waitFor()

  const second = await openPage(browser)
  await second.goto(link ?? '')
  await second.getByLabel('Contraseña nueva').fill('tercera789')
  await second.getByLabel('Confirme la contraseña').fill('tercera789')
  await second.getByRole('button', { name: 'Guardar contraseña' }).click()
  await second.getByText('El enlace venció o ya se usó. Pida uno nuevo.').waitFor()
})
